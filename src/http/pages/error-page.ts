// The error pages of the auth host. They read nothing from the database, which may be the cause of the error. The page
// of a 503 is rendered once, because in overload it is sent more often than anything else (case M17): rendering it each
// time cost as much as the response that was refused.

import { LANGUAGES, type Language, type LanguageHrefs } from '../../views/page/page.ts';
import { ownPath } from '../../views/page/safe-text.ts';
import { type ErrorProps, renderError } from '../../views/pages/error.tsx';
import { languageOf } from '../browsers/language.ts';
import { languageHrefsOfError } from '../browsers/language-switch.ts';
import type { RenderErrorPage } from '../errors/http-error.ts';
import { applicationCard } from '../flow/application-card.ts';
import { ownPageOf } from '../flow/own-page.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';

type ErrorDeps = Pick<AuthDeps, 'authUrl' | 'brand' | 'assets'>;

/** Placeholder for the request id in a cached page. */
const REQUEST_ID_PLACEHOLDER = '_request_id_here_';

/** The same for the addresses of the language links. */
const HREF_PLACEHOLDERS: LanguageHrefs = { en: '/_href_en_here_', ko: '/_href_ko_here_' };

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

export function errorPages(deps: ErrorDeps): RenderErrorPage {
  const { authUrl, brand, assets } = deps;
  const cached = new Map<string, string>();
  const render = (
    error: Omit<ErrorProps, 'requestId' | 'next'>,
    language: Language,
    requestId: string,
    hrefs: LanguageHrefs,
  ) =>
    renderError(
      { language, brand, assets, languageHrefs: hrefs, signedInAs: undefined },
      { ...error, requestId, next: { href: '/' } },
    );
  return (request, error) => {
    const language = languageOf(authUrl, request, undefined);
    if (error.status !== 503) {
      const application = error.application && {
        ...applicationCard(error.application, { language }),
        backHref: ownPageOf(error.application, request.headers.referer),
      };
      return render({ ...error, application }, language, request.id, languageHrefsOfError(request));
    }
    // All pages of a 503 are alike except for what the key names, the request id and the language links.
    const key = `${language} ${error.retryAfterSeconds}`;
    const page =
      cached.get(key) ??
      render({ ...error, application: undefined }, language, REQUEST_ID_PLACEHOLDER, HREF_PLACEHOLDERS);
    cached.set(key, page);
    const hrefs = languageHrefsOfError(request);
    return LANGUAGES.reduce(
      (filled, one) => filled.replace(HREF_PLACEHOLDERS[one], () => escapeAttribute(ownPath(hrefs[one]))),
      page.replaceAll(REQUEST_ID_PLACEHOLDER, request.id),
    );
  };
}
