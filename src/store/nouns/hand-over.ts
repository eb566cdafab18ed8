// Applications stay when their owner goes (contract 29), inside the transaction of the act that would end the
// ownership: somebody gets them, or the act is refused.
import { type Actor, ActRefused, type OwnedApplication } from '../../core/ground/acts/acting.ts';
import {
  type HandedOver,
  type HandOver,
  type NewOwner,
  requireNewOwner,
  withApplications,
} from '../../core/sign-in/accounts/hand-over.ts';
import { count, type Intent, lock, row, rows } from '../intent.ts';
import { statement } from '../statement.ts';
import { requireMayAct } from './account-act.ts';
import { LIVES } from './connection-store.ts';
import { findDoubt, requireSettled } from './doubt.ts';
import { END_LINKS } from './end-access.ts';
import { LOCK_ACCOUNT } from './locks.ts';
import { queueMail } from './queue-mail.ts';

const OWNED_SQL = `
  select a.id, a.name, (select count(*) from connections c where c.application_id = a.id and ${LIVES}) as connections
  from applications a where a.owner_id = $accountId order by a.id`;
/** What the account owns, as `OwnedApplication`s. Takes `accountId`. */
export const OWNED = statement(OWNED_SQL);
/** The same; none of them is deleted or gets another team until the transaction ends. */
const LOCK_OWNED = statement(`${OWNED_SQL} for no key update of a`);

const NEW_OWNER = statement(`
  select id, role, disabled_at, leaving_since, email_verified,
    (select count(*) from applications where owner_id = $toAccountId) as owns
  from accounts where id = $toAccountId`);
const OF_OWNED = 'application_id in (select id from applications where owner_id = $accountId)';
// A member who leaves at this moment was a member, or is none: who was one is known by the row that this removes.
const END_MEMBERSHIPS = statement(`
  delete from application_members where account_id = $toAccountId and ${OF_OWNED} returning application_id`);
const END_INVITATIONS = statement(`delete from invitations where ${OF_OWNED}`);
const SET_OWNER = statement(`
  update applications set owner_id = $toAccountId, updated_at = greatest($now, updated_at + 1), version = version + 1
  where owner_id = $accountId`);

/** `actor`: absent where the command line acts. */
export type Leaving = { accountId: string; handOver: HandOver | undefined; actor: Actor | undefined; now: number };

/**
 * The account's row is locked: whoever gives it an application locks it too.
 * @returns what went to the new owner; undefined: nobody was to get anything
 * @throws ActRefused, also when the account owns an application that nobody gets; ConfirmationNeeded; AccountInDoubt
 */
export function* leaveApplications({ accountId, handOver, actor, now }: Leaving): Intent<HandedOver | undefined> {
  if (!handOver) {
    const owned = yield* rows<OwnedApplication>(OWNED, { accountId });
    if (owned.length > 0) throw new ActRefused('owns-applications', owned);
    return undefined;
  }
  yield* requireMayAct({ by: actor && { act: 'hand-over', caller: actor }, accountId, now });
  yield* requireSettled({ accountId: actor?.accountId, now });
  const { toAccountId, max, mail } = handOver;
  yield* lock(LOCK_ACCOUNT, { accountId: toAccountId });
  const applications = yield* rows<OwnedApplication>(LOCK_OWNED, { accountId });
  const handedOver = { kind: 'handed-over', toAccountId, applications } as const;
  if (applications.length === 0) return handedOver;
  const found = yield* row<Omit<NewOwner, 'inDoubt'>>(NEW_OWNER, { toAccountId });
  const inDoubt = (yield* findDoubt({ accountId: toAccountId, now })) !== undefined;
  const ended = yield* rows<{ applicationId: string }>(END_MEMBERSHIPS, { accountId, toAccountId });
  const memberOf = ended.map(({ applicationId }) => applicationId);
  const handing = { accountId, actor, max, applications, memberOf };
  const newOwner = requireNewOwner(found && { ...found, inDoubt }, handing);
  yield* count(END_INVITATIONS, { accountId });
  yield* count(END_LINKS, { accountId: toAccountId });
  yield* count(SET_OWNER, { accountId, toAccountId, now });
  yield* queueMail(withApplications(mail, applications, newOwner));
  return handedOver;
}
