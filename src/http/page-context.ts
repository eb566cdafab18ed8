// What every page of the auth host is given: language, the operator's looks, the footer's language switch, and who is
// signed in.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ports } from '../core/ports.ts';
import { type AssetPaths, type Brand, LANGUAGES, type Language, type PageContext } from '../views/page.ts';
import { type BrowserDeps, browserOf } from './plugins/browser-session.ts';
import { csrfToken } from './plugins/csrf.ts';
import { languageOf, rememberLanguage } from './plugins/language.ts';
import { rawQuery } from './request-parts.ts';

/** What the routes that show pages are built with. */
export type PageDeps = {
  ports: Ports;
  settings: Brand & { authUrl: string };
  assets: AssetPaths;
};

/** Purpose of the sign-out form's token. */
export const LOGOUT_FORM = 'logout';

/** @param deps of the page's own form tokens: `BrowserDeps` is enough where nothing else is needed. */
export async function pageContext(
  deps: BrowserDeps & Pick<PageDeps, 'settings' | 'assets'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageContext> {
  const { settings, assets } = deps;
  const signedIn = await browserOf(deps, request).signedIn();
  const profile = signedIn?.account.profile;
  rememberLanguage(settings.authUrl, request, reply);
  return {
    language: languageOf(settings.authUrl, request, profile?.locale),
    brand: brandOf(settings),
    assets,
    languageHrefs: languageHrefs(request),
    signedInAs: signedIn && {
      email: signedIn.account.email,
      nickname: profile?.nickname,
      logoutCsrf: csrfToken(deps, request, reply, LOGOUT_FORM),
    },
  };
}

export const brandOf = ({ serviceName, accentColor, supportContact }: Brand): Brand => ({
  serviceName,
  accentColor,
  supportContact,
});

/** The same page in each language. Only what answers GET can be asked for again. */
export function languageHrefs(request: FastifyRequest): Record<Language, string> | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const path = request.url.split('?', 1)[0] ?? '/';
  const others = rawQuery(request)
    .split('&')
    .filter((pair) => pair !== '' && !/^ui_locales(?:=|$)/.test(pair));
  const href = (language: Language) => `${path}?${[...others, `ui_locales=${language}`].join('&')}`;
  return Object.fromEntries(LANGUAGES.map((language) => [language, href(language)])) as Record<Language, string>;
}
