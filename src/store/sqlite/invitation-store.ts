// Invitations on SQLite. An invitation is spent by deleting its row, and whoever deleted it has spent it.
import type { Invitation, InvitationKey, NewInvitation, SignedInBy } from '../../core/applications/invitation.ts';
import type { InvitationStore } from '../../core/applications/invitation-store.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';

type Row = {
  id: string;
  application_id: string;
  email: string;
  role: Invitation['role'];
  invited_by: string;
  created_at: number;
  expires_at: number;
  application_name: string;
  inviter_email: string;
};

/** Whether `u` may say who belongs to the application `a`. */
const MAY_INVITE = `u.disabled_at is null and (u.role = 'operator' or (u.role = 'owner' and a.owner_id = u.id))`;

/** The open ones: `i`, with the application `a` and the inviter `u`. Takes `now`. */
const OPEN = `
  from invitations i join applications a on a.id = i.application_id join accounts u on u.id = i.invited_by
  where i.expires_at > $now and u.grant_epoch = i.inviter_epoch and ${MAY_INVITE}`;

const SHOWN = `
  select i.id, i.application_id, i.email, i.role, i.invited_by, i.created_at, i.expires_at,
    a.name as application_name, u.email as inviter_email ${OPEN}`;

/** Takes `account_id`: the invitation is to that account's verified address. */
const TO_ACCOUNT = `
  i.email_key = (select email_key from accounts where id = $account_id and email_verified and disabled_at is null)`;

const BY_KEY = `(i.token_hash = $token_hash or (i.id = $id and ${TO_ACCOUNT}))`;

/** Takes `account_id` and `session_id`. */
const SESSION_LIVES = `
  exists (select 1 from sessions s join accounts u on u.id = s.account_id
    where s.id = $session_id and u.id = $account_id and s.expires_at > $now
      and s.sign_in_epoch = u.sign_in_epoch and u.disabled_at is null)`;
const API_TOKEN_LIVES = `
  exists (select 1 from api_tokens t join accounts u on u.id = t.account_id
    where t.id = $api_token_id and u.id = $account_id and (t.expires_at is null or t.expires_at > $now)
      and u.disabled_at is null)`;

type OfKey = { token_hash: Buffer | null; id: string | null; account_id: string; now: number };

export function createInvitationStore({ writer, reader }: Sqlite): InvitationStore {
  const list = reader.connection.prepare<[{ application_id: string; now: number }], Row>(
    `${SHOWN} and i.application_id = $application_id order by i.created_at, i.id`,
  );
  const findByToken = reader.connection.prepare<[{ token_hash: Buffer; now: number }], Row>(
    `${SHOWN} and i.token_hash = $token_hash`,
  );
  const listForAccount = reader.connection.prepare<[{ account_id: string; now: number }], Row>(
    `${SHOWN} and ${TO_ACCOUNT} order by i.created_at, i.id`,
  );
  return {
    list: (id, now) => reader.read(() => list.all({ application_id: id, now }).map(invitationOf)),
    findByToken: (tokenHash, now) =>
      reader.read(() => {
        const row = findByToken.get({ token_hash: tokenHash, now });
        return row && invitationOf(row);
      }),
    listForAccount: (id, now) => reader.read(() => listForAccount.all({ account_id: id, now }).map(invitationOf)),
    ...changeInvitations(writer),
    ...answerInvitations(writer),
  };
}

type Changes = Pick<InvitationStore, 'invite' | 'setRole' | 'withdraw'>;

