// Invitations. Deleting the row spends an invitation: only one transaction can delete it. Locks follow the order of
// account-store.ts and member-store.ts. The accounts come first, so that none is disabled or reset meanwhile; then the
// application, so that its owner does not change and its members and invitations are counted by one transaction at a
// time.
import type {
  Invitation,
  InvitationKey,
  InvitedRole,
  OwnershipTerms,
  SignedInBy,
} from '../../core/applications/members/invitation.ts';
import type { InvitationAnswered, InvitationStore } from '../../core/applications/members/invitation-store.ts';
import { type Base, count, type Intent, lock, row } from '../intent.ts';
import { MAY_MANAGE } from '../roles.ts';
import { statement, table } from '../statement.ts';
import { requireSettled } from './doubt.ts';
import { END_LINKS } from './end-access.ts';
import { LOCK_ACCOUNT, LOCK_APPLICATION } from './locks.ts';
import { mayManage } from './may-manage.ts';
import { takeOwnership } from './pass-ownership.ts';
import { queueMail } from './queue-mail.ts';
import { requireProof } from './session-proof.ts';

export const INVITATIONS = table('invitations', 'id', {
  text: 'id application_id email email_key role invited_by',
  bytes: 'token_hash',
  integer: 'inviter_epoch created_at expires_at',
  boolean: 'ownership',
});

/** Open invitations `i`, with the application `a` and the inviter `u`. Takes `now`. */
const OPEN = `
  from invitations i join applications a on a.id = i.application_id join accounts u on u.id = i.invited_by
  where i.expires_at > $now and u.grant_epoch = i.inviter_epoch and ${MAY_MANAGE}`;

const ROLE = "case when i.ownership then 'owner' else i.role end";

const SHOWN = `
  select i.id, i.application_id, i.email, i.email_key, ${ROLE} as role, i.invited_by, i.created_at, i.expires_at,
    a.name as application_name, u.email as inviter_email ${OPEN}`;

/** Condition: the invitation is for the address of the account `accountId`, which its person proved by mail. */
const TO_ACCOUNT = `
  i.email_key = (select email_key from accounts
    where id = $accountId and email_verified and email_verified_by = 'mail' and disabled_at is null)`;

const BY_KEY = `(i.token_hash = $tokenHash::bytea or (i.id = $id::text and ${TO_ACCOUNT}))`;

const LIST = statement(`${SHOWN} and i.application_id = $applicationId order by i.created_at, i.id`);
const FIND_BY_TOKEN = statement(`${SHOWN} and i.token_hash = $tokenHash`);
const LIST_FOR_ACCOUNT = statement(`${SHOWN} and ${TO_ACCOUNT} order by i.created_at, i.id`);

/**
 * Until the transaction ends, none of these accounts is disabled, reset or given another role. They can still be read.
 */
const LOCK_ACCOUNTS = statement('select 1 from accounts where id in ($accountId, $invitedBy) order by id for share');

const SESSION_LIVES = statement(`
  select 1 from sessions s join accounts u on u.id = s.account_id
  where s.id = $sessionId and u.id = $accountId and s.expires_at > $now
    and s.sign_in_epoch = u.sign_in_epoch and u.disabled_at is null`);
const API_TOKEN_LIVES = statement(`
  select 1 from api_tokens t join accounts u on u.id = t.account_id
  where t.id = $apiTokenId and u.id = $accountId and (t.expires_at is null or t.expires_at > $now)
    and u.disabled_at is null`);

const MAY_INVITE_NOW = statement(`
  select 1 from applications a join accounts u on u.id = $invitedBy where a.id = $applicationId and ${MAY_MANAGE}`);
const BELONGS = statement(`
  select 1 from accounts u join applications a on a.id = $applicationId
  where u.email_key = $emailKey and (a.owner_id = u.id or $role <> 'owner' and exists (
    select 1 from application_members m where m.application_id = a.id and m.account_id = u.id))`);
const REMOVE_OTHERS = statement(`
  delete from invitations where application_id = $applicationId
    and (email_key = $emailKey or id not in (select i.id ${OPEN} and i.application_id = $applicationId))`);
const COUNT = statement(`
  select (select count(*) from application_members where application_id = $applicationId)
    + (select count(*) from invitations where application_id = $applicationId) as count`);
const INSERT = statement(`
  insert into invitations (id, application_id, email, email_key, role, ownership, token_hash, invited_by, inviter_epoch,
    created_at, expires_at)
  select $id, $applicationId, $email, $emailKey, case when $role = 'owner' then 'editor' else $role end,
    $role = 'owner', $tokenHash, id, grant_epoch, $createdAt::bigint, $expiresAt::bigint
  from accounts where id = $invitedBy`);
const SET_ROLE = statement(`
  update invitations set role = $role, ownership = false where id = $id and application_id = $applicationId`);
const WITHDRAW = statement('delete from invitations where id = $id and application_id = $applicationId');

const FIND_OPEN = statement(`
  select i.id, i.application_id, a.owner_id, i.invited_by, ${ROLE} as role ${OPEN} and ${BY_KEY}`);
const BELONGS_ALREADY = statement(`
  select 1 from applications a where a.id = $applicationId and (a.owner_id = $accountId or exists (
    select 1 from application_members m where m.application_id = a.id and m.account_id = $accountId))`);
const SPEND = statement(`
  delete from invitations where id = (select i.id ${OPEN} and ${BY_KEY}) returning role`);
