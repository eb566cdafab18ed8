// The error pages of the auth host. They read nothing from the database, which may be the cause of the error. The page
// of a 503 is rendered once, because in overload it is sent more often than anything else (case M17): rendering it each
// time cost as much as the response that was refused.
import { renderError } from '../../views/pages/error.tsx';
import type { Language } from '../../views/parts/page.ts';
import { languageOf } from '../browsers/language.ts';
import { languageHrefs } from '../browsers/page-context.ts';
import type { RenderErrorPage } from '../errors/http-error.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';

type ErrorDeps = Pick<AuthDeps, 'authUrl' | 'brand' | 'assets'>;
type ErrorDetails = Parameters<RenderErrorPage>[1];

/** Placeholder for the request id in a cached page. */
const REQUEST_ID_PLACEHOLDER = '_request_id_here_';

export function errorPages(deps: ErrorDeps): RenderErrorPage {
  const { authUrl, brand, assets } = deps;
  const cached = new Map<string, string>();
  const render = (
    error: ErrorDetails,
    language: Language,
    requestId: string,
    hrefs: ReturnType<typeof languageHrefs>,
  ) =>
    renderError(
      { language, brand, assets, languageHrefs: hrefs, signedInAs: undefined },
      { ...error, requestId, next: { href: '/' } },
    );
  return (request, error) => {
    const language = languageOf(authUrl, request, undefined);
    if (error.status !== 503) return render(error, language, request.id, languageHrefs(request));
    // All pages of a 503 are alike except for what the key names. They have no language links, which would send this
    // request again.
    const key = `${language} ${error.retryAfterSeconds}`;
    const page = cached.get(key) ?? render(error, language, REQUEST_ID_PLACEHOLDER, undefined);
    cached.set(key, page);
    return page.replaceAll(REQUEST_ID_PLACEHOLDER, request.id);
  };
}
