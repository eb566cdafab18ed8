// Role and status of an account on PostgreSQL, inside the transaction of whoever changes them.
import { mayOwnApplications, type Role } from '../../core/accounts/account.ts';
import { endsApiTokens, isRaise } from '../../core/accounts/role-change.ts';
import type { NewMail } from '../../core/mail/mail-store.ts';
import type { Acting, Actor } from '../../core/operators/acting.ts';
import type { HandedOver, HandOver } from '../../core/operators/hand-over.ts';
import { keepAnOperator, requireMayAct } from './account-act.ts';
import { requireSettled } from './doubt.ts';
import { END_API_TOKENS, END_LINKS, END_SESSIONS } from './end-access.ts';
import { leaveApplications } from './hand-over.ts';
import { tellOperators } from './queue-mail.ts';
import type { Run } from './run.ts';
import { statement } from './statement.ts';

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

type Acted = { id: string; now: number; by: Acting | undefined };
type RoleGiven = Acted & {
  role: Role;
  from: Role | undefined;
  tell: NewMail | undefined;
  /** Who gets what the account owns, and who hands it over. */
  given?: { handOver: HandOver; actor: Actor | undefined } | undefined;
};

/** False: no such account, or its role is not `from`; otherwise what was handed over, or true. */
export async function setRole(run: Run, wanted: RoleGiven): Promise<boolean | HandedOver> {
  const { id, role, now, from, by, tell, given } = wanted;
  if (role !== 'operator' && (from ?? 'operator') === 'operator') await keepAnOperator(run, id);
  await requireMayAct(run, { by, accountId: id, now });
  const former = (await run<{ role: Role }>(LOCK_ROLE, { id })).rows[0]?.role;
  if (role !== 'user') await requireSettled(run, { accountId: id, now });
  const leaves = former !== role && !mayOwnApplications(role);
  const leaving = { accountId: id, handOver: given?.handOver, actor: given?.actor, now };
  const handedOver = leaves ? await leaveApplications(run, leaving) : undefined;
  if (former === undefined || (await run(SET_ROLE, { id, role, from })).count === 0) return false;
  if (former !== role) await run(END_LINKS, { accountId: id });
  if (endsApiTokens(former, role)) await run(END_API_TOKENS, { accountId: id });
  if (isRaise(former, role)) await tellOperators(run, tell);
  return handedOver ?? true;
}

/** False: no such account. */
export async function setDisabled(
  run: Run,
  { id, disabled, now, by }: Acted & { disabled: boolean },
): Promise<boolean> {
  if (disabled) await keepAnOperator(run, id);
  await requireMayAct(run, { by, accountId: id, now });
  if (!disabled) return (await run(ENABLE, { id, now })).count === 1;
  const { count } = await run(DISABLE, { id, now });
  await run(END_SESSIONS, { accountId: id, keepSessionId: undefined, now });
  await run(END_API_TOKENS, { accountId: id });
  await run(END_LINKS, { accountId: id });
  return count === 1;
}
