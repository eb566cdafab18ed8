// Proofs of an address. The account's row is locked before its proofs, so that of several callers one finds them.
import type { Account } from '../../core/ground/accounts/account.ts';
import { type EmailProof, MAX_PROOFS, MAX_WRONG_CODES } from '../../core/people/verification/email-proof.ts';
import type { EmailProofStore } from '../../core/people/verification/email-proof-store.ts';
import { type Base, count, type Intent, lock, row } from '../intent.ts';
import { STAFF } from '../roles.ts';
import { ListOf, statement, table } from '../statement.ts';
import { requireMayAct } from './account-act.ts';
import { findDoubt, STANDING_KEY } from './doubt.ts';
import { END_API_TOKENS, END_LINKS } from './end-access.ts';
import { END_SESSIONS } from './end-sessions.ts';
import { INSERT_ACCOUNT } from './insert-account.ts';
import { LOCK_ACCOUNT } from './locks.ts';
import { queueMail } from './queue-mail.ts';
import { LOCK_WHOLE_ACCOUNT as LOCK, removeAccount } from './remove-account.ts';
import { requireProof } from './session-proof.ts';

export const EMAIL_PROOFS = table('email_proofs', 'id', {
  text: 'id account_id purpose email_key',
  bytes: 'token_hash code_mac',
  integer: 'wrong_codes sign_in_epoch created_at expires_at',
});

/**
 * Proofs `p` that can be used, with their account `a`. Takes `now`. A link for a password is mailed to the account's
 * address; a code that proves who somebody is, to the address that stands.
 */
const LIVE = `
  email_proofs p join accounts a on a.id = p.account_id
    and p.email_key = case p.purpose when 'password' then a.email_key else ${STANDING_KEY} end
  where p.expires_at > $now and a.disabled_at is null`;
/** Condition: a mailed link may set the password of the account `a`. The rule of `mayReset`. */
const MAY_RESET = `(a.email_verified or (a.role not in ${STAFF} and (
  select 1 from applications where owner_id = a.id limit 1) is null))`;

/** Condition: the mail still says the truth about the account. A link for a password ends with the sign-ins. */
const FOR_PASSWORD = `
  p.purpose = 'password' and p.sign_in_epoch = a.sign_in_epoch and ${MAY_RESET}`;
/** A proof is more than what an operator stated. */
const VERIFY = `
  email_verified = true, email_verified_by = 'mail',
  email_verified_at = case when email_verified and email_verified_by = 'mail' then email_verified_at
    else $now::bigint end,
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
  delete from email_proofs where account_id = $accountId and purpose = $purpose and id in (
    select id from email_proofs where account_id = $accountId and purpose = $purpose
    order by created_at desc, id desc limit all offset ${MAX_PROOFS})`);

const OF_ADDRESS = `${LIVE} and p.account_id = $accountId and p.purpose = 'address'`;
const BY_LINK = statement(`select p.email_key from ${OF_ADDRESS} and p.token_hash = $tokenHash`);
const BY_CODE = statement(
  `select p.email_key from ${OF_ADDRESS} and p.code_mac = any($codeMacs::bytea[]) and p.wrong_codes < ${MAX_WRONG_CODES}`,
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

export const createEmailProofStore = (base: Base): EmailProofStore => ({
  issue: (input) => issueProof(base, input),
  find: (tokenHash, now) => base.row<EmailProof>(FIND, { tokenHash, now }),
  proveAddress: (input) => proveAddress(base, input),
  redeemForPassword: (input) => redeemForPassword(base, input),
});

type Input<Method extends keyof EmailProofStore> = Parameters<EmailProofStore[Method]>[0];

const issueProof = (base: Base, { proof, mail, notice, requestId, by }: Input<'issue'>): Promise<boolean> =>
  base.write(function* () {
    const { accountId, createdAt: now } = proof;
    yield* requireMayAct({ by, accountId, now });
    yield* lock(LOCK_ACCOUNT, proof);
    if (requestId !== undefined && (yield* count(ANSWER, { requestId })) === 0) return false;
    if ((yield* count(INSERT, { ...proof, now })) === 0) return false;
    yield* count(REMOVE_OLDEST, proof);
    yield* queueMail(mail);
    const former = notice && (yield* findDoubt({ accountId, now }));
    if (former) yield* queueMail({ ...notice, email: former.email });
    return true;
  });

/** The address that a mail proved. */
type Proven = Pick<EmailProof, 'emailKey'>;

const proveAddress = (
  base: Base,
  { accountId, by, session, now }: Input<'proveAddress'>,
): ReturnType<EmailProofStore['proveAddress']> =>
  base.write(function* () {
    // Before the session's check, which locks the account less strictly.
    yield* lock(LOCK_ACCOUNT, { accountId });
    yield* requireProof(session);
    const proven =
      'tokenHash' in by
        ? yield* row<Proven>(BY_LINK, { accountId, tokenHash: by.tokenHash, now })
        : yield* row<Proven>(BY_CODE, { accountId, codeMacs: new ListOf(by.codeMacs), now });
    if (!proven) {
      if ('codeMacs' in by) yield* count(COUNT_WRONG, { accountId });
      return 'wrong';
    }
    yield* count(SPEND_ADDRESS, { accountId });
    yield* count(VERIFY_ADDRESS, { accountId, ...proven, now });
    yield* count(NOTE_PROOF, { sessionId: session.sessionId, now });
    return 'proven';
  });

const redeemForPassword = (
  base: Base,
  { tokenHash, passwordHash, claim, mail, now }: Input<'redeemForPassword'>,
): ReturnType<EmailProofStore['redeemForPassword']> =>
  base.write(function* () {
    yield* lock(LOCK_ACCOUNT_OF_LINK, { tokenHash });
    const found = yield* row<Redeemed>(LIVE_PASSWORD_LINK, { tokenHash, now });
    if (!found) return undefined;
    if (typeof claim === 'object') return yield* replaceAccount(found, { ...claim, passwordHash });
    const { accountId } = found;
    const keepsCodes = claim === 'prove-factor';
    if (keepsCodes && (yield* count(HAS_CODES, { accountId })) === 0) return undefined;
    yield* count(END_SESSIONS, { accountId, keepSessionId: undefined, now });
    const ends = [SPEND_ALL, END_LINKS, END_API_TOKENS, ...(keepsCodes ? [] : END_CODES), ACCEPT_CODES];
    for (const end of ends) yield* count(end, { accountId });
    const set = yield* row<Account>(SET_PASSWORD, { accountId, passwordHash });
    const account = keepsCodes ? set : yield* row<Account>(VERIFY_CLAIMED, { accountId, now });
    // After the address is proven: it gets every notice from here on.
    yield* queueMail(mail);
    return account;
  });

/** The account of a link that is being redeemed. */
type Redeemed = Pick<Account, 'email' | 'emailKey'> & { accountId: string };

/** Deletes the account, and creates the other one with its address. Undefined: it may not be started empty. */
function* replaceAccount({ accountId, email, emailKey }: Redeemed, account: Account): Intent<Account | undefined> {
  yield* lock(LOCK, { id: accountId });
  if ((yield* count(MAY_START_EMPTY, { accountId })) === 0) return undefined;
  yield* removeAccount({ id: accountId, now: account.createdAt });
  const created = { ...account, email, emailKey };
  yield* count(INSERT_ACCOUNT, created);
  return created;
}
