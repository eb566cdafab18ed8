// The context of every page of the auth host: language, branding, the footer's language links, and who is signed in.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageContext } from '../../views/page/page.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { browserOf } from './browser-session.ts';
import { csrfToken } from './csrf.ts';
import { languageOf, rememberLanguage } from './language.ts';
import { languageForm, languageHrefs } from './language-switch.ts';

/** Purpose of the sign-out form's CSRF token. */
export const LOGOUT_FORM = 'logout';

export async function pageContext(
  deps: Pick<AuthDeps, 'ports' | 'authUrl' | 'clientAddressOf' | 'brand' | 'assets'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageContext> {
  const { current: signedIn, all } = await browserOf(deps, request).accounts();
  const profile = signedIn?.account.profile;
  const role = signedIn?.account.role;
  rememberLanguage(deps.authUrl, request, reply);
  return {
    language: languageOf(deps.authUrl, request, profile?.locale),
    brand: deps.brand,
    assets: deps.assets,
    languageHrefs: languageHrefs(request),
    languageForm: await languageForm(deps, request, reply),
    signedInAs: signedIn && {
      email: signedIn.account.email,
      nickname: profile?.nickname,
      severalSignedIn: all.length > 1,
      logoutCsrf: await csrfToken(deps, request, reply, LOGOUT_FORM),
    },
    staff: role === 'support' || role === 'operator' ? role : undefined,
  };
}
