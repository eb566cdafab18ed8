// The file with the server's secret. It is read only when nobody but its owner can read it, and created once at the
// first start, also when several processes start at the same moment.
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { randomSecret } from '../core/ground/secrets.ts';

/** Why the file cannot be used. The message completes "allowed: …". */
export class SecretFileFault extends Error {
  override readonly name = 'SecretFileFault';
}

/**
 * Reads the secret in `file`: its text without surrounding white space, at least 32 bytes.
 * @returns undefined when there is no such file
 * @throws SecretFileFault as `readPrivateFile` does, or when the secret is too short
 */
export function readSecretFile(file: string): Buffer | undefined {
  const content = readPrivateFile(file);
  if (content === undefined) return undefined;
  const secret = Buffer.from(content);
  if (secret.byteLength < 32) throw new SecretFileFault('a file that holds at least 32 bytes of text');
  return secret;
}

/**
 * Reads the text of `file` without surrounding white space.
 * @returns undefined when there is no such file
 * @throws SecretFileFault when the file is a dangling link, where a new secret would hide the old one; or when others
 *   may read it (case P3)
 */
export function readPrivateFile(file: string): string | undefined {
  try {
    const { mode } = statSync(file);
    if ((mode & 0o077) !== 0) {
      const shown = (mode & 0o777).toString(8).padStart(4, '0');
      throw new SecretFileFault(`a file only its owner may read (mode 0600, it has ${shown}); run: chmod 600 ${file}`);
    }
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error instanceof SecretFileFault) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' && !lstatSync(file, { throwIfNoEntry: false })) return undefined;
    if (code === 'ENOENT') throw new SecretFileFault('a file that is there: this is a link that leads nowhere');
    throw new SecretFileFault(`a file this process can read (${code})`);
  }
}

/**
 * Creates the file with a new secret, mode 0600. The whole content appears under its name atomically. Of several
 * processes one wins, and all of them read the winner's secret.
 */
export function createSecretFile(file: string): Buffer {
  makeFolder(dirname(file));
  const draft = `${file}.${randomSecret()}`;
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeSync(descriptor, `${randomSecret()}\n`);
    fsyncSync(descriptor);
    // Unlike rename, link never replaces a file that another process put there in the meantime.
    if (!existsSync(file)) linkSync(draft, file);
    syncFolder(dirname(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    closeSync(descriptor);
    unlinkSync(draft);
  }
  const secret = readSecretFile(file);
  if (!secret) throw new SecretFileFault('a file that stays where it was made');
  return secret;
}

/**
 * Creates the folder, and syncs its name to the disk where it is new: a power failure must not lose the key of a
 * database that survives (case M2).
 */
function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = resolve(folder); made.length >= resolve(first).length; made = dirname(made))
    syncFolder(dirname(made));
}

/** Makes the names in a folder durable. Windows cannot open folders, and writes names at once. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
