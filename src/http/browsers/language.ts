// Chooses the language of a page: what the request asks for (`ui_locales`, which the footer's links use too), what was
// chosen there before, the account's locale, then the browser's languages (contract 4, "Pages").
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LANGUAGES, type Language } from '../../views/page/page.ts';
import { routeFacts } from '../routes/declared-routes.ts';
import { queryOf } from '../wire/request-parts.ts';
import { cookieName, cookieOptions, readCookie } from './cookies.ts';

/** Parameter of a query, and field of the language switch. */
export const LANGUAGE_FIELD = 'ui_locales';

const FALLBACK: Language = 'en';
const REMEMBERED_SECONDS = 365 * 24 * 60 * 60;

/** The first supported language among the tags; a region (`ko-KR`) is ignored. */
function firstKnown(tags: readonly string[]): Language | undefined {
  for (const tag of tags) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().split(/[-_]/, 1)[0] === language);
    if (found) return found;
  }
  return undefined;
}

/** Tags of `Accept-Language` (RFC 9110 12.5.4), by preference, without those of `q=0`. */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((element) => {
      const [tag = '', ...parameters] = element.split(';').map((part) => part.trim());
      const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

const languageCookie = (authUrl: string): string => `${cookieName(authUrl)}-language`;

const PREFERRED = Symbol('preferred languages');
type Preferring = FastifyRequest & { [PREFERRED]?: string | undefined };

/** What a pushed authorization request asks for: its query does not say. */
export function preferLanguages(request: Preferring, uiLocales: string | undefined): void {
  request[PREFERRED] = uiLocales;
}

/** @param accountLocale the signed-in person's `locale`, if known */
export function languageOf(authUrl: string, request: Preferring, accountLocale: string | undefined): Language {
  const remembered = readCookie(request.headers.cookie, languageCookie(authUrl));
  return (
    firstKnown((queryOf(request).get(LANGUAGE_FIELD) ?? request[PREFERRED] ?? '').split(' ')) ??
    firstKnown([remembered ?? '', accountLocale ?? '', ...acceptedLanguages(request.headers['accept-language'])]) ??
    FALLBACK
  );
}

/**
 * Remembers a language chosen on one of this server's pages. What an application asks for counts for its request only.
 */
export function rememberLanguage(authUrl: string, request: FastifyRequest, reply: FastifyReply): void {
  const query = queryOf(request);
  const chosen = firstKnown((query.get(LANGUAGE_FIELD) ?? '').split(' '));
  const isApplicationRequest = query.has('client_id') || routeFacts(request)?.route.startsWith('/oauth/') === true;
  if (!chosen || isApplicationRequest) return;
  reply.setCookie(languageCookie(authUrl), chosen, { ...cookieOptions(authUrl), maxAge: REMEMBERED_SECONDS });
}
