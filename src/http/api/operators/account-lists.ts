// GET /accounts and /accounts/{id}/sessions (contract 29): lists of accounts and of one account's devices. Each look is
// recorded before it is answered.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ACCOUNT_STATUSES, ROLES } from '../../../core/ground/accounts/account.ts';
import { searchAccounts } from '../../../core/operating/operators/find-accounts.ts';
import type { Ports } from '../../../core/operating/ports.ts';
import { sessionJson } from '../../../json/account.ts';
import { callerOf } from '../../callers/access.ts';
import { InputError } from '../../errors/http-error.ts';
import { recordLook } from '../../log/recorded-look.ts';
import { notAllowed, reach, seesAll, unknownValue } from '../frame/account-reach.ts';
import { parameterOf, readPage, sendPage } from '../frame/pages-of-lists.ts';
import { rowId, sendList } from '../frame/send-list.ts';
import { toAccountJson } from '../json/account-json.ts';

type Deps = { ports: Ports; apiUrl: string };

const FILTERS = ['email', 'role', 'status'] as const;

export async function list({ ports, apiUrl }: Deps, request: FastifyRequest, reply: FastifyReply) {
  const given = FILTERS.flatMap((name) => {
    const value = parameterOf(request, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const { email, role: roleGiven, status: statusGiven } = Object.fromEntries(given);
  const role = readOne('role', roleGiven, ROLES);
  const status = readOne('status', statusGiven, ACCOUNT_STATUSES);
  const caller = callerOf(request);
  // Support does not see roles, and so does not find by them.
  if (role !== undefined && !seesAll(request)) throw notAllowed();
  const { secrets } = ports;
  const page = { path: '/accounts', query: new URLSearchParams(given.map(([key, value]) => [key, value])).toString() };
  const { after, limit } = readPage(request, secrets, page);
  const { accounts, next } = await searchAccounts(ports, { email, role, status, after, limit });
  await recordLook(ports, request, { by: caller, action: 'GET /accounts' });
  const rows = accounts.map((account) => toAccountJson(account, seesAll(request)));
  return sendPage(reply, { rows, next, limit }, { apiUrl, secrets, list: page });
}

/** @throws InputError */
function readOne<Value extends string>(
  name: string,
  given: string | undefined,
  values: readonly Value[],
): Value | undefined {
  const value = values.find((one) => one === given);
  if (given === undefined || value !== undefined) return value;
  throw new InputError([unknownValue(name, values)]);
}

const SESSIONS_SHOWN = 1000;

export async function listSessions({ ports, apiUrl }: Deps, request: FastifyRequest, reply: FastifyReply) {
  const { id } = await reach(ports, request);
  const look = { by: callerOf(request), action: 'GET /accounts/:id/sessions' as const, subjectId: id };
  const sessions = await ports.sessions.listByAccount(id, ports.clock.now(), SESSIONS_SHOWN);
  await recordLook(ports, request, look);
  const rows = sessions
    .map((session) => ({ id: rowId(session, session.id), json: sessionJson(session) }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  return sendList({ ports, apiUrl }, request, reply, { path: `/accounts/${id}/sessions`, rows });
}
