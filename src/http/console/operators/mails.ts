// GET /console/mails?kind=…: what each mail says, in every language, for operators (contract 20).
import { STAFF_PATHS } from '../../../views/console/parts/staff-pages.ts';
import { isMailKind } from '../../../views/mail/example-mails.ts';
import { renderMailPreviews } from '../../../views/operators/mail-previews.tsx';
import type { PageContext } from '../../../views/page/page.ts';
import { httpError } from '../../errors/http-error.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { queryOf } from '../../wire/request-parts.ts';
import { shownPage } from '../frame/shown-page.ts';

export const mailsRoute = (deps: AuthDeps): Route =>
  shownPage(deps, {
    path: STAFF_PATHS.mails,
    audit: 'harmless: shows no person',
    show: async ({ authUrl }, request) => {
      const shown = queryOf(request).get('kind') ?? 'sign-up-code';
      if (!isMailKind(shown)) throw httpError(404);
      return (context: PageContext) => renderMailPreviews(context, { shown, authUrl });
    },
  });
