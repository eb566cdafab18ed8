// Checks the signing keys and the server's secret: whether the secret decrypts the keys, and whether both are sound.
import { whyGuessable } from '../guessable-secret.ts';
import { currentAndFutureKeys, currentKey, nextKey, SIGNING_KEY_DAYS } from '../keys/key-schedule.ts';
import { openedBy } from '../keys/rewrap-signing-keys.ts';
import type { SealedValue } from '../keys/sealed-value-store.ts';
import { checkOpenedBy } from '../keys/secret-check.ts';
import { SIGNING_ALGORITHMS, type SigningAlgorithm, type SigningKey } from '../keys/signing-key.ts';
import { signerKeysOpenedBy } from '../passwords/signer-keys.ts';
import { createServerSecrets, type ServerSecrets } from '../secrets.ts';
import { DAY_MS, days, type Finding, fault, ok, warning } from './finding.ts';

export type SecretFacts = {
  /** Undefined: the first start creates it. */
  secret: Uint8Array | undefined;
  previous: Uint8Array | undefined;
  /** The value in the database; undefined: nothing there tells which secret belongs to it. */
  check: SealedValue | undefined;
  /** Where the secret is kept, for the operator. */
  where: string;
};

/** Words that people write in place of a secret, and that random text hardly ever contains. */
const GUESSABLE = /example|change.?me|password|secret|latchkey|123456|qwerty|abcdef/i;
const NEW_SECRET =
  'create one with `openssl rand -base64 32`, set secret_previous to this one, then run latchkey keys rewrap';

const OLD_SECRET =
  'set the previous secret, or set it as secret_previous and run latchkey keys rewrap; if it is lost, run latchkey keys rotate --new-secret';

export function examineSecrets({ secret, previous, check, where }: SecretFacts): Finding[] {
  if (!secret)
    return [
      warning(
        'secrets',
        `there is no secret yet (${where})`,
        'the first start creates it; for a database that was moved here, copy its secret',
      ),
    ];
  const ownedBy = check && checkOpenedBy({ secrets: secretsOf(secret, previous) }, check);
  if (check && !ownedBy) return [fault('secrets', `the secret (${where}) is not the one of this database`, OLD_SECRET)];
  const text = Buffer.from(secret).toString('latin1');
  if (GUESSABLE.test(text) || whyGuessable(secret) !== undefined) {
    return [fault('secrets', `the secret (${where}) can be guessed`, NEW_SECRET)];
  }
  if (previous && Buffer.compare(secret, previous) === 0) {
    return [warning('secrets', 'secret_previous is the same as the secret', 'remove it from the settings')];
  }
  if (ownedBy === 'previous') {
    const found = 'the database still uses the previous secret';
    return [warning('secrets', found, 'run latchkey keys rewrap before you remove secret_previous')];
  }
  return [ok('secrets', `${secret.byteLength} bytes (${where})`)];
}

const secretsOf = (secret: Uint8Array, previous: Uint8Array | undefined): ServerSecrets =>
  previous ? createServerSecrets(secret, previous) : createServerSecrets(secret);

export type KeyFacts = {
  keys: readonly SigningKey[];
  secrets: SecretFacts;
  now: number;
};

export function examineKeys({ keys, secrets, now }: KeyFacts): Finding[] {
  if (keys.length === 0) return [ok('keys', 'none yet: they are created when they are first needed')];
  const { secret, previous } = secrets;
  const ring = secret && { secrets: secretsOf(secret, previous) };
  return SIGNING_ALGORITHMS.flatMap((algorithm) => {
    const signing = currentAndFutureKeys(keys, algorithm, now);
    if (signing.length === 0) return [];
    const opened = signing.map((key) => ring && openedBy(ring, key));
    if (opened.includes(undefined)) {
      return [fault('keys', `${algorithm}: a key was encrypted with another secret (${secrets.where})`, OLD_SECRET)];
    }
    const age = examineAge(algorithm, keys, now);
    if (!opened.includes('previous')) return [age];
    const found = `${algorithm}: a key is still encrypted with the previous secret`;
    return [warning('keys', found, 'run latchkey keys rewrap before you remove secret_previous'), age];
  });
}

function examineAge(algorithm: SigningAlgorithm, keys: readonly SigningKey[], now: number): Finding {
  const current = currentKey(keys, algorithm, now) as SigningKey;
  const changesAt = nextKey(keys, algorithm, now)?.signsFrom ?? current.signsFrom + SIGNING_KEY_DAYS * DAY_MS;
  const since = `${algorithm}: in use for ${days(now - current.signsFrom)} days`;
  if (changesAt + DAY_MS < now) {
    const found = `${since}, although keys are rotated every ${SIGNING_KEY_DAYS} days`;
    return fault('keys', found, 'a running server rotates keys: start it, or check its log for the reason');
  }
  return ok('keys', `${since}, the next key in ${days(changesAt - now)} days`);
}

/** The keys without which passwords that were imported from Firebase cannot be checked (contract 30). */
export function examineSignerKeys(
  signerKeys: SealedValue | undefined,
  { secret, previous, where }: SecretFacts,
): Finding[] {
  if (!signerKeys) return [];
  const openedBy = secret && signerKeysOpenedBy({ secrets: secretsOf(secret, previous) }, signerKeys);
  if (openedBy === 'current') return [ok('keys', 'passwords imported from Firebase can be checked')];
  if (openedBy === 'previous') {
    const found = 'the Firebase signer keys are still encrypted with the previous secret';
    return [warning('keys', found, 'run latchkey keys rewrap before you remove secret_previous')];
  }
  const found = `the Firebase signer keys were encrypted with another secret (${where}): nobody can sign in with a password imported from Firebase`;
  const fix =
    'set the previous secret as secret_previous and run latchkey keys rewrap; if it is lost, run the import of Firebase again';
  return [fault('keys', found, fix)];
}
