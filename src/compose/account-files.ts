// Opens the files that an import reads and writes, and the file of an export.
import { closeSync, createWriteStream, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fromAuth0, passwordIdOf, readAuth0Password } from '../core/account-files/from-auth0.ts';
import { fromFirebase, readHashConfig } from '../core/account-files/from-firebase.ts';
import { fromKeycloak } from '../core/account-files/from-keycloak.ts';
import type { SourceLine } from '../core/account-files/import-accounts.ts';
import { sourceLineOf, type Translated } from '../core/account-files/translated.ts';
import { fileTrouble } from '../core/file-trouble.ts';
import { MissingList, readJsonArray } from '../outside/account-files/json-array.ts';
import { BrokenJson } from '../outside/account-files/json-document.ts';
import { readJsonLines } from '../outside/account-files/json-lines.ts';
import { joinById } from '../outside/account-files/passwords-by-id.ts';
import { createReportFile, type ReportFile } from '../outside/account-files/report-file.ts';
import { StartRefused } from './start-refused.ts';

export const FORMATS = ['jsonl', 'keycloak', 'auth0', 'firebase'] as const;
export type AccountFormat = (typeof FORMATS)[number];

export type AccountFilesInput = {
  file: string;
  format: AccountFormat;
  /** Applications that know people by the other system's ids. */
  subjectFor: readonly string[];
  /** Of Auth0. */
  passwords: string | undefined;
  /** Of Firebase. */
  hashConfig: string | undefined;
};

export type AccountFiles = {
  lines: AsyncIterable<SourceLine>;
  /** Whether values that only this server refuses are left out of a line. */
  lenient: boolean;
  refused: ReportFile;
  notes: ReportFile;
};

/** @throws StartRefused when a file cannot be read or written; `lines` does so too */
export function openAccountFiles(input: AccountFilesInput): AccountFiles {
  const beside = input.file.replace(/[\\/]+$/, '');
  try {
    for (const file of [input.file, input.passwords]) if (file !== undefined) requireReadable(file, input.format);
    return {
      lines: explained(linesOf(input)),
      lenient: input.format !== 'jsonl',
      refused: explainedReport(createReportFile(`${beside}.refused.jsonl`)),
      notes: explainedReport(createReportFile(`${beside}.notes.jsonl`)),
    };
  } catch (error) {
    throw explain(error);
  }
}

/** @throws StartRefused; the error of the file system */
function requireReadable(file: string, format: AccountFormat): void {
  if (statSync(file).isDirectory()) {
    if (format === 'keycloak') return;
    throw new StartRefused(`${file}: is a folder, not a file`);
  }
  const start = Buffer.alloc(2);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, start, 0, start.length, 0);
  } finally {
    closeSync(opened);
  }
  // RFC 1952, 2.3.1; PKWARE's format.
  if (start.equals(Buffer.from([0x1f, 0x8b])) || start.equals(Buffer.from('PK'))) {
    throw new StartRefused(`${file}: is compressed; unpack it first`);
  }
}

function linesOf(input: AccountFilesInput): AsyncIterable<SourceLine> {
  switch (input.format) {
    case 'jsonl':
      return jsonLines(input);
    case 'keycloak':
      return keycloakUsers(input);
    case 'auth0':
      return auth0Users(input);
    case 'firebase':
      return firebaseUsers(input);
  }
}

async function* jsonLines({ file }: AccountFilesInput): AsyncGenerator<SourceLine> {
  for await (const { line, content } of readJsonLines(file)) yield { at: { line }, content };
}

const KEYCLOAK_EXPORT =
  'export the realm with its users (bin/kc.sh export --dir DIR --realm REALM --users different_files) and give DIR; ' +
  'the export of the admin console has no users';

