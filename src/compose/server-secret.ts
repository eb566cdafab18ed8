// Checks, before anything is encrypted with the server's secret, that it is the database's secret and that the signing
// keys can be decrypted.
import type { Logger } from 'pino';
import type { Ports } from '../core/operating/ports.ts';
import { examineSigningKeys } from '../core/server/keys/rewrap-signing-keys.ts';
import { checkServerSecret } from '../core/server/keys/secret-check.ts';
import type { SigningKey } from '../core/server/keys/signing-key.ts';
import { StartRefused } from './start-refused.ts';

type SecretPorts = Pick<Ports, 'keys' | 'sealedValues' | 'clock' | 'secrets'>;

/**
 * Runs before the server serves. At the first start the secret becomes the database's. Logs one warning when something
 * still needs the previous secret.
 * @throws StartRefused when the secret is not the database's, or when neither secret decrypts a key that signs now or
 *   later
 */
export async function requireServerSecret(ports: SecretPorts, logger: Pick<Logger, 'warn'>): Promise<void> {
  const fault = await findSecretFault(ports);
  if (fault !== undefined) throw new StartRefused(fault);
  const { underPrevious } = await examineSigningKeys(ports);
  if (underPrevious.length === 0 && (await checkServerSecret(ports)) === 'current') return;
  const keys = underPrevious.map(({ id }) => id);
  logger.warn({ keys }, 'The database still needs the previous secret: run latchkey keys rewrap before you remove it');
}

/**
 * Returns why nothing may be encrypted with the secret, in one line; undefined: it may be used.
 * @param options.adopt whether, as at the start, a new database takes the secret as its own
 */
export async function findSecretFault(ports: SecretPorts, { adopt = true } = {}): Promise<string | undefined> {
  const { locked } = await examineSigningKeys(ports);
  if (locked.length > 0) return lockedKeysMessage(locked);
  return (await checkServerSecret(ports, { adopt })) === undefined ? WRONG_SECRET : undefined;
}

const WHAT_TO_DO =
  'set LATCHKEY_SECRET_PREVIOUS to that one and run `latchkey keys rewrap`; ' +
  'if it is lost, run `latchkey keys rotate --new-secret`';

/** For an operator who gave the wrong secret; one line. */
export const WRONG_SECRET = `LATCHKEY_SECRET is not the secret of this database: set the right one; if you changed the secret, ${WHAT_TO_DO}`;

/** For an operator who changed or lost the secret; one line. */
const lockedKeysMessage = (locked: readonly SigningKey[]): string =>
  `The signing keys (${[...new Set(locked.map(({ algorithm }) => algorithm))].join(', ')}) were encrypted with another secret: ${WHAT_TO_DO}`;
