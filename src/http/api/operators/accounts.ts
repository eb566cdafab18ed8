// /accounts and /accounts/{id} (contract 29), with the scopes `accounts:read` and `accounts:write`. Each look is
// recorded before it is answered, and each act is checked by its own statement.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Account, type AccountStatus, ROLES, statusOf } from '../../../core/ground/accounts/account.ts';
import { formFault } from '../../../core/ground/accounts/form-faults.ts';
import { actsOf, mayActOn, type WholeAct } from '../../../core/ground/acts/account-acts.ts';
import type { Fault } from '../../../core/ground/fault.ts';
import { ID } from '../../../core/ground/secrets.ts';
import {
  PLAIN_ACTS,
  type PlainAct,
  removeAccount,
  sendReset,
} from '../../../core/operating/operators/act-on-account.ts';
import { changeAccount, type WantedOfAccount } from '../../../core/operating/operators/change-account.ts';
import type { Ports } from '../../../core/operating/ports.ts';
import { checkNewAccount, createAccount } from '../../../core/people/accounts/create-account.ts';
import { checkUsername } from '../../../core/people/usernames/take-username.ts';
import { USERNAME_FIELD } from '../../../core/people/usernames/username-field.ts';
import type { AuditAction } from '../../../core/server/audit/audit-actions.ts';
import { accountSchema, newAccountSchema } from '../../../schema/api/account.ts';
import { readWith } from '../../../schema/read.ts';
import { callerOf } from '../../callers/access.ts';
import { httpError, InputError, refusedValues } from '../../errors/http-error.ts';
import { type ChangeAsked, logChange } from '../../log/logged-change.ts';
import { recordLook } from '../../log/recorded-look.ts';
import { HAND_OVER_QUERY, NO_QUERY, PAGE_QUERY } from '../../routes/query-parameters.ts';
import type { ApiMethod, ApiRoute, RouteMethod } from '../../routes/route.ts';
import { requireMatch, requireNoTag, sendChanged, sendResource } from '../../wire/entity-tags.ts';
import {
  accountShown,
  actsAs,
  idOf,
  orRefused,
  reach,
  requireMayAnyOf,
  requireMayAtAll,
  requireMayGive,
  requireScope,
  unknownValue,
} from '../frame/account-reach.ts';
import { routesOf } from '../frame/route-table.ts';
import { membersOf, mergePatch, readOnlyFaults } from '../json/merge-patch.ts';
import { list, listSessions } from './account-lists.ts';
import { readNewOwner, requireMayHandOver } from './hand-over.ts';
import { issueLink } from './password-links.ts';

/** The operation that does each act, in the words of the audit; undefined: the console and the command alone do it. */
const OPERATIONS = {
  create: 'POST /accounts',
  enable: 'PATCH /accounts/:id',
  disable: 'PATCH /accounts/:id',
  'set-role': 'PATCH /accounts/:id',
  'set-username': 'PATCH /accounts/:id',
  'verify-email': 'PATCH /accounts/:id',
  delete: 'DELETE /accounts/:id',
  'end-sessions': 'DELETE /accounts/:id/sessions',
  'send-reset': 'POST /accounts/:id/password-links',
  'remove-factors': undefined,
} as const satisfies Readonly<Record<WholeAct, AuditAction | undefined>>;
type ApiAct = Exclude<WholeAct, 'remove-factors'>;

