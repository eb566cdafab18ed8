// GET /console/search: operators search accounts, applications, groups and ids at once (contract 29). It is recorded
// as a search for accounts is, without what was searched for.
import type { FastifyRequest } from 'fastify';
import { searchEverything } from '../../../core/operating/operators/search-everything.ts';
import { SEARCH } from '../../../views/console/parts/staff-pages.ts';
import { renderSearch } from '../../../views/operators/search.tsx';
import type { PageContext } from '../../../views/page/page.ts';
import { recordLook } from '../../log/recorded-look.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { queryOf } from '../../wire/request-parts.ts';
import type { ConsoleContext } from '../frame/console-context.ts';
import { shownPage } from '../frame/shown-page.ts';
import { withStatus } from './accounts.ts';

export const searchRoute = (deps: AuthDeps): Route => shownPage(deps, { path: SEARCH, audit: 'look', show });

async function show({ ports }: AuthDeps, request: FastifyRequest, { caller }: ConsoleContext) {
  const text = queryOf(request).get('q')?.trim().slice(0, 255) ?? '';
  const { accounts, ...found } = await searchEverything(ports, { text, caller });
  await recordLook(ports, request, { by: caller, action: 'accounts search' });
  const props = { text, ...found, accounts: { ...accounts, rows: accounts.rows.map(withStatus) } };
  return (context: PageContext) => renderSearch(context, props);
}
