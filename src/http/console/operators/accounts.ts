// GET /console/accounts: support and operators find accounts (contract 29). The search is recorded, without what was
// searched for.
import type { FastifyRequest } from 'fastify';
import { ACCOUNT_STATUSES, type Account, ROLES, statusOf } from '../../../core/ground/accounts/account.ts';
import { mayDoAct } from '../../../core/ground/acts/account-acts.ts';
import { findAccounts } from '../../../core/operating/operators/find-accounts.ts';
import { ACCOUNTS } from '../../../views/console/parts/account-path.ts';
import { renderAccountList } from '../../../views/operators/account-list.tsx';
import type { PageContext } from '../../../views/page/page.ts';
import { readConsoleNotice } from '../../browsers/console-notice.ts';
import { httpError } from '../../errors/http-error.ts';
import { recordLook } from '../../log/recorded-look.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { readCursor, toCursor } from '../../wire/cursor.ts';
import { queryOf } from '../../wire/request-parts.ts';
import { type ConsoleContext, enter } from '../frame/console-context.ts';
import { readAfter } from '../frame/read-after.ts';
import { shownPage } from '../frame/shown-page.ts';

const PAGE_SIZE = 20;

export const withStatus = (account: Account) => ({ ...account, status: statusOf(account) });

export const accountListRoutes = (deps: AuthDeps): Route[] => [
  shownPage(deps, { path: ACCOUNTS, audit: 'look', enter: enterAsStaff, show }),
];

/** @throws 403 for whoever neither supports nor operates the service */
export async function enterAsStaff(deps: AuthDeps, request: FastifyRequest): Promise<ConsoleContext> {
  const entered = await enter(deps, request);
  if (!mayDoAct('look', { role: entered.caller.role })) throw httpError(403);
  return entered;
}

async function show({ ports }: AuthDeps, request: FastifyRequest, { caller }: ConsoleContext) {
  const showsRoles = mayDoAct('look-at-all', { role: caller.role });
  const query = queryOf(request);
  const search = {
    text: query.get('q')?.slice(0, 255) ?? '',
    role: showsRoles ? ROLES.find((role) => role === query.get('role')) : undefined,
    status: ACCOUNT_STATUSES.find((status) => status === query.get('status')),
  };
  const { secrets } = ports;
  // Encrypted: no address is left in the browser's history by paging.
  const list = { path: ACCOUNTS, query: JSON.stringify([search.text, search.role, search.status]) };
  const after = readCursor(readAfter(request, /^[0-9a-f]+$/) ?? '', secrets, list);
  const { accounts, next } = await findAccounts(ports, { ...search, after, limit: PAGE_SIZE });
  await recordLook(ports, request, { by: caller, action: 'accounts search' });
  const props = {
    csrf: '',
    notice: readConsoleNotice(request),
    sent: undefined,
    made: undefined,
    search,
    accounts: accounts.map(withStatus),
    later: after !== undefined,
    nextAfter: next && toCursor(next, secrets, list),
    showsRoles,
  };
  return (context: PageContext) => renderAccountList(context, props);
}