/** One realm file, or the directory of an export in several files. */
async function* keycloakUsers(input: AccountFilesInput): AsyncGenerator<SourceLine> {
  const { file } = input;
  const keycloak = { translate: fromKeycloak, howToExport: KEYCLOAK_EXPORT };
  if (!statSync(file).isDirectory()) return yield* usersIn(file, input, keycloak);
  const names = readdirSync(file).filter((name) => /-users-\d+\.json$/.test(name) && !/-federated-users-/.test(name));
  if (names.length === 0) throw new StartRefused(`${file} has no file *-users-N.json: ${KEYCLOAK_EXPORT}`);
  const inOrder = names.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  for (const name of inOrder) yield* usersIn(join(file, name), input, keycloak, basename(name));
}

async function* auth0Users({ file, passwords, subjectFor }: AccountFilesInput): AsyncGenerator<SourceLine> {
  const users = passwords === undefined ? withoutPasswords(file) : withPasswords(file, passwords);
  for await (const { line, content, value } of users) {
    yield 'json' in content
      ? sourceLineOf({ line }, fromAuth0(content.json, value), subjectFor)
      : { at: { line }, content };
  }
}

const withPasswords = (usersFile: string, valuesFile: string) =>
  joinById({ usersFile, valuesFile, idOf: passwordIdOf, readValue: readAuth0Password });

async function* withoutPasswords(file: string) {
  for await (const line of readJsonLines(file)) yield { ...line, value: undefined };
}

function firebaseUsers(input: AccountFilesInput): AsyncGenerator<SourceLine> {
  const { hashConfig = '' } = input;
  const config = readHashConfig(readFileSync(hashConfig, 'utf8'));
  if (!config) {
    throw new StartRefused(
      `${hashConfig} must have base64_signer_key, base64_salt_separator, rounds and mem_cost of the algorithm SCRYPT`,
    );
  }
  return usersIn(input.file, input, {
    translate: (user) => fromFirebase(user, config),
    howToExport: 'export the users (firebase auth:export users.json --format=json)',
  });
}

type OtherSystem = {
  translate(user: unknown): Translated;
  /** For an operator whose file has no list of users. */
  howToExport: string;
};

/** The list `users` of a JSON document. `line`: the number of the user in it. @param name of one file of several */
async function* usersIn(
  path: string,
  { subjectFor }: AccountFilesInput,
  { translate, howToExport }: OtherSystem,
  name?: string,
): AsyncGenerator<SourceLine> {
  let line = 0;
  try {
    for await (const content of readJsonArray(path, 'users')) {
      line += 1;
      const at = name === undefined ? { line } : { file: name, line };
      yield 'json' in content ? sourceLineOf(at, translate(content.json), subjectFor) : { at, content };
    }
  } catch (error) {
    throw error instanceof MissingList ? new StartRefused(`${error.message}: ${howToExport}`) : error;
  }
}

async function* explained(lines: AsyncIterable<SourceLine>): AsyncGenerator<SourceLine> {
  try {
    yield* lines;
  } catch (error) {
    throw explain(error);
  }
}

function explainedReport(report: ReportFile): ReportFile {
  const rethrow = (error: unknown) => {
    throw explain(error);
  };
  return {
    path: report.path,
    get entries() {
      return report.entries;
    },
    write: (entry) => report.write(entry).catch(rethrow),
    close: () => report.close().catch(rethrow),
  };
}

/** What is wrong with a file is the operator's to fix. */
function explain(error: unknown): unknown {
  if (error instanceof BrokenJson) return new StartRefused(error.message, { cause: error });
  const trouble = fileTrouble(error);
  const { path } = error as NodeJS.ErrnoException;
  return trouble === undefined ? error : new StartRefused(path ? `${path}: ${trouble}` : trouble, { cause: error });
}

/**
 * Writes JSON Lines into a new file that only its owner can read. A file that could not be finished is removed.
 * @throws StartRefused when the file exists or cannot be written
 */
export async function writeAccountFile(path: string, lines: AsyncIterable<object>): Promise<void> {
  const stream = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(Readable.from(textOf(lines)), stream);
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    if (!exists) await rm(path, { force: true });
    throw explain(error);
  }
}

export async function* textOf(lines: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}
