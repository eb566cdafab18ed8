// What the routes of accounts have in common (contract 29): the account in the path, who sees what of it, and what the
// statement of an act refuses.
import type { FastifyRequest } from 'fastify';
import type { Account } from '../../../core/ground/accounts/account.ts';
import { formFault } from '../../../core/ground/accounts/form-faults.ts';
import { type AccountAct, type ActsAs, mayActOn, mayDoAct } from '../../../core/ground/acts/account-acts.ts';
import { ActRefused, isOfNewOwner } from '../../../core/ground/acts/acting.ts';
import { mayUse, type Scope } from '../../../core/ground/acts/scope.ts';
import type { Fault } from '../../../core/ground/fault.ts';
import { ID } from '../../../core/ground/secrets.ts';
import type { Ports } from '../../../core/operating/ports.ts';
import { isReserved, readUsername } from '../../../core/people/usernames/username.ts';
import { insufficientScope } from '../../../protocol/errors.ts';
import { callerOf } from '../../callers/access.ts';
import { httpError, newOwnerRefused, ownsApplications } from '../../errors/http-error.ts';
import { toAccountJson } from '../json/account-json.ts';

export const idOf = (request: FastifyRequest): string | undefined =>
  (request.params as Readonly<Record<string, string>>).accountId;

export const notAllowed = () =>
  httpError(403, 'The role of the token’s account does not allow this with that account.', {
    code: 'account-out-of-reach',
  });

/** What the statement of an act refuses. */
export const orRefused = <Result>(act: Promise<Result>): Promise<Result> =>
  act.catch((error: unknown) => {
    if (!(error instanceof ActRefused)) throw error;
    if (error.reason === 'not-allowed') throw notAllowed();
    if (error.reason === 'owns-applications') throw ownsApplications(error);
    if (isOfNewOwner(error.reason)) throw newOwnerRefused(error, formFault([], error.reason).detail);
    throw httpError(409, 'This is the last enabled operator. Create or enable another one first.', {
      code: 'last-operator',
    });
  });

/** @throws 404 */
export async function reach({ accounts }: Pick<Ports, 'accounts'>, request: FastifyRequest): Promise<Account> {
  const id = idOf(request) ?? '';
  const account = ID.test(id) ? await accounts.find(id) : undefined;
  if (!account) throw httpError(404);
  return account;
}

/** The account in the path, as whoever calls sees it. */
export async function accountShown({ groups }: Pick<Ports, 'groups'>, request: FastifyRequest, account: Account) {
  if (!seesAll(request)) return toAccountJson(account, false);
  return toAccountJson(
    account,
    true,
    (await groups.listByAccount(account.id)).map(({ name }) => name),
  );
}

/** Whether the caller sees everything that is shown of an account. */
export const seesAll = (request: FastifyRequest): boolean => mayDoAct('look-at-all', callerOf(request));

export const unknownValue = (name: string, values: readonly string[]): Fault => ({
  path: [name],
  code: 'account-value-unknown',
  detail: `The value is not valid; allowed: ${values.join(', ')}.`,
});

/** Whoever calls, as the table of acts judges them. */
export const actsAs = (request: FastifyRequest): ActsAs => {
  const { accountId: id, role, scopes } = callerOf(request);
  return { id, role, scopes };
};

/** A scope besides that of the route, such as `roles` (contract 32). @throws OAuthError `insufficient_scope` */
export function requireScope(request: FastifyRequest, scope: Scope): void {
  if (!mayUse(callerOf(request), scope)) throw insufficientScope(scope);
}

/** Programs give rights to reserved usernames, as the service does to roles. @throws OAuthError `insufficient_scope` */
export function requireMayGive(
  { rules }: Pick<Ports, 'rules'>,
  request: FastifyRequest,
  username: string | null | undefined,
): void {
  const name = readUsername(username ?? '');
  if (name !== undefined && isReserved(name, rules)) requireScope(request, 'roles');
}

/** @throws 403 */
export function requireMayAtAll(request: FastifyRequest, act: AccountAct): void {
  if (!mayDoAct(act, actsAs(request))) throw notAllowed();
}

/** A change that cannot be made is refused before it is read; the statement asks for each act. @throws 403 */
export async function requireMayAnyOf(
  { members }: Ports,
  request: FastifyRequest,
  acts: readonly AccountAct[],
  { id, role }: Account,
) {
  const target = { id, role, edits: await members.editsAny(id) };
  if (!acts.some((act) => mayActOn(act, actsAs(request), target))) throw notAllowed();
}