const INSERT_MEMBER = statement(`
  insert into application_members (application_id, account_id, role, created_at)
  values ($applicationId, $accountId, $role, $now::bigint)`);

export const createInvitationStore = (base: Base): InvitationStore => ({
  list: (applicationId, now) => base.rows<Invitation>(LIST, { applicationId, now }),
  findByToken: (tokenHash, now) => base.row<Invitation>(FIND_BY_TOKEN, { tokenHash, now }),
  listForAccount: (accountId, now) => base.rows<Invitation>(LIST_FOR_ACCOUNT, { accountId, now }),
  ...changeInvitations(base),
  ...answerInvitations(base),
});

const changeInvitations = (base: Base): Pick<InvitationStore, 'invite' | 'setRole' | 'withdraw'> => ({
  invite: (invitation, by, max, { proof, mail } = {}) =>
    base.write(function* () {
      const { applicationId, emailKey, role, invitedBy, createdAt: now } = invitation;
      yield* lock(LOCK_ACCOUNTS, { accountId: invitedBy, invitedBy });
      yield* requireProof(proof);
      yield* lock(LOCK_APPLICATION, { applicationId });
      if ((yield* count(MAY_INVITE_NOW, { applicationId, invitedBy })) === 0) return 'gone';
      if (!(yield* isSignedIn(by, invitedBy, now))) return 'gone';
      if (role === 'owner') yield* requireSettled({ accountId: invitedBy, now });
      if ((yield* count(BELONGS, { applicationId, emailKey, role })) > 0) return 'member-already';
      yield* count(REMOVE_OTHERS, { applicationId, emailKey, now });
      const counted = yield* row<{ count: number }>(COUNT, { applicationId });
      if ((counted?.count ?? 0) >= max) return 'too-many';
      yield* count(INSERT, invitation);
      yield* queueMail(mail);
      return 'invited';
    }),
  setRole: (applicationId, id, role, by) =>
    base.write(function* () {
      return (yield* mayManage(applicationId, by)) && (yield* count(SET_ROLE, { applicationId, id, role })) === 1;
    }),
  withdraw: (applicationId, id, by) =>
    base.write(function* () {
      return (yield* mayManage(applicationId, by)) && (yield* count(WITHDRAW, { applicationId, id })) === 1;
    }),
});

const answerInvitations = (base: Base): Pick<InvitationStore, 'accept' | 'decline'> => ({
  accept: ({ key, accountId, sessionId, now, terms }) =>
    base.write(function* () {
      const wanted = { ...ofKey(key), accountId, now };
      const found = yield* row<Found>(FIND_OPEN, wanted);
      if (!found) return { kind: 'gone' as const };
      const { applicationId, invitedBy } = found;
      // The account of a new owner is locked alone, as where an application is registered or handed over.
      if (found.role === 'owner') yield* lock(LOCK_ACCOUNT, { accountId });
      yield* lock(LOCK_ACCOUNTS, { accountId, invitedBy });
      yield* lock(LOCK_APPLICATION, { applicationId });
      if (!(yield* isSignedIn({ sessionId }, accountId, now))) return { kind: 'gone' as const };
      yield* requireSettled({ accountId, now });
      if (found.role === 'owner') return yield* acceptOwnership(wanted, terms);
      if ((yield* count(BELONGS_ALREADY, { applicationId, accountId })) > 0) {
        return { kind: 'member-already' as const, applicationId };
      }
      const spent = yield* row<{ role: InvitedRole }>(SPEND, wanted);
      if (!spent) return { kind: 'gone' as const };
      yield* count(INSERT_MEMBER, { applicationId, accountId, role: spent.role, now });
      if (spent.role === 'editor') yield* count(END_LINKS, { accountId });
      return { kind: 'accepted' as const, applicationId, role: spent.role };
    }),
  decline: async ({ key, accountId, now }) => (await base.change(SPEND, { ...ofKey(key), accountId, now })) === 1,
});

type Found = Pick<Invitation, 'id' | 'applicationId' | 'invitedBy' | 'role'> & { ownerId: string };
type Wanted = ReturnType<typeof ofKey> & { accountId: string; now: number };

/** All are locked. The offer is read again, and ends with the application's other invitations. */
function* acceptOwnership(wanted: Wanted, terms: OwnershipTerms): Intent<InvitationAnswered> {
  const { accountId, now } = wanted;
  const offer = yield* row<Found>(FIND_OPEN, wanted);
  if (offer?.role !== 'owner') return { kind: 'gone' };
  const { applicationId, ownerId } = offer;
  if (ownerId === accountId) return { kind: 'member-already', applicationId };
  const done = yield* takeOwnership({ ...offer, accountId, now }, terms);
  if (typeof done === 'string') return { kind: done, applicationId };
  return { kind: 'accepted', role: 'owner', applicationId, newOwnerId: accountId, ...done };
}

function* isSignedIn(by: SignedInBy, accountId: string, now: number): Intent<boolean> {
  const found =
    'sessionId' in by
      ? yield* count(SESSION_LIVES, { sessionId: by.sessionId, accountId, now })
      : yield* count(API_TOKEN_LIVES, { apiTokenId: by.apiTokenId, accountId, now });
  return found === 1;
}

const ofKey = (key: InvitationKey): { tokenHash: Buffer | undefined; id: string | undefined } => ({
  tokenHash: 'tokenHash' in key ? key.tokenHash : undefined,
  id: 'id' in key ? key.id : undefined,
});
