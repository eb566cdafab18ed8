// The server's secret and the one before it, as the settings give them: as a text or in a file. What is too short, or
// can be guessed, is a fault that does not show it.
import { whyGuessable } from '../core/guessable-secret.ts';
import { readDatabaseUrl } from './database-url.ts';
import type { SettingFault } from './fault.ts';
import type { SettingKey, SettingValues } from './schema.ts';
import { createSecretFile, readSecretFile, SecretFileFault } from './secret-file.ts';

/** Where each setting's value came from, as its faults name it. */
export type Origins = (key: SettingKey) => string;

/**
 * The secret, from the setting or its file. A missing file is made, but never beside a database that already stands:
 * with another secret nobody's cookies, refresh tokens and keys would be readable, and the loss would look like a
 * fault. Nor for a database on a server: other processes share that, and must have the same.
 * @param options `database`: the file of an SQLite database that stands already; `create`: whether a missing file is
 *   made
 * @returns undefined with a fault; without one when the first start will make it
 */
export function readSecret(
  values: SettingValues,
  { database, create }: { database: string | undefined; create: boolean },
  faults: SettingFault[],
  origins: Origins,
): Buffer | undefined {
  if (values.secret !== undefined) {
    return unlessGuessable(Buffer.from(values.secret), (why) =>
      faults.push({ key: origins('secret'), found: `(not shown; it ${why})`, allowed: UNGUESSABLE }),
    );
  }
  const file = values.secretFile as string;
  const fault = (allowed: string) => faults.push({ key: origins('secretFile'), found: JSON.stringify(file), allowed });
  try {
    const secret = readSecretFile(file);
    if (secret) {
      return unlessGuessable(secret, (why) =>
        faults.push({
          key: origins('secretFile'),
          found: `${JSON.stringify(file)} (its content ${why})`,
          allowed: UNGUESSABLE,
        }),
      );
    }
    if (readDatabaseUrl(values.databaseUrl).file === undefined) {
      fault(
        'a file with the secret that all processes on this database share; create one with `openssl rand -base64 32`',
      );
    } else if (database !== undefined) {
      fault(`the file with the secret of ${database}; it is missing, and no other secret can replace it`);
    } else if (create) {
      return createSecretFile(file);
    }
  } catch (error) {
    fault(
      error instanceof SecretFileFault
        ? error.message
        : `a file that this process can create (${(error as Error).message})`,
    );
  }
  return undefined;
}

const UNGUESSABLE =
  'a text that nobody can guess; create one with `openssl rand -base64 32`. To change a secret that is in use, set ' +
  'secret_previous to it and run `latchkey keys rewrap`';

/** The previous secret may be anything: whoever leaves such a one behind must be able to. */
function unlessGuessable(secret: Buffer, tell: (why: string) => void): Buffer | undefined {
  const why = whyGuessable(secret);
  if (why === undefined) return secret;
  tell(why);
  return undefined;
}

export function readPreviousSecret(
  values: SettingValues,
  faults: SettingFault[],
  origins: Origins,
): Buffer | undefined {
  if (values.secretPrevious !== undefined) return Buffer.from(values.secretPrevious);
  const file = values.secretPreviousFile;
  if (file === undefined) return undefined;
  const fault = (allowed: string) =>
    faults.push({ key: origins('secretPreviousFile'), found: JSON.stringify(file), allowed });
  try {
    const secret = readSecretFile(file);
    if (!secret) fault('a file that exists');
    return secret;
  } catch (error) {
    fault((error as SecretFileFault).message);
    return undefined;
  }
}
