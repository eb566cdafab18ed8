// Role and status of an account on SQLite, inside the intent of whoever changes them.
import { mayOwnApplications, type Role } from '../../core/accounts/account.ts';
import { endsApiTokens, isRaise } from '../../core/accounts/role-change.ts';
import type { NewMail } from '../../core/mail/mail-store.ts';
import type { Acting, Actor } from '../../core/operators/acting.ts';
import type { HandedOver, HandOver } from '../../core/operators/hand-over.ts';
import { prepareKeepAnOperator, prepareRequireMayAct } from './account-act.ts';
import { prepareRequireSettled } from './doubt.ts';
import { END_API_TOKENS, END_LINKS } from './end-access.ts';
import { prepareEndSessions } from './end-sessions.ts';
import { prepareLeaveApplications } from './hand-over.ts';
import { prepareTellOperators } from './queue-mail.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

// A leaving account that an operator disabled begins its days anew: its person could not come back meanwhile.
const ENABLE = `
  update accounts set disabled_at = null,
    leaving_since = iif(disabled_at is null or leaving_since is null, leaving_since, $now),
    leaving_until = iif(disabled_at is null, leaving_until, leaving_until - leaving_since + $now)
  where id = $id`;

type Connection = Sqlite['writer']['connection'];
type Acted = { id: string; now: number; by: Acting | undefined };
type RoleGiven = Acted & {
  role: Role;
  from: Role | undefined;
  tell: NewMail | undefined;
  /** Who gets what the account owns, and who hands it over. */
  given?: { handOver: HandOver; actor: Actor | undefined } | undefined;
};

/**
 * The function returns false when there is no such account, or its role is not `from`; otherwise what was handed over,
 * or true.
 */
export function prepareSetRole(connection: Connection) {
  const requireMayAct = prepareRequireMayAct(connection);
  const keepAnOperator = prepareKeepAnOperator(connection);
  const requireSettled = prepareRequireSettled(connection);
  const leaveApplications = prepareLeaveApplications(connection);
  const setRole = prepare(
    connection,
    'update accounts set role = $role where id = $id and role = coalesce($from, role)',
  );
  const roleOf = prepare<{ role: Role }>(connection, 'select role from accounts where id = $id');
  const endLinks = prepare(connection, END_LINKS);
  const endApiTokens = prepare(connection, END_API_TOKENS);
  const tellOperators = prepareTellOperators(connection);
  return ({ id, role, now, from, by, tell, given }: RoleGiven): boolean | HandedOver => {
    requireMayAct({ by, accountId: id, now });
    if (role !== 'user') requireSettled({ accountId: id, now });
    if (role !== 'operator' && (from ?? 'operator') === 'operator') keepAnOperator(id);
    const former = roleOf.get({ id })?.role;
    const leaves = former !== role && !mayOwnApplications(role);
    const leaving = { accountId: id, handOver: given?.handOver, actor: given?.actor, now };
    const handedOver = leaves ? leaveApplications(leaving) : undefined;
    if (setRole.run({ id, role, from }) === 0 || former === undefined) return false;
    if (former !== role) endLinks.run({ accountId: id });
    if (endsApiTokens(former, role)) endApiTokens.run({ accountId: id });
    if (isRaise(former, role)) tellOperators(tell);
    return handedOver ?? true;
  };
}

/** The function returns false when there is no such account. */
export function prepareSetDisabled(connection: Connection) {
  const requireMayAct = prepareRequireMayAct(connection);
  const keepAnOperator = prepareKeepAnOperator(connection);
  const disable = prepare(
    connection,
    `update accounts set disabled_at = coalesce(disabled_at, $now), sign_in_epoch = sign_in_epoch + 1,
       grant_epoch = grant_epoch + 1
     where id = $id`,
  );
  const endApiTokens = prepare(connection, END_API_TOKENS);
  const endLinks = prepare(connection, END_LINKS);
  const enable = prepare(connection, ENABLE);
  const endSessions = prepareEndSessions(connection);
  return ({ id, disabled, now, by }: Acted & { disabled: boolean }): boolean => {
    requireMayAct({ by, accountId: id, now });
    if (disabled) keepAnOperator(id);
    else return enable.run({ id, now }) === 1;
    endSessions({ accountId: id, now });
    endApiTokens.run({ accountId: id });
    endLinks.run({ accountId: id });
    return disable.run({ id, now }) === 1;
  };
}
