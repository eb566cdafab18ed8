// GET /api-reference: the document at /openapi as a page (decision 14). The build renders its contents (template.ts); a
// server fills in the URLs of its hosts, and the frame.
import { renderBuiltPage } from '../../views/developers/built-page.tsx';
import { messagesFor } from '../../views/messages/messages-for.ts';
import type { Language } from '../../views/page/page.ts';
import { sendConstantPage } from '../pages/constant-page.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { PLACEHOLDERS } from './openapi-route.ts';

/** @param templateIn the contents in a language; read when a page is first asked for */
export function referenceRoute(templateIn: (language: Language) => string, deps: AuthDeps): Route {
  const { apiUrl, authUrl } = deps;
  // Public URLs are origins, in which HTML needs no escape.
  const contentsIn = (language: Language) =>
    templateIn(language)
      .replaceAll(PLACEHOLDERS.apiUrl, () => apiUrl)
      .replaceAll(PLACEHOLDERS.authUrl, () => authUrl);
  return {
    path: '/api-reference',
    errors: 'page',
    methods: {
      GET: {
        access: 'public',
        body: 'none',
        handle: sendConstantPage(deps, '/api-reference', (context) =>
          renderBuiltPage(context, {
            title: messagesFor(context.language).reference.api.title,
            contents: contentsIn(context.language),
          }),
        ),
      },
    },
  };
}
