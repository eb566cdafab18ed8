// An application changes its owner, inside the intent of whoever hands it over, or of whoever accepts what was offered.
// The account of the new owner and the application are locked before.
import type { OfferRefusal, OwnershipTerms } from '../../core/applications/members/invitation.ts';
import { count, type Intent, row } from '../intent.ts';
import { MAY_OWN } from '../roles.ts';
import { statement } from '../statement.ts';
import { setRole } from './account-state.ts';
import { requireSettled } from './doubt.ts';
import { END_LINKS } from './end-access.ts';
import { followsPolicy } from './follows-policy.ts';

export const REMOVE_MEMBER = statement(`
  delete from application_members where application_id = $applicationId and account_id = $accountId`);
export const REMOVE_INVITATIONS = statement('delete from invitations where application_id = $applicationId');

const COUNT_OWNED = statement('select count(*) as count from applications where owner_id = $toAccountId');
const SET_OWNER = statement(`
  update applications set owner_id = $toAccountId, updated_at = greatest($now, updated_at + 1), version = version + 1
  where id = $applicationId`);
// An account that is being deleted at this moment is not inserted.
const INSERT_FORMER_OWNER = statement(`
  insert into application_members (application_id, account_id, role, created_at)
  select $applicationId, id, 'editor', $now::bigint from accounts where id = $fromAccountId for key share`);

type Passed = { applicationId: string; fromAccountId: string; toAccountId: string; now: number };

/** Whether the account owns `max` applications already. */
export function* ownsTooMany({ toAccountId }: Pick<Passed, 'toAccountId'>, max: number): Intent<boolean> {
  return ((yield* row<{ count: number }>(COUNT_OWNED, { toAccountId }))?.count ?? 0) >= max;
}

/**
 * The former owner becomes an editor, and open invitations end: the new owner decides anew. Whoever calls this has
 * removed the new owner from the members.
 */
export function* passOwnership(passed: Passed): Intent<void> {
  yield* count(SET_OWNER, passed);
  yield* count(INSERT_FORMER_OWNER, passed);
  yield* count(REMOVE_INVITATIONS, passed);
  yield* count(END_LINKS, { accountId: passed.toAccountId });
}

// Who may take it: the account that was meant, with an address that is nobody else's.
const TAKER = statement(
  `
  select u.role, u.role in ${MAY_OWN} as may_own,
    u.email_verified and u.email_key = (select email_key from invitations where id = $id) as is_meant
  from accounts u where u.id = $accountId and u.disabled_at is null and u.leaving_since is null`,
  {
    may_own: 'boolean',
    is_meant: 'boolean',
  },
);

type Offered = {
  id: string;
  applicationId: string;
  ownerId: string;
  invitedBy: string;
  accountId: string;
  now: number;
};

/**
 * Somebody accepts an open offer of ownership. Their account, the inviter's and the application are locked, and the
 * inviter may still manage it. Nothing changes unless it is accepted.
 * @throws AccountInDoubt: of the inviter, or of whoever accepts
 */
export function* takeOwnership(offered: Offered, terms: OwnershipTerms): Intent<OfferRefusal | { raised: boolean }> {
  const { id, applicationId, ownerId, invitedBy, accountId, now } = offered;
  yield* requireSettled({ accountId: invitedBy, now });
  const taker = yield* row<{ role: string; mayOwn: boolean; isMeant: boolean }>(TAKER, { id, accountId });
  if (!taker?.isMeant) return 'not-meant';
  if (!taker.mayOwn) {
    if (taker.role !== 'user') return 'may-own-none';
    // A process that has not read the policy yet decides neither way.
    if (!(yield* followsPolicy(terms.policyRevision))) return 'other-policy';
    if (!terms.open) return 'may-own-none';
  }
  if (yield* ownsTooMany({ toAccountId: accountId }, terms.max)) return 'owns-too-many';
  if (!taker.mayOwn)
    yield* setRole({ id: accountId, role: 'owner', from: 'user', now, by: undefined, tell: undefined });
  yield* count(REMOVE_MEMBER, { applicationId, accountId });
  yield* passOwnership({ applicationId, fromAccountId: ownerId, toAccountId: accountId, now });
  return { raised: !taker.mayOwn };
}
