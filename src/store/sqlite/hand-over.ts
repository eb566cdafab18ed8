// Applications stay when their owner goes (contract 29), inside the transaction of the act that would end the
// ownership: somebody gets them, or the act is refused.
import type { Database as Connection } from 'better-sqlite3';
import { type Actor, ActRefused, type OwnedApplication } from '../../core/operators/acting.ts';
import {
  type HandedOver,
  type HandOver,
  type NewOwner,
  requireNewOwner,
  withApplications,
} from '../../core/operators/hand-over.ts';
import { prepareRequireMayAct } from './account-act.ts';
import { LIVES } from './connection-store.ts';
import { prepareFindDoubt, prepareRequireSettled } from './doubt.ts';
import { END_LINKS } from './end-access.ts';
import { prepareQueueMail } from './queue-mail.ts';
import { prepare } from './statement.ts';

/** What the account owns, as `OwnedApplication`s. Takes `accountId`. */
export const OWNED = `
  select a.id, a.name, (select count(*) from connections c where c.application_id = a.id and ${LIVES}) as connections
  from applications a where a.owner_id = $accountId order by a.id`;

const NEW_OWNER = `
  select id, role, disabled_at, leaving_since, email_verified,
    (select count(*) from applications where owner_id = $toAccountId) as owns
  from accounts where id = $toAccountId`;
const OF_OWNED = 'application_id in (select id from applications where owner_id = $accountId)';
const MEMBER_OF = `select application_id from application_members where account_id = $toAccountId and ${OF_OWNED}`;
const END_MEMBERSHIPS = `delete from application_members where account_id = $toAccountId and ${OF_OWNED}`;
const END_INVITATIONS = `delete from invitations where ${OF_OWNED}`;
const SET_OWNER = `
  update applications set owner_id = $toAccountId, updated_at = max($now, updated_at + 1), version = version + 1
  where owner_id = $accountId`;

/** `actor`: absent where the command line acts. */
export type Leaving = { accountId: string; handOver: HandOver | undefined; actor: Actor | undefined; now: number };

/**
 * @returns what went to the new owner; undefined: nobody was to get anything
 * @throws ActRefused, also when the account owns an application that nobody gets; ConfirmationNeeded; AccountInDoubt
 */
export function prepareLeaveApplications(connection: Connection): (leaving: Leaving) => HandedOver | undefined {
  const owned = prepare<OwnedApplication>(connection, OWNED);
  const find = prepare<Omit<NewOwner, 'inDoubt'>>(connection, NEW_OWNER);
  const memberOf = prepare<{ applicationId: string }>(connection, MEMBER_OF);
  const changes = [END_MEMBERSHIPS, END_INVITATIONS, SET_OWNER].map((sql) => prepare(connection, sql));
  const endLinks = prepare(connection, END_LINKS);
  const findDoubt = prepareFindDoubt(connection);
  const requireSettled = prepareRequireSettled(connection);
  const requireMayAct = prepareRequireMayAct(connection);
  const queueMail = prepareQueueMail(connection);
  return ({ accountId, handOver, actor, now }) => {
    const applications = owned.all({ accountId });
    if (!handOver) {
      if (applications.length > 0) throw new ActRefused('owns-applications', applications);
      return undefined;
    }
    requireMayAct({ by: actor && { act: 'hand-over', caller: actor }, accountId, now });
    requireSettled({ accountId: actor?.accountId, now });
    const { toAccountId, max, mail } = handOver;
    const handedOver = { kind: 'handed-over', toAccountId, applications } as const;
    if (applications.length === 0) return handedOver;
    const moved = { accountId, toAccountId, now };
    const found = find.get(moved);
    const inDoubt = findDoubt({ accountId: toAccountId, now }) !== undefined;
    const memberships = memberOf.all(moved).map(({ applicationId }) => applicationId);
    const handing = { accountId, actor, max, applications, memberOf: memberships };
    const newOwner = requireNewOwner(found && { ...found, inDoubt }, handing);
    for (const change of changes) change.run(moved);
    endLinks.run({ accountId: toAccountId });
    queueMail(withApplications(mail, applications, newOwner));
    return handedOver;
  };
}
