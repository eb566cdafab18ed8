// Proofs of an address on PostgreSQL. The account's row is locked before its proofs, so that of several callers one
// finds them.

import type { Account } from '../../core/accounts/account.ts';
import { type EmailProof, MAX_PROOFS, MAX_WRONG_CODES } from '../../core/verification/email-proof.ts';
import type { EmailProofStore } from '../../core/verification/email-proof-store.ts';
import { STAFF } from '../roles.ts';
import { ListOf } from '../statement.ts';
import { requireMayAct } from './account-act.ts';
import { INSERT_ACCOUNT } from './account-store.ts';
import { findDoubt, STANDING_KEY } from './doubt.ts';
import { END_API_TOKENS, END_LINKS, END_SESSIONS } from './end-access.ts';
import { LOCK_ACCOUNT } from './locks.ts';
import type { Postgres } from './postgres.ts';
import { queueMail } from './queue-mail.ts';
import { LOCK_WHOLE_ACCOUNT as LOCK, removeAccount } from './remove-account.ts';
import type { Run } from './run.ts';
import { requireProof } from './session-proof.ts';
import { statement } from './statement.ts';

/**
 * Proofs `p` that can be used, with their account `a`. Takes `now`. A link for a password is mailed to the account's
 * address; a code that proves who somebody is, to the address that stands.
 */
const LIVE = `
  email_proofs p join accounts a on a.id = p.account_id
    and p.email_key = case p.purpose when 'password' then a.email_key else ${STANDING_KEY} end
  where p.expires_at > $now and a.disabled_at is null`;
/** Condition: a mailed link may set the password of the account `a`. The rule of `mayReset`. */
const MAY_RESET = `(a.email_verified or (a.role not in ${STAFF} and not exists (
  select 1 from applications where owner_id = a.id)))`;

/** Condition: the mail still says the truth about the account. A link for a password ends with the sign-ins. */
const FOR_PASSWORD = `
  p.purpose = 'password' and p.sign_in_epoch = a.sign_in_epoch and ${MAY_RESET}`;
/** A proof is more than what an operator stated. */
const VERIFY = `
  email_verified = true, email_verified_by = 'mail',
  email_verified_at = case when email_verified and email_verified_by = 'mail' then email_verified_at else $now::bigint end,
  updated_at = case when email_verified then updated_at else $now::bigint end`;

const FIND = statement(
  `select p.* from ${LIVE} and p.token_hash = $tokenHash and (p.purpose = 'address' or (${FOR_PASSWORD}))`,
);

const ANSWER = statement('delete from reset_requests where id = $requestId');
const INSERT = statement(`
  insert into email_proofs (id, account_id, purpose, email_key, token_hash, code_mac, sign_in_epoch, created_at,
    expires_at)
  select $id, id, $purpose::text, $emailKey::text, $tokenHash::bytea, $codeMac::bytea, $signInEpoch::bigint,
    $createdAt::bigint, $expiresAt::bigint
  from accounts a where id = $accountId and disabled_at is null
    and $emailKey::text = case $purpose::text when 'password' then email_key else ${STANDING_KEY} end
    and ($purpose::text <> 'password' or ${MAY_RESET})`);
const REMOVE_OLDEST = statement(`
  with oldest as (
    select id from email_proofs where account_id = $accountId and purpose = $purpose
    order by created_at desc, id desc offset ${MAX_PROOFS}
  )
  delete from email_proofs p using oldest where p.id = oldest.id`);

const OF_ADDRESS = `${LIVE} and p.account_id = $accountId and p.purpose = 'address'`;
const BY_LINK = statement(`select p.email_key from ${OF_ADDRESS} and p.token_hash = $tokenHash`);
const BY_CODE = statement(
  `select p.email_key from ${OF_ADDRESS} and p.code_mac = any($codeMacs) and p.wrong_codes < ${MAX_WRONG_CODES}`,
);
const COUNT_WRONG = statement(
  "update email_proofs set wrong_codes = wrong_codes + 1 where account_id = $accountId and purpose = 'address'",
);
const SPEND_ADDRESS = statement("delete from email_proofs where account_id = $accountId and purpose = 'address'");
const VERIFY_CLAIMED = statement(`update accounts set ${VERIFY} where id = $accountId returning *`);
const VERIFY_ADDRESS = statement(`
  update accounts set ${VERIFY} where id = $accountId and email_key = $emailKey`);

const LOCK_ACCOUNT_OF_LINK = statement(`
  select 1 from accounts where id = (select account_id from email_proofs where token_hash = $tokenHash)
  for no key update`);
const LIVE_PASSWORD_LINK = statement(`
  select a.id as account_id, a.email, a.email_key from ${LIVE} and p.token_hash = $tokenHash and ${FOR_PASSWORD}`);
/** Whether whoever claims the account may start with an empty one. The rule of `findClaim`. */
const MAY_START_EMPTY = statement(`
  select 1 from accounts where id = $accountId and not email_verified and origin = 'sign-up'
    and not exists (select 1 from applications where owner_id = $accountId)`);
