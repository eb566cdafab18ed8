// GET and POST /console/apis: operators see their own APIs and make one (contract 45).
import { createApi } from '../../../core/applications/apis/manage-apis.ts';
import { ID } from '../../../core/ground/secrets.ts';
import { APIS, apiPath, renderApiList } from '../../../views/apis/api-list.tsx';
import type { ConsolePage } from '../../../views/console/parts/console-page.ts';
import type { PageContext } from '../../../views/page/page.ts';
import { noteChange } from '../../log/logged-change.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { actsPage, type Visit, type Work } from '../frame/acts-page.ts';
import type { ActOutcome } from '../frame/outcome.ts';
import { readAfter } from '../frame/read-after.ts';
import { conflictAt, newApiIn, notStored } from './api-form.ts';

const PAGE_SIZE = 50;

export const apiListRoute = (deps: AuthDeps): Route =>
  actsPage(deps, {
    path: APIS,
    audit: 'harmless: shows no person',
    acts: { create: { name: 'apis create', act: create } },
    asked: () => ({ event: 'api-change' }),
    render,
  });

async function create({ ports, request, entered, form }: Work): Promise<ActOutcome> {
  const { draft, at } = newApiIn(form);
  const made = await createApi(ports, { draft, caller: entered.caller });
  switch (made.kind) {
    case 'made':
      noteChange(request, { entry: made.api.id });
      return { kind: 'done', notice: 'api-created', path: apiPath(made.api.id) };
    case 'too-many':
      return conflictAt([], 'apis-full');
    default:
      return notStored(made, at);
  }
}

async function render({ deps, request }: Visit, context: PageContext, page: ConsolePage) {
  const after = readAfter(request, ID) ?? '';
  const found = await deps.ports.apis.list({ after, limit: PAGE_SIZE + 1 });
  const apis = found.slice(0, PAGE_SIZE);
  const nextAfter = found.length > PAGE_SIZE ? apis.at(-1)?.id : undefined;
  return renderApiList(context, { ...page, apis, later: after !== '', nextAfter });
}
