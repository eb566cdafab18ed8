// Proofs of an address on SQLite. Deleting the rows spends them: only one transaction can delete them.

import type { Account } from '../../core/accounts/account.ts';
import { type EmailProof, MAX_PROOFS, MAX_WRONG_CODES } from '../../core/verification/email-proof.ts';
import type { EmailProofStore } from '../../core/verification/email-proof-store.ts';
import { STAFF } from '../roles.ts';
import { prepareRequireMayAct } from './account-act.ts';
import { INSERT_ACCOUNT } from './account-store.ts';
import { prepareFindDoubt, STANDING_KEY } from './doubt.ts';
import { prepareEndSessions } from './end-sessions.ts';
import { prepareQueueMail } from './queue-mail.ts';
import { prepareRemoveAccount } from './remove-account.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

/**
 * Proofs `p` that can be used, with their account `a`. Takes `now`. A link for a password is mailed to the account's
 * address; a code that proves who somebody is, to the address that stands.
 */
const LIVE = `
  email_proofs p join accounts a on a.id = p.account_id
    and p.email_key = case p.purpose when 'password' then a.email_key else ${STANDING_KEY} end
  where p.expires_at > $now and a.disabled_at is null`;

/** Condition: a mailed link may set the password of the account `a`. The rule of `mayReset`. */
const MAY_RESET = `(a.email_verified = 1 or (a.role not in ${STAFF} and not exists (
  select 1 from applications where owner_id = a.id)))`;

/** Condition: the mail still says the truth about the account. A link for a password ends with the sign-ins. */
const FOR_PASSWORD = `
  p.purpose = 'password' and p.sign_in_epoch = a.sign_in_epoch and ${MAY_RESET}`;

/** Condition: whoever claims the account may start with an empty one. The rule of `findClaim`. */
const MAY_START_EMPTY = `
  email_verified = 0 and origin = 'sign-up'
  and not exists (select 1 from applications where owner_id = accounts.id)`;

/** A proof is more than what an operator stated. */
const VERIFY = `
  email_verified = 1, email_verified_by = 'mail',
  email_verified_at = case when email_verified = 1 and email_verified_by = 'mail' then email_verified_at else $now end,
  updated_at = case when email_verified = 1 then updated_at else $now end`;

export function createEmailProofStore({ writer, reader }: Sqlite): EmailProofStore {
  const find = prepare<EmailProof>(
    reader.connection,
    `select p.* from ${LIVE} and p.token_hash = $tokenHash and (p.purpose = 'address' or (${FOR_PASSWORD}))`,
  );
  return {
    issue: issueProof(writer),
    find: (tokenHash, now) => reader.read(() => find.get({ tokenHash, now })),
    proveAddress: proveAddress(writer),
    redeemForPassword: redeemForPassword(writer),
  };
}

function issueProof({ connection, write }: Sqlite['writer']): EmailProofStore['issue'] {
  const answer = prepare(connection, 'delete from reset_requests where id = $requestId');
  const insert = prepare(
    connection,
    `insert into email_proofs (id, account_id, purpose, email_key, token_hash, code_mac, sign_in_epoch, created_at,
       expires_at)
     select $id, $accountId, $purpose, $emailKey, $tokenHash, $codeMac, $signInEpoch, $createdAt, $expiresAt
     from accounts a where id = $accountId and disabled_at is null
       and $emailKey = case $purpose when 'password' then email_key else ${STANDING_KEY} end
       and ($purpose <> 'password' or ${MAY_RESET})`,
  );
  const removeOldest = prepare(
    connection,
    `delete from email_proofs where account_id = $accountId and purpose = $purpose and id not in (
       select id from email_proofs where account_id = $accountId and purpose = $purpose
       order by created_at desc, id desc limit ${MAX_PROOFS})`,
  );
  const queueMail = prepareQueueMail(connection);
  const requireMayAct = prepareRequireMayAct(connection);
  const findDoubt = prepareFindDoubt(connection);
  return ({ proof, mail, notice, requestId, by }) =>
    write(() => {
      const { accountId, createdAt: now } = proof;
      requireMayAct({ by, accountId, now });
      if (requestId !== undefined && answer.run({ requestId }) === 0) return false;
      if (insert.run({ ...proof, now }) === 0) return false;
      removeOldest.run(proof);
      queueMail(mail);
      const former = notice && findDoubt({ accountId, now });
      if (former) queueMail({ ...notice, email: former.email });
      return true;
    });
}

/** The address that a mail proved. */
type Proven = Pick<EmailProof, 'emailKey'>;

