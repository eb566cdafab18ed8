// What adding a passkey and creating an account with one share. The account's row is locked, or new.
import type { Passkey } from '../../core/passkeys/passkey.ts';
import type { AnsweredChallenge } from '../../core/passkeys/passkey-use.ts';
import type { Run } from './run.ts';
import { statement } from './statement.ts';

const REMEMBER = statement(`
  insert into used_challenges (challenge_hash, expires_at) values ($challengeHash, $challengeExpiresAt)
  on conflict do nothing`);
// Another account may add the same credential at once.
const INSERT = statement(`
  insert into passkeys (id, account_id, user_handle, credential_id, public_key, sign_count, rp_id, name, aaguid, transports,
    backup_eligible, backed_up, created_at, known_since, set_up_behind, last_used_at, counter_fell_at)
  values ($id, $accountId, $userHandle, $credentialId, $publicKey, $signCount, $rpId, $name, $aaguid, $transports,
    $backupEligible, $backedUp, $createdAt, $knownSince, $setUpBehind, $lastUsedAt, $counterFellAt)
  on conflict (credential_id) do nothing`);

/** False: the challenge was answered before. */
export const answerChallenge = async (
  run: Run,
  { challengeHash, challengeExpiresAt }: AnsweredChallenge,
): Promise<boolean> => (await run(REMEMBER, { challengeHash, challengeExpiresAt })).count === 1;

/** False: some account has it. */
export const insertPasskey = async (run: Run, passkey: Passkey): Promise<boolean> =>
  (await run(INSERT, passkey)).count === 1;
