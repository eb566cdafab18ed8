// Invitations on PostgreSQL. Deleting the row spends an invitation: only one transaction can delete it. Locks follow
// the order of account-store.ts and member-store.ts. The accounts come first, so that none is disabled or reset
// meanwhile; then the application, so that its owner does not change and its members and invitations are counted by one
// transaction at a time.
import type { Invitation, InvitationKey, SignedInBy } from '../../core/members/invitation.ts';
import type { InvitationStore } from '../../core/members/invitation-store.ts';
import { MAY_MANAGE } from '../roles.ts';
import { requireSettled } from './doubt.ts';
import { END_LINKS } from './end-access.ts';
import { mayManage } from './may-manage.ts';
import type { Postgres } from './postgres.ts';
import { queueMail } from './queue-mail.ts';
import type { Run } from './run.ts';
import { requireProof } from './session-proof.ts';
import { statement } from './statement.ts';

/** Open invitations `i`, with the application `a` and the inviter `u`. Takes `now`. */
const OPEN = `
  from invitations i join applications a on a.id = i.application_id join accounts u on u.id = i.invited_by
  where i.expires_at > $now and u.grant_epoch = i.inviter_epoch and ${MAY_MANAGE}`;

const SHOWN = `
  select i.id, i.application_id, i.email, i.role, i.invited_by, i.created_at, i.expires_at,
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
const LOCK_APPLICATION = statement('select 1 from applications where id = $applicationId for no key update');

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
  where u.email_key = $emailKey and (a.owner_id = u.id or exists (
    select 1 from application_members m where m.application_id = a.id and m.account_id = u.id))`);
const REMOVE_OTHERS = statement(`
  delete from invitations where application_id = $applicationId
    and (email_key = $emailKey or id not in (select i.id ${OPEN} and i.application_id = $applicationId))`);
const COUNT = statement(`
  select (select count(*) from application_members where application_id = $applicationId)
    + (select count(*) from invitations where application_id = $applicationId) as count`);
const INSERT = statement(`
  insert into invitations (id, application_id, email, email_key, role, token_hash, invited_by, inviter_epoch,
    created_at, expires_at)
  select $id, $applicationId, $email, $emailKey, $role, $tokenHash, id, grant_epoch, $createdAt::bigint, $expiresAt::bigint
  from accounts where id = $invitedBy`);
const SET_ROLE = statement('update invitations set role = $role where id = $id and application_id = $applicationId');
const WITHDRAW = statement('delete from invitations where id = $id and application_id = $applicationId');

const FIND_OPEN = statement(`select i.id, i.application_id, i.invited_by ${OPEN} and ${BY_KEY}`);
const BELONGS_ALREADY = statement(`
  select 1 from applications a where a.id = $applicationId and (a.owner_id = $accountId or exists (
    select 1 from application_members m where m.application_id = a.id and m.account_id = $accountId))`);
const SPEND = statement(`
  delete from invitations where id = (select i.id ${OPEN} and ${BY_KEY}) returning role`);
const INSERT_MEMBER = statement(`
  insert into application_members (application_id, account_id, role, created_at)
  values ($applicationId, $accountId, $role, $now::bigint)`);

export const createInvitationStore = (postgres: Postgres): InvitationStore => ({
  list: async (applicationId, now) => [...(await postgres.read<Invitation>(LIST, { applicationId, now }))],
  findByToken: async (tokenHash, now) => (await postgres.read<Invitation>(FIND_BY_TOKEN, { tokenHash, now }))[0],
  listForAccount: async (accountId, now) => [
    ...(await postgres.read<Invitation>(LIST_FOR_ACCOUNT, { accountId, now })),
  ],
  ...changeInvitations(postgres),
  ...answerInvitations(postgres),
});

const changeInvitations = ({ transaction }: Postgres): Pick<InvitationStore, 'invite' | 'setRole' | 'withdraw'> => ({
  invite: (invitation, by, max, { proof, mail } = {}) =>
    transaction(async (run) => {
      const { applicationId, emailKey, invitedBy, createdAt: now } = invitation;
      await run(LOCK_ACCOUNTS, { accountId: invitedBy, invitedBy });
      await requireProof(run, proof);
      await run(LOCK_APPLICATION, { applicationId });
      if ((await run(MAY_INVITE_NOW, { applicationId, invitedBy })).count === 0) return 'gone';
      if (!(await isSignedIn(run, by, invitedBy, now))) return 'gone';
      if ((await run(BELONGS, { applicationId, emailKey })).count > 0) return 'member-already';
      await run(REMOVE_OTHERS, { applicationId, emailKey, now });
      const [counted] = (await run<{ count: number }>(COUNT, { applicationId })).rows;
      if ((counted?.count ?? 0) >= max) return 'too-many';
      await run(INSERT, invitation);
      await queueMail(run, mail);
      return 'invited';
    }),
  setRole: (applicationId, id, role, by) =>
    transaction(
      async (run) =>
        (await mayManage(run, applicationId, by)) && (await run(SET_ROLE, { applicationId, id, role })).count === 1,
    ),
  withdraw: (applicationId, id, by) =>
    transaction(
      async (run) =>
        (await mayManage(run, applicationId, by)) && (await run(WITHDRAW, { applicationId, id })).count === 1,
    ),
});

const answerInvitations = ({ write, transaction }: Postgres): Pick<InvitationStore, 'accept' | 'decline'> => ({
  accept: ({ key, accountId, sessionId, now }) =>
    transaction(async (run) => {
      const wanted = { ...ofKey(key), accountId, now };
      const [found] = (await run<Pick<Invitation, 'applicationId' | 'invitedBy'>>(FIND_OPEN, wanted)).rows;
      if (!found) return { kind: 'gone' as const };
      const { applicationId, invitedBy } = found;
      await run(LOCK_ACCOUNTS, { accountId, invitedBy });
      await run(LOCK_APPLICATION, { applicationId });
      if (!(await isSignedIn(run, { sessionId }, accountId, now))) return { kind: 'gone' as const };
      await requireSettled(run, { accountId, now });
      if ((await run(BELONGS_ALREADY, { applicationId, accountId })).count > 0) {
        return { kind: 'member-already' as const, applicationId };
      }
      const [spent] = (await run<Pick<Invitation, 'role'>>(SPEND, wanted)).rows;
      if (!spent) return { kind: 'gone' as const };
      await run(INSERT_MEMBER, { applicationId, accountId, role: spent.role, now });
      if (spent.role === 'editor') await run(END_LINKS, { accountId });
      return { kind: 'accepted' as const, applicationId };
    }),
  decline: async ({ key, accountId, now }) => (await write(SPEND, { ...ofKey(key), accountId, now })).count === 1,
});

async function isSignedIn(run: Run, by: SignedInBy, accountId: string, now: number): Promise<boolean> {
  const found =
    'sessionId' in by
      ? await run(SESSION_LIVES, { sessionId: by.sessionId, accountId, now })
      : await run(API_TOKEN_LIVES, { apiTokenId: by.apiTokenId, accountId, now });
  return found.count === 1;
}

const ofKey = (key: InvitationKey): { tokenHash: Buffer | undefined; id: string | undefined } => ({
  tokenHash: 'tokenHash' in key ? key.tokenHash : undefined,
  id: 'id' in key ? key.id : undefined,
});