function proveAddress({ connection, write }: Sqlite['writer']): EmailProofStore['proveAddress'] {
  const requireProof = prepareRequireProof(connection);
  const of = `${LIVE} and p.account_id = $accountId and p.purpose = 'address'`;
  const byLink = prepare<Proven>(connection, `select p.email_key from ${of} and p.token_hash = $tokenHash`);
  const byCode = prepare<Proven>(
    connection,
    `select p.email_key from ${of} and p.code_mac = $codeMac and p.wrong_codes < ${MAX_WRONG_CODES}`,
  );
  const countWrong = prepare(
    connection,
    "update email_proofs set wrong_codes = wrong_codes + 1 where account_id = $accountId and purpose = 'address'",
  );
  const verify = prepare(connection, `update accounts set ${VERIFY} where id = $accountId and email_key = $emailKey`);
  const spend = prepare(connection, "delete from email_proofs where account_id = $accountId and purpose = 'address'");
  const noteProof = prepare(connection, 'update sessions set address_proven_at = $now where id = $sessionId');
  return ({ accountId, by, session, now }) =>
    write(() => {
      requireProof(session);
      const proven =
        'tokenHash' in by
          ? byLink.get({ accountId, tokenHash: by.tokenHash, now })
          : by.codeMacs.map((codeMac) => byCode.get({ accountId, codeMac, now })).find(Boolean);
      if (!proven) {
        if ('codeMacs' in by) countWrong.run({ accountId });
        return 'wrong';
      }
      spend.run({ accountId });
      verify.run({ accountId, ...proven, now });
      noteProof.run({ sessionId: session.sessionId, now });
      return 'proven';
    });
}

function redeemForPassword({ connection, write }: Sqlite['writer']): EmailProofStore['redeemForPassword'] {
  const live = prepare<Redeemed>(
    connection,
    `select a.id as account_id, a.email, a.email_key from ${LIVE} and p.token_hash = $tokenHash and ${FOR_PASSWORD}`,
  );
  const endSessions = prepareEndSessions(connection);
  const ends = ['email_proofs', 'one_time_links', 'api_tokens'].map((table) =>
    prepare(connection, `delete from ${table} where account_id = $accountId`),
  );
  // Whoever has not proven the address may be somebody else, and so may the one who set up codes and passkeys: they go.
  // An account whose address was verified keeps them, and starts the count of wrong codes anew.
  const endCodes = ['one_time_codes', 'recovery_codes', 'passkeys'].map((table) =>
    prepare(
      connection,
      `delete from ${table} where account_id = (select id from accounts where id = $accountId and email_verified = 0)`,
    ),
  );
  const hasCodes = prepare(connection, 'select 1 from one_time_codes where account_id = $accountId');
  const acceptCodes = prepare(
    connection,
    'update one_time_codes set tries_in_row = 0, wrong_in_row = 0 where account_id = $accountId',
  );
  const queueMail = prepareQueueMail(connection);
  const setPassword = prepare<Account>(
    connection,
    `update accounts set password_hash = $passwordHash, sign_in_epoch = sign_in_epoch + 1,
       grant_epoch = grant_epoch + 1, device_epoch = device_epoch + 1
     where id = $accountId returning *`,
  );
  const verify = prepare<Account>(connection, `update accounts set ${VERIFY} where id = $accountId returning *`);
  const replace = replaceAccount(connection);
  return ({ tokenHash, passwordHash, claim, mail, now }) =>
    write(() => {
      const found = live.get({ tokenHash, now });
      if (!found) return undefined;
      if (typeof claim === 'object') return replace(found, { ...claim, passwordHash });
      const { accountId } = found;
      const keepsCodes = claim === 'prove-factor';
      if (keepsCodes && !hasCodes.get({ accountId })) return undefined;
      endSessions({ accountId, now });
      for (const end of [...ends, ...(keepsCodes ? [] : endCodes), acceptCodes]) end.run({ accountId });
      const set = setPassword.get({ accountId, passwordHash });
      const account = keepsCodes ? set : verify.get({ accountId, now });
      // After the address is proven: it gets every notice from here on.
      queueMail(mail);
      return account;
    });
}

/** The account of a link that is being redeemed. */
type Redeemed = Pick<Account, 'email' | 'emailKey'> & { accountId: string };

/** Deletes the account, and creates the other one with its address. Undefined: it may not be started empty. */
function replaceAccount(connection: Sqlite['writer']['connection']) {
  const mayStartEmpty = prepare(connection, `select 1 from accounts where id = $accountId and ${MAY_START_EMPTY}`);
  const remove = prepareRemoveAccount(connection);
  const insert = prepare(connection, INSERT_ACCOUNT);
  return ({ accountId, email, emailKey }: Redeemed, account: Account): Account | undefined => {
    if (!mayStartEmpty.get({ accountId })) return undefined;
    remove({ id: accountId, now: account.createdAt });
    const created = { ...account, email, emailKey };
    insert.run(created);
    return created;
  };
}
