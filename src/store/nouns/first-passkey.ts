// What adding a passkey and creating an account with one share. The account's row is locked, or new.
import type { Passkey } from '../../core/sign-in/passkeys/passkey.ts';
import type { AnsweredChallenge } from '../../core/sign-in/passkeys/passkey-use.ts';
import { count, type Intent } from '../intent.ts';
import { statement, table } from '../statement.ts';

export const USED_CHALLENGES = table('used_challenges', 'challenge_hash', {
  bytes: 'challenge_hash',
  integer: 'expires_at',
});

const REMEMBER = statement(`
  insert into used_challenges (challenge_hash, expires_at) values ($challengeHash, $challengeExpiresAt)
  on conflict do nothing`);
/** Takes a `Passkey`. Inserts nothing when some account has it: another one may add the same credential at once. */
export const INSERT_PASSKEY = statement(`
  insert into passkeys (id, account_id, user_handle, credential_id, public_key, sign_count, rp_id, name, aaguid,
    transports, backup_eligible, backed_up, created_at, known_since, set_up_behind, last_used_at, counter_fell_at)
  values ($id, $accountId, $userHandle, $credentialId, $publicKey, $signCount, $rpId, $name, $aaguid,
    $transports, $backupEligible, $backedUp, $createdAt, $knownSince, $setUpBehind, $lastUsedAt, $counterFellAt)
  on conflict (credential_id) do nothing`);

/** False: the challenge was answered before. */
export function* answerChallenge({ challengeHash, challengeExpiresAt }: AnsweredChallenge): Intent<boolean> {
  return (yield* count(REMEMBER, { challengeHash, challengeExpiresAt })) === 1;
}

/** False: some account has it. */
export function* insertPasskey(passkey: Passkey): Intent<boolean> {
  return (yield* count(INSERT_PASSKEY, passkey)) === 1;
}