type Deps = { ports: Ports; apiUrl: string };
type Change = (ports: Ports, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

export function operatorAccountRoutes(deps: Deps): ApiRoute[] {
  const shared = { access: 'api-token', query: NO_QUERY, produces: ['application/json'] } as const;
  const look = (handle: RouteMethod['handle']): ApiMethod => ({
    ...{ ...shared, scope: 'accounts:read', body: 'none', audit: 'look', handle },
  });
  const change = (act: ApiAct, body: RouteMethod['body'], run: Change): ApiMethod => ({
    ...{ ...shared, scope: 'accounts:write', body, audit: 'change' },
    handle: (request, reply) =>
      logChange(deps, request, askedBy(act, request), (ports) => orRefused(run(ports, request, reply))),
  });
  const lookAt = (handle: RouteMethod['handle']): ApiMethod => ({
    ...look(handle),
    beforeBody: (request) => reach(deps.ports, request),
  });
  /** Whoever may do it to nobody is not told whether there is such an account; both are told to the audit. */
  const act = (name: ApiAct, body: RouteMethod['body'], run: Change): ApiMethod => ({
    ...change(name, body, run),
    beforeBody: async (request) => {
      try {
        // The answer of PATCH shows the account, also where nothing is changed.
        if (body === 'merge-patch') requireScope(request, 'accounts:read');
        requireMayAtAll(request, name);
        requireMayHandOver(request);
        await reach(deps.ports, request);
      } catch (error) {
        await logChange(deps, request, askedBy(name, request), () => Promise.reject(error));
      }
    },
  });
  const [all, one] = ['/accounts', '/accounts/:accountId'];
  return routesOf({
    [`GET ${all}`]: {
      ...look((request, reply) => list(deps, request, reply)),
      query: ['email', 'status', 'role', ...PAGE_QUERY],
    },
    [`POST ${all}`]: change('create', 'json', (ports, request, reply) => create({ ...deps, ports }, request, reply)),
    [`GET ${one}`]: lookAt((request, reply) => show(deps, request, reply)),
    [`PATCH ${one}`]: { ...act('disable', 'merge-patch', patch), query: HAND_OVER_QUERY },
    [`DELETE ${one}`]: { ...act('delete', 'none', remove), query: HAND_OVER_QUERY },
    [`GET ${one}/sessions`]: { ...lookAt((request, reply) => listSessions(deps, request, reply)), query: PAGE_QUERY },
    [`DELETE ${one}/sessions`]: act('end-sessions', 'none', plainly('end-sessions')),
    [`POST ${one}/password-links`]: act('send-reset', 'none', issueLink),
  });
}

function askedBy(act: ApiAct, request: FastifyRequest): ChangeAsked {
  const { accountId, role, tokenId } = callerOf(request);
  const id = idOf(request);
  const subject = id && ID.test(id) ? id : undefined;
  return { event: 'account-change', action: OPERATIONS[act], account: accountId, role, apiToken: tokenId, subject };
}

async function show({ ports }: Deps, request: FastifyRequest, reply: FastifyReply) {
  const account = await reach(ports, request);
  await recordLook(ports, request, { by: callerOf(request), action: 'GET /accounts/:id', subjectId: account.id });
  return sendResource(request, reply, await accountShown(ports, request, account));
}

async function create({ ports, apiUrl }: Deps, request: FastifyRequest, reply: FastifyReply) {
  const caller = callerOf(request);
  requireMayAtAll(request, 'create');
  const { value, faults } = readWith(newAccountSchema(), request.body);
  const role = value?.role === undefined ? 'user' : ROLES.find((one) => one === value.role);
  if (value?.role !== undefined && role !== 'user') requireScope(request, 'roles');
  const { email, nickname, username, email_verified: emailVerified = false } = value ?? {};
  requireMayGive(ports, request, username);
  const typed = { email, nickname, username, password: undefined };
  const refused = [...faults, ...(role ? [] : [unknownValue('role', ROLES)])];
  // A member that could not be read has its fault already.
  const isRead = ({ path: [member] }: Fault) => !refused.some(({ path }) => path[0] === member);
  refused.push(...(await checkNewAccount(typed)).map(toMember).filter(isRead));
  if (refused.length > 0 || !role) throw new InputError(refused);
  const given = { ...typed, role, emailVerified };
  const made = await createAccount(ports, { ...given, caller });
  if (made.kind === 'refused') throw refusedValues(made.faults.map(toMember));
  const { account } = made;
  const mayInvite = mayActOn('send-reset', actsAs(request), { id: account.id, role: account.role, edits: false });
  if (ports.rules.mail === 'smtp' && mayInvite) await sendReset(ports, { account, caller, shows: false });
  return reply.code(201).header('location', `${apiUrl}/accounts/${account.id}`).send();
}

const toMember = (fault: Fault): Fault => (fault.path[0] === USERNAME_FIELD ? { ...fault, path: ['username'] } : fault);

async function patch(ports: Ports, request: FastifyRequest, reply: FastifyReply) {
  const account = await reach(ports, request);
  await requireMayAnyOf(ports, request, ['set-role', 'disable'], account);
  const shown = await accountShown(ports, request, account);
  requireMatch(request, shown);
  const { value, faults } = readWith(accountSchema(), mergePatch(shown, request.body));
  const { status = statusOf(account), role = account.role, email_verified: verified } = value ?? {};
  if (role !== account.role) requireScope(request, 'roles');
  const refused = [...faults, ...readOnlyFaults(accountSchema(), shown, request.body)];
  const wantedRole = ROLES.find((one) => one === role) ?? account.role;
  if (wantedRole !== role) refused.push(unknownValue('role', ROLES));
  const allowed = allowedStatuses(account);
  if (!allowed.some((one) => one === status)) refused.push(unknownValue('status', allowed));
  if (account.emailVerified && verified === false) refused.push(unknownValue('email_verified', ['true']));
  const named = isPatched(request, 'username') ? (value?.username ?? null) : undefined;
  const read = typeof named === 'string' ? checkUsername(named) : undefined;
  if (read && 'fault' in read) refused.push(toMember(read.fault));
  const { newOwner, faults: unowned } = await readNewOwner(ports, request, wantedRole);
  refused.push(...unowned);
  if (named !== account.username) requireMayGive(ports, request, named);
  if (refused.length > 0) throw new InputError(refused);
  const username = read && 'name' in read ? read.name : named;
  const wanted: WantedOfAccount = {
    role: wantedRole === account.role ? undefined : wantedRole,
    disabled: status === statusOf(account) ? undefined : status === 'disabled',
    verifiedKey: verified && !account.emailVerified ? account.emailKey : undefined,
    username: username === (account.username ?? null) ? undefined : username,
    newOwner,
  };
  await carryOut(ports, request, account, wanted);
  return sendChanged(reply, await accountShown(ports, request, await reach(ports, request)));
}

/** @throws 403, 404, 409, InputError; nothing is changed */
async function carryOut(ports: Ports, request: FastifyRequest, account: Account, wanted: WantedOfAccount) {
  if (actsOf(wanted).length === 0) return;
  switch (await changeAccount(ports, { account, caller: callerOf(request), wanted })) {
    case 'gone':
      throw httpError(404);
    case 'address-changed':
      throw httpError(409, 'The address of the account was changed meanwhile.', { code: 'conflict' });
    case 'username-unavailable':
      throw refusedValues([toMember(formFault([USERNAME_FIELD], 'username-unavailable'))]);
    case 'stored':
      return;
  }
}

/** Only the person makes the account leave, and only they restore it. */
const allowedStatuses = (account: Account): readonly AccountStatus[] =>
  statusOf(account) === 'leaving' ? ['leaving', 'disabled'] : ['active', 'disabled'];

const isPatched = ({ body }: FastifyRequest, name: string): boolean => membersOf(body).includes(name);

async function remove(ports: Ports, request: FastifyRequest, reply: FastifyReply) {
  const account = await reach(ports, request);
  await requireMayAnyOf(ports, request, ['delete'], account);
  requireMatch(request, await accountShown(ports, request, account));
  const { newOwner, faults } = await readNewOwner(ports, request);
  if (faults.length > 0) throw new InputError(faults);
  if (!(await removeAccount(ports, { account, newOwner, caller: callerOf(request) }))) throw httpError(404);
  return reply.code(204).send();
}

/** An act that needs to know nothing but the account. */
const plainly =
  (act: PlainAct): Change =>
  async (ports, request, reply) => {
    requireNoTag(request);
    const target = { account: await reach(ports, request), caller: callerOf(request) };
    if (!(await PLAIN_ACTS[act](ports, target))) throw httpError(404);
    return reply.code(204).send();
  };