// Whoever has not proven the address may be somebody else, and so may the one who set up the codes: they go. An account
// whose address was verified keeps them, and starts the count of wrong codes anew.
const END_CODES = ['one_time_codes', 'recovery_codes', 'passkeys'].map((table) =>
  statement(
    `delete from ${table} where account_id = (select id from accounts where id = $accountId and not email_verified)`,
  ),
);
const HAS_CODES = statement('select 1 from one_time_codes where account_id = $accountId');
const ACCEPT_CODES = statement(
  'update one_time_codes set tries_in_row = 0, wrong_in_row = 0 where account_id = $accountId',
);
const NOTE_PROOF = statement('update sessions set address_proven_at = $now where id = $sessionId');
const SPEND_ALL = statement('delete from email_proofs where account_id = $accountId');
const SET_PASSWORD = statement(`
  update accounts set password_hash = $passwordHash, sign_in_epoch = sign_in_epoch + 1,
    grant_epoch = grant_epoch + 1, device_epoch = device_epoch + 1
  where id = $accountId returning *`);

export const createEmailProofStore = (postgres: Postgres): EmailProofStore => ({
  issue: (input) => issueProof(postgres, input),
  find: async (tokenHash, now) => (await postgres.read<EmailProof>(FIND, { tokenHash, now }))[0],
  proveAddress: (input) => proveAddress(postgres, input),
  redeemForPassword: (input) => redeemForPassword(postgres, input),
});

type Input<Method extends keyof EmailProofStore> = Parameters<EmailProofStore[Method]>[0];

const issueProof = (
  { transaction }: Postgres,
  { proof, mail, notice, requestId, by }: Input<'issue'>,
): Promise<boolean> =>
  transaction(async (run) => {
    const { accountId, createdAt: now } = proof;
    await requireMayAct(run, { by, accountId, now });
    await run(LOCK_ACCOUNT, proof);
    if (requestId !== undefined && (await run(ANSWER, { requestId })).count === 0) return false;
    if ((await run(INSERT, { ...proof, now })).count === 0) return false;
    await run(REMOVE_OLDEST, proof);
    await queueMail(run, mail);
    const former = notice && (await findDoubt(run, { accountId, now }));
    if (former) await queueMail(run, { ...notice, email: former.email });
    return true;
  });

/** The address that a mail proved. */
type Proven = Pick<EmailProof, 'emailKey'>;

const proveAddress = (
  { transaction }: Postgres,
  { accountId, by, session, now }: Input<'proveAddress'>,
): ReturnType<EmailProofStore['proveAddress']> =>
  transaction(async (run) => {
    // Before the session's check, which locks the account less strictly.
    await run(LOCK_ACCOUNT, { accountId });
    await requireProof(run, session);
    const found =
      'tokenHash' in by
        ? await run<Proven>(BY_LINK, { accountId, tokenHash: by.tokenHash, now })
        : await run<Proven>(BY_CODE, { accountId, codeMacs: new ListOf(by.codeMacs), now });
    const [proven] = found.rows;
    if (!proven) {
      if ('codeMacs' in by) await run(COUNT_WRONG, { accountId });
      return 'wrong';
    }
    await run(SPEND_ADDRESS, { accountId });
    await run(VERIFY_ADDRESS, { accountId, ...proven, now });
    await run(NOTE_PROOF, { sessionId: session.sessionId, now });
    return 'proven';
  });

const redeemForPassword = (
  { transaction }: Postgres,
  { tokenHash, passwordHash, claim, mail, now }: Input<'redeemForPassword'>,
): ReturnType<EmailProofStore['redeemForPassword']> =>
  transaction(async (run) => {
    await run(LOCK_ACCOUNT_OF_LINK, { tokenHash });
    const [found] = (await run<Redeemed>(LIVE_PASSWORD_LINK, { tokenHash, now })).rows;
    if (!found) return undefined;
    if (typeof claim === 'object') return replaceAccount(run, found, { ...claim, passwordHash });
    const { accountId } = found;
    const keepsCodes = claim === 'prove-factor';
    if (keepsCodes && (await run(HAS_CODES, { accountId })).count === 0) return undefined;
    await run(END_SESSIONS, { accountId, keepSessionId: undefined, now });
    const ends = [SPEND_ALL, END_LINKS, END_API_TOKENS, ...(keepsCodes ? [] : END_CODES), ACCEPT_CODES];
    for (const end of ends) await run(end, { accountId });
    const { rows: set } = await run<Account>(SET_PASSWORD, { accountId, passwordHash });
    const { rows } = keepsCodes ? { rows: set } : await run<Account>(VERIFY_CLAIMED, { accountId, now });
    // After the address is proven: it gets every notice from here on.
    await queueMail(run, mail);
    return rows[0];
  });

/** The account of a link that is being redeemed. */
type Redeemed = Pick<Account, 'email' | 'emailKey'> & { accountId: string };

/** Deletes the account, and creates the other one with its address. Undefined: it may not be started empty. */
async function replaceAccount(
  run: Run,
  { accountId, email, emailKey }: Redeemed,
  account: Account,
): Promise<Account | undefined> {
  await run(LOCK, { id: accountId });
  if ((await run(MAY_START_EMPTY, { accountId })).count === 0) return undefined;
  await removeAccount(run, { id: accountId, now: account.createdAt });
  const created = { ...account, email, emailKey };
  await run(INSERT_ACCOUNT, created);
  return created;
}