function changeInvitations({ connection, write }: Sqlite['writer']): Changes {
  const mayInvite = connection
    .prepare<[{ application_id: string; account_id: string }], number>(
      `select 1 from applications a join accounts u on u.id = $account_id where a.id = $application_id and ${MAY_INVITE}`,
    )
    .pluck();
  const signedIn = prepareSignedIn(connection);
  const belongs = connection
    .prepare<[{ application_id: string; email_key: string }], number>(
      `select 1 from accounts u join applications a on a.id = $application_id
       where u.email_key = $email_key and (a.owner_id = u.id or exists (
         select 1 from application_members m where m.application_id = a.id and m.account_id = u.id))`,
    )
    .pluck();
  const removeOthers = connection.prepare<[{ application_id: string; email_key: string; now: number }]>(
    `delete from invitations where application_id = $application_id
       and (email_key = $email_key or id not in (select i.id ${OPEN} and i.application_id = $application_id))`,
  );
  const count = connection
    .prepare<[{ application_id: string }], number>(
      `select (select count(*) from application_members where application_id = $application_id)
         + (select count(*) from invitations where application_id = $application_id)`,
    )
    .pluck();
  const insert = connection.prepare(`
    insert into invitations (id, application_id, email, email_key, role, token_hash, invited_by, inviter_epoch,
      created_at, expires_at)
    select $id, $applicationId, $email, $emailKey, $role, $tokenHash, id, grant_epoch, $createdAt, $expiresAt
    from accounts where id = $invitedBy`);
  const setRole = connection.prepare('update invitations set role = ? where id = ? and application_id = ?');
  const withdraw = connection.prepare('delete from invitations where id = ? and application_id = ?');
  const requireProof = prepareRequireProof(connection);

  return {
    invite: (invitation: NewInvitation, by, most, proof) =>
      write(() => {
        requireProof(proof);
        const { applicationId, emailKey, invitedBy, createdAt: now } = invitation;
        const place = { application_id: applicationId, email_key: emailKey, now };
        if (!mayInvite.get({ application_id: applicationId, account_id: invitedBy })) return 'gone';
        if (!signedIn(by, invitedBy, now)) return 'gone';
        if (belongs.get({ application_id: applicationId, email_key: emailKey })) return 'member-already';
        removeOthers.run(place);
        if ((count.get({ application_id: applicationId }) ?? 0) >= most) return 'too-many';
        insert.run(invitation);
        return 'invited';
      }),
    setRole: (applicationId, id, role, proof) =>
      write(() => {
        requireProof(proof);
        return setRole.run(role, id, applicationId).changes === 1;
      }),
    withdraw: (applicationId, id, proof) =>
      write(() => {
        requireProof(proof);
        return withdraw.run(id, applicationId).changes === 1;
      }),
  };
}

function answerInvitations({ connection, write }: Sqlite['writer']): Pick<InvitationStore, 'accept' | 'decline'> {
  const find = connection.prepare<[OfKey], { id: string; application_id: string; role: string; owner_id: string }>(
    `select i.id, i.application_id, i.role, a.owner_id ${OPEN} and ${BY_KEY}`,
  );
  const signedIn = prepareSignedIn(connection);
  const insert = connection.prepare(`
    insert into application_members (application_id, account_id, role, created_at) values (?, ?, ?, ?)
    on conflict do nothing`);
  const spend = connection.prepare('delete from invitations where id = ?');

  return {
    accept: ({ key, accountId, sessionId, now }) =>
      write(() => {
        const found = find.get(ofKey(key, accountId, now));
        if (!found || !signedIn({ sessionId }, accountId, now)) return { kind: 'gone' as const };
        const { id, application_id: applicationId, role, owner_id: ownerId } = found;
        const isNew = ownerId !== accountId && insert.run(applicationId, accountId, role, now).changes === 1;
        if (!isNew) return { kind: 'member-already' as const, applicationId };
        spend.run(id);
        return { kind: 'accepted' as const, applicationId };
      }),
    decline: ({ key, accountId, now }) =>
      write(() => {
        const found = find.get(ofKey(key, accountId, now));
        return found !== undefined && spend.run(found.id).changes === 1;
      }),
  };
}

function prepareSignedIn(connection: Sqlite['writer']['connection']) {
  const session = connection
    .prepare<[{ session_id: string; account_id: string; now: number }], number>(`select ${SESSION_LIVES}`)
    .pluck();
  const apiToken = connection
    .prepare<[{ api_token_id: string; account_id: string; now: number }], number>(`select ${API_TOKEN_LIVES}`)
    .pluck();
  return (by: SignedInBy, accountId: string, now: number): boolean => {
    const shared = { account_id: accountId, now };
    if ('sessionId' in by) return session.get({ session_id: by.sessionId, ...shared }) === 1;
    return apiToken.get({ api_token_id: by.apiTokenId, ...shared }) === 1;
  };
}

const ofKey = (key: InvitationKey, accountId: string, now: number): OfKey => ({
  token_hash: 'tokenHash' in key ? key.tokenHash : null,
  id: 'id' in key ? key.id : null,
  account_id: accountId,
  now,
});

const invitationOf = (row: Row): Invitation => ({
  id: row.id,
  applicationId: row.application_id,
  email: row.email,
  role: row.role,
  invitedBy: row.invited_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  applicationName: row.application_name,
  inviterEmail: row.inviter_email,
});
