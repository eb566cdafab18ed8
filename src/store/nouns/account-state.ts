// Role and status of an account, inside the intent of whoever changes them.
import { mayOwnApplications, type Role } from '../../core/ground/accounts/account.ts';
import type { Actor, AuthorizedAct } from '../../core/ground/acts/acting.ts';
import { endsApiTokens, isRaise } from '../../core/people/accounts/role-change.ts';
import type { NewMail } from '../../core/server/mail/mail-store.ts';
import type { HandedOver, HandOver } from '../../core/sign-in/accounts/hand-over.ts';
import { count, type Intent, row } from '../intent.ts';
import { statement } from '../statement.ts';
import { keepAnOperator, requireMayAct } from './account-act.ts';
import { requireSettled } from './doubt.ts';
import { END_API_TOKENS, END_LINKS } from './end-access.ts';
import { END_SESSIONS } from './end-sessions.ts';
import { leaveApplications } from './hand-over.ts';
import { tellOperators } from './queue-mail.ts';

const LOCK_ROLE = statement('select role from accounts where id = $id for no key update');
const SET_ROLE = statement('update accounts set role = $role where id = $id and role = coalesce($from, role)');
const DISABLE = statement(`
  update accounts set disabled_at = coalesce(disabled_at, $now), sign_in_epoch = sign_in_epoch + 1, grant_epoch = grant_epoch + 1
  where id = $id`);
// A leaving account that an operator disabled begins its days anew: its person could not come back meanwhile.
const ENABLE = statement(`
  update accounts set disabled_at = null,
    leaving_since = case when disabled_at is null or leaving_since is null then leaving_since else $now::bigint end,
    leaving_until = case when disabled_at is null then leaving_until else leaving_until - leaving_since + $now::bigint end
  where id = $id`);

type Acted = { id: string; now: number; by: AuthorizedAct | undefined };
type RoleGiven = Acted & {
  role: Role;
  from: Role | undefined;
  tell: NewMail | undefined;
  /** Who gets what the account owns, and who hands it over. */
  given?: { handOver: HandOver; actor: Actor | undefined } | undefined;
};

/** False: no such account, or its role is not `from`; otherwise what was handed over, or true. */
export function* setRole(wanted: RoleGiven): Intent<boolean | HandedOver> {
  const { id, role, now, from, by, tell, given } = wanted;
  if (role !== 'operator' && (from ?? 'operator') === 'operator') yield* keepAnOperator(id);
  yield* requireMayAct({ by, accountId: id, now });
  const former = (yield* row<{ role: Role }>(LOCK_ROLE, { id }))?.role;
  if (role !== 'user') yield* requireSettled({ accountId: id, now });
  const leaves = former !== role && !mayOwnApplications(role);
  const leaving = { accountId: id, handOver: given?.handOver, actor: given?.actor, now };
  const handedOver = leaves ? yield* leaveApplications(leaving) : undefined;
  if (former === undefined || (yield* count(SET_ROLE, { id, role, from })) === 0) return false;
  if (former !== role) yield* count(END_LINKS, { accountId: id });
  if (endsApiTokens(former, role)) yield* count(END_API_TOKENS, { accountId: id });
  if (isRaise(former, role)) yield* tellOperators(tell);
  return handedOver ?? true;
}

/** False: no such account. */
export function* setDisabled({ id, disabled, now, by }: Acted & { disabled: boolean }): Intent<boolean> {
  if (disabled) yield* keepAnOperator(id);
  yield* requireMayAct({ by, accountId: id, now });
  if (!disabled) return (yield* count(ENABLE, { id, now })) === 1;
  const changed = yield* count(DISABLE, { id, now });
  yield* count(END_SESSIONS, { accountId: id, keepSessionId: undefined, now });
  yield* count(END_API_TOKENS, { accountId: id });
  yield* count(END_LINKS, { accountId: id });
  return changed === 1;
}
