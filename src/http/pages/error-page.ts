// The error pages of the auth host. They read nothing from the database, which may be what is in trouble; and the one
// that says "come again" is made once, because in overload it is answered more often than anything else (case M17):
// making it anew cost as much as the answer that was refused.
import { renderError } from '../../views/pages/error.tsx';
import type { Language } from '../../views/parts/page.ts';
import { languageOf } from '../browsers/language.ts';
import { languageHrefs } from '../browsers/page-context.ts';
import type { RenderErrorPage } from '../errors/http-error.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';

type ErrorDeps = Pick<AuthDeps, 'authUrl' | 'brand' | 'assets'>;
type Told = Parameters<RenderErrorPage>[1];

/** Stands in a kept page where the id of the request belongs. */
const REQUEST_ID_HERE = '_request_id_here_';

export function errorPages(deps: ErrorDeps): RenderErrorPage {
  const { authUrl, brand, assets } = deps;
  const kept = new Map<string, string>();
  const render = (error: Told, language: Language, requestId: string, hrefs: ReturnType<typeof languageHrefs>) =>
    renderError(
      { language, brand, assets, languageHrefs: hrefs, signedInAs: undefined },
      { ...error, requestId, next: { href: '/' } },
    );
  return (request, error) => {
    const language = languageOf(authUrl, request, undefined);
    if (error.status !== 503) return render(error, language, request.id, languageHrefs(request));
    // 503 is one refusal with one sentence, so all its pages are alike but for what the key names. Without the switch
    // of languages, which would lead to this request again.
    const key = `${language} ${error.retryAfterSeconds}`;
    const page = kept.get(key) ?? render(error, language, REQUEST_ID_HERE, undefined);
    kept.set(key, page);
    return page.replaceAll(REQUEST_ID_HERE, request.id);
  };
}
