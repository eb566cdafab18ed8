// Invitations on SQLite. Deleting the row spends an invitation: only one transaction can delete it.
import type { Invitation, InvitationKey, NewInvitation, SignedInBy } from '../../core/members/invitation.ts';
import type { InvitationStore } from '../../core/members/invitation-store.ts';
import { MAY_MANAGE } from '../roles.ts';
import { prepareRequireSettled } from './doubt.ts';
import { END_LINKS } from './end-access.ts';
import { prepareMayManage } from './may-manage.ts';
import { prepareQueueMail } from './queue-mail.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

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

const BY_KEY = `(i.token_hash = $tokenHash or (i.id = $id and ${TO_ACCOUNT}))`;

/** Condition. Takes `accountId`, `sessionId` and `now`. */
const SESSION_LIVES = `
  exists (select 1 from sessions s join accounts u on u.id = s.account_id
    where s.id = $sessionId and u.id = $accountId and s.expires_at > $now
      and s.sign_in_epoch = u.sign_in_epoch and u.disabled_at is null)`;
const API_TOKEN_LIVES = `
  exists (select 1 from api_tokens t join accounts u on u.id = t.account_id
    where t.id = $apiTokenId and u.id = $accountId and (t.expires_at is null or t.expires_at > $now)
      and u.disabled_at is null)`;

export function createInvitationStore({ writer, reader: { connection, read } }: Sqlite): InvitationStore {
  const list = prepare<Invitation>(
    connection,
    `${SHOWN} and i.application_id = $applicationId order by i.created_at, i.id`,
  );
  const findByToken = prepare<Invitation>(connection, `${SHOWN} and i.token_hash = $tokenHash`);
  const listForAccount = prepare<Invitation>(connection, `${SHOWN} and ${TO_ACCOUNT} order by i.created_at, i.id`);
  return {
    list: (applicationId, now) => read(() => list.all({ applicationId, now })),
    findByToken: (tokenHash, now) => read(() => findByToken.get({ tokenHash, now })),
    listForAccount: (accountId, now) => read(() => listForAccount.all({ accountId, now })),
    ...changeInvitations(writer),
    ...answerInvitations(writer),
  };
}

type Changes = Pick<InvitationStore, 'invite' | 'setRole' | 'withdraw'>;

function changeInvitations({ connection, write }: Sqlite['writer']): Changes {
  const mayInvite = prepare(
    connection,
    `select 1 from applications a join accounts u on u.id = $invitedBy where a.id = $applicationId and ${MAY_MANAGE}`,
  );
  const signedIn = prepareSignedIn(connection);
  const belongs = prepare(
    connection,
    `select 1 from accounts u join applications a on a.id = $applicationId
     where u.email_key = $emailKey and (a.owner_id = u.id or exists (
       select 1 from application_members m where m.application_id = a.id and m.account_id = u.id))`,
  );
  const removeOthers = prepare(
    connection,
    `delete from invitations where application_id = $applicationId
       and (email_key = $emailKey or id not in (select i.id ${OPEN} and i.application_id = $applicationId))`,
  );
  const countOf = prepare<{ count: number }>(
    connection,
    `select (select count(*) from application_members where application_id = $applicationId)
       + (select count(*) from invitations where application_id = $applicationId) as count`,
  );
  const insert = prepare(
    connection,
    `insert into invitations (id, application_id, email, email_key, role, token_hash, invited_by, inviter_epoch,
       created_at, expires_at)
     select $id, $applicationId, $email, $emailKey, $role, $tokenHash, id, grant_epoch, $createdAt, $expiresAt
     from accounts where id = $invitedBy`,
  );
  const ofInvitation = 'id = $id and application_id = $applicationId';
  const setRole = prepare(connection, `update invitations set role = $role where ${ofInvitation}`);
  const withdraw = prepare(connection, `delete from invitations where ${ofInvitation}`);
  const requireProof = prepareRequireProof(connection);
  const mayManage = prepareMayManage(connection);
  const queueMail = prepareQueueMail(connection);

  return {
    invite: (invitation: NewInvitation, by, max, { proof, mail } = {}) =>
      write(() => {
        requireProof(proof);
        const { invitedBy, createdAt: now } = invitation;
        if (!mayInvite.get(invitation) || !signedIn(by, invitedBy, now)) return 'gone';
        if (belongs.get(invitation)) return 'member-already';
        removeOthers.run({ ...invitation, now });
        if ((countOf.get(invitation)?.count ?? 0) >= max) return 'too-many';
        insert.run(invitation);
        queueMail(mail);
        return 'invited';
      }),
    setRole: (applicationId, id, role, by) =>
      write(() => mayManage(applicationId, by) && setRole.run({ applicationId, id, role }) === 1),
    withdraw: (applicationId, id, by) =>
      write(() => mayManage(applicationId, by) && withdraw.run({ applicationId, id }) === 1),
  };
}

type Open = Pick<Invitation, 'id' | 'applicationId' | 'role'> & { ownerId: string };

function answerInvitations({ connection, write }: Sqlite['writer']): Pick<InvitationStore, 'accept' | 'decline'> {
  const find = prepare<Open>(connection, `select i.id, i.application_id, i.role, a.owner_id ${OPEN} and ${BY_KEY}`);
  const signedIn = prepareSignedIn(connection);
  const insert = prepare(
    connection,
    `insert into application_members (application_id, account_id, role, created_at)
     values ($applicationId, $accountId, $role, $now) on conflict do nothing`,
  );
  const spend = prepare(connection, 'delete from invitations where id = $id');
  const endLinks = prepare(connection, END_LINKS);
  const requireSettled = prepareRequireSettled(connection);

  return {
    accept: ({ key, accountId, sessionId, now }) =>
      write(() => {
        const found = find.get(ofKey(key, accountId, now));
        if (!found || !signedIn({ sessionId }, accountId, now)) return { kind: 'gone' as const };
        requireSettled({ accountId, now });
        const { id, applicationId, role, ownerId } = found;
        const isNew = ownerId !== accountId && insert.run({ applicationId, accountId, role, now }) === 1;
        if (!isNew) return { kind: 'member-already' as const, applicationId };
        spend.run({ id });
        if (role === 'editor') endLinks.run({ accountId });
        return { kind: 'accepted' as const, applicationId };
      }),
    decline: ({ key, accountId, now }) =>
      write(() => {
        const found = find.get(ofKey(key, accountId, now));
        return found !== undefined && spend.run(found) === 1;
      }),
  };
}

function prepareSignedIn(connection: Sqlite['writer']['connection']) {
  const session = prepare(connection, `select 1 where ${SESSION_LIVES}`);
  const apiToken = prepare(connection, `select 1 where ${API_TOKEN_LIVES}`);
  return (by: SignedInBy, accountId: string, now: number): boolean =>
    ('sessionId' in by ? session : apiToken).get({ ...by, accountId, now }) !== undefined;
}

const ofKey = (key: InvitationKey, accountId: string, now: number) => ({
  tokenHash: 'tokenHash' in key ? key.tokenHash : undefined,
  id: 'id' in key ? key.id : undefined,
  accountId,
  now,
});
