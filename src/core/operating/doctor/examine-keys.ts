// Checks the signing keys and the server's secret: whether the secret decrypts the keys, and whether both are sound.
import { whyGuessable } from '../../ground/guessable-secret.ts';
import { createServerSecrets, type ServerSecrets } from '../../ground/secrets.ts';
import { currentAndFutureKeys, currentKey, nextKey, SIGNING_KEY_DAYS } from '../../server/keys/key-schedule.ts';
import { openedBy } from '../../server/keys/rewrap-signing-keys.ts';
import type { SealedValue } from '../../server/keys/sealed-value-store.ts';
import { checkOpenedBy } from '../../server/keys/secret-check.ts';
import { SIGNING_ALGORITHMS, type SigningAlgorithm, type SigningKey } from '../../server/keys/signing-key.ts';
import { signerKeysOpenedBy } from '../../sign-in/passwords/signer-keys.ts';
import { DAY_MS, days, type Finding, fault, findingOf, ok, warning } from './finding.ts';

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

const REWRAP = 'run latchkey keys rewrap before you remove secret_previous';

export const KEY_FINDINGS = {
  'secret-missing': warning(
    'secrets',
    'there is no secret yet ({where})',
    'the first start creates it; for a database that was moved here, copy its secret',
  ),
  'secret-foreign': fault('secrets', 'the secret ({where}) is not the one of this database', OLD_SECRET),
  'secret-guessable': fault('secrets', 'the secret ({where}) can be guessed', NEW_SECRET),
  'secret-unchanged': warning('secrets', 'secret_previous is the same as the secret', 'remove it from the settings'),
  'secret-previous': warning('secrets', 'the database still uses the previous secret', REWRAP),
  'secret-good': ok('secrets', '{bytes} bytes ({where})'),
  'keys-none': ok('keys', 'none yet: they are created when they are first needed'),
  'key-foreign': fault('keys', '{algorithm}: a key was encrypted with another secret ({where})', OLD_SECRET),
  'key-previous': warning('keys', '{algorithm}: a key is still encrypted with the previous secret', REWRAP),
  'key-overdue': fault(
    'keys',
    '{algorithm}: in use for {age} days, although keys are rotated every {most} days',
    'a running server rotates keys: start it, or check its log for the reason',
  ),
  'key-in-time': ok('keys', '{algorithm}: in use for {age} days, the next key in {left} days'),
  'signer-keys-good': ok('keys', 'passwords imported from Firebase can be checked'),
  'signer-keys-previous': warning(
    'keys',
    'the Firebase signer keys are still encrypted with the previous secret',
    REWRAP,
  ),
  'signer-keys-foreign': fault(
    'keys',
    'the Firebase signer keys were encrypted with another secret ({where}): nobody can sign in with a password imported from Firebase',
    'set the previous secret as secret_previous and run latchkey keys rewrap; if it is lost, run the import of Firebase again',
  ),
} as const;
const tell = findingOf(KEY_FINDINGS);

export function examineSecrets({ secret, previous, check, where }: SecretFacts): Finding[] {
  if (!secret) return [tell('secret-missing', { where })];
  const ownedBy = check && checkOpenedBy({ secrets: secretsOf(secret, previous) }, check);
  if (check && !ownedBy) return [tell('secret-foreign', { where })];
  const text = Buffer.from(secret).toString('latin1');
  if (GUESSABLE.test(text) || whyGuessable(secret) !== undefined) return [tell('secret-guessable', { where })];
  if (previous && Buffer.compare(secret, previous) === 0) return [tell('secret-unchanged')];
  if (ownedBy === 'previous') return [tell('secret-previous')];
  return [tell('secret-good', { bytes: secret.byteLength, where })];
}

const secretsOf = (secret: Uint8Array, previous: Uint8Array | undefined): ServerSecrets =>
  previous ? createServerSecrets(secret, previous) : createServerSecrets(secret);

export type KeyFacts = {
  keys: readonly SigningKey[];
  secrets: SecretFacts;
  now: number;
};

export function examineKeys({ keys, secrets, now }: KeyFacts): Finding[] {
  if (keys.length === 0) return [tell('keys-none')];
  const { secret, previous, where } = secrets;
  const ring = secret && { secrets: secretsOf(secret, previous) };
  return SIGNING_ALGORITHMS.flatMap((algorithm) => {
    const signing = currentAndFutureKeys(keys, algorithm, now);
    if (signing.length === 0) return [];
    const opened = signing.map((key) => ring && openedBy(ring, key));
    if (opened.includes(undefined)) return [tell('key-foreign', { algorithm, where })];
    const age = examineAge(algorithm, keys, now);
    return opened.includes('previous') ? [tell('key-previous', { algorithm }), age] : [age];
  });
}

function examineAge(algorithm: SigningAlgorithm, keys: readonly SigningKey[], now: number): Finding {
  const current = currentKey(keys, algorithm, now) as SigningKey;
  const changesAt = nextKey(keys, algorithm, now)?.signsFrom ?? current.signsFrom + SIGNING_KEY_DAYS * DAY_MS;
  const age = days(now - current.signsFrom);
  if (changesAt + DAY_MS < now) return tell('key-overdue', { algorithm, age, most: SIGNING_KEY_DAYS });
  return tell('key-in-time', { algorithm, age, left: days(changesAt - now) });
}

/** The keys without which passwords that were imported from Firebase cannot be checked (contract 30). */
export function examineSignerKeys(
  signerKeys: SealedValue | undefined,
  { secret, previous, where }: SecretFacts,
): Finding[] {
  if (!signerKeys) return [];
  const openedBy = secret && signerKeysOpenedBy({ secrets: secretsOf(secret, previous) }, signerKeys);
  if (openedBy === 'current') return [tell('signer-keys-good')];
  return [openedBy === 'previous' ? tell('signer-keys-previous') : tell('signer-keys-foreign', { where })];
}
