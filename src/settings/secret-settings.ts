// Reads the server's secret and the previous one from the settings, as text or from a file. A secret that is too short
// or can be guessed is a fault, and is not shown.
import { whyGuessable } from '../core/ground/guessable-secret.ts';
import { readDatabaseUrl } from '../schema/settings/database-url.ts';
import type { SettingKey, SettingValues } from '../schema/settings/settings.ts';
import type { SettingFault } from './fault.ts';
import { createSecretFile, readSecretFile, SecretFileFault } from './secret-file.ts';

/** Names where a setting's value came from, for its faults. */
export type Origins = (key: SettingKey) => string;

/**
 * Reads the secret from the setting or its file. A missing file is created, but never for a database that exists: with
 * another secret all cookies, refresh tokens and keys would be unreadable, and the loss would look like a fault. Nor is
 * it created for a database on a server, which other processes share: they need the same secret.
 * @param options `database`: the file of an SQLite database that exists; `create`: whether a missing file is created
 * @returns undefined with a fault, or without one when the first start will create the secret
 */
export function readSecret(
  values: SettingValues,
  { database, create }: { database: string | undefined; create: boolean },
  faults: SettingFault[],
  origins: Origins,
): Buffer | undefined {
  if (values.secret !== undefined) {
    return rejectGuessable(Buffer.from(values.secret), (why) =>
      faults.push({ key: origins('secret'), found: `(not shown; it ${why})`, allowed: UNGUESSABLE }),
    );
  }
  const file = values.secretFile as string;
  const fault = (allowed: string) => faults.push({ key: origins('secretFile'), found: JSON.stringify(file), allowed });
  try {
    const secret = readSecretFile(file);
    if (secret) {
      return rejectGuessable(secret, (why) =>
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

/**
 * Only for the current secret: an operator must be able to replace a guessable one, which is then the previous secret.
 */
function rejectGuessable(secret: Buffer, report: (why: string) => void): Buffer | undefined {
  const why = whyGuessable(secret);
  if (why === undefined) return secret;
  report(why);
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
