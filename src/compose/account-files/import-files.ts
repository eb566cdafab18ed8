// Opens the files that an import reads: what each system writes becomes lines.
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fromAuth0, passwordIdOf, readAuth0Password } from '../../core/operating/account-files/from-auth0.ts';
import { fromFirebase, readHashConfig } from '../../core/operating/account-files/from-firebase.ts';
import { fromKeycloak } from '../../core/operating/account-files/from-keycloak.ts';
import type { ImportLine, SourceLine } from '../../core/operating/account-files/import-accounts.ts';
import type { GroupPaths } from '../../core/operating/account-files/keycloak-groups.ts';
import { sourceLineOf, type Translated } from '../../core/operating/account-files/translated.ts';
import {
  type ByteSource,
  fileBytes,
  requireUnpackedFile,
  streamBytes,
} from '../../outside/account-files/byte-source.ts';
import { MissingList, readJsonArray } from '../../outside/account-files/json-array.ts';
import { type JsonLine, readJsonLines } from '../../outside/account-files/json-lines.ts';
import { type Joined, joinById } from '../../outside/account-files/passwords-by-id.ts';
import { StartRefused } from '../start-refused.ts';
import { explain, explained } from './file-faults.ts';
import { findUserFiles } from './keycloak-folder.ts';

export const FORMATS = ['jsonl', 'keycloak', 'auth0', 'firebase'] as const;
export type AccountFormat = (typeof FORMATS)[number];

export type AccountFilesInput = {
  /** `-` is `standardInput`. */
  file: string;
  format: AccountFormat;
  /** Applications that know people by the other system's ids. */
  subjectFor: readonly string[];
  /** Of Auth0. */
  passwords: string | undefined;
  /** Of Firebase. */
  hashConfig: string | undefined;
  /** Of Keycloak, where a folder has files of several. */
  realm: string | undefined;
  /** Asked for where it is read alone. */
  standardInput(): AsyncIterable<Buffer>;
};

export type AccountFiles = {
  lines: AsyncIterable<ImportLine>;
  /** Whether values that only this server refuses are left out of a line. */
  lenient: boolean;
  /** What the operator should know of the files themselves. */
  warnings: readonly string[];
};

type Opened = { lines: AsyncIterable<ImportLine>; warnings?: readonly string[] };

/** @throws StartRefused when a file cannot be read; `lines` does so too */
export function openAccountFiles(input: AccountFilesInput): AccountFiles {
  try {
    const { lines, warnings = [] } = open(input);
    return { lines: explained(lines), lenient: input.format !== 'jsonl', warnings };
  } catch (error) {
    throw explain(error);
  }
}

function open(input: AccountFilesInput): Opened {
  switch (input.format) {
    case 'jsonl':
      return { lines: jsonLines(bytesOf(input)) };
    case 'keycloak':
      return keycloakUsers(input);
    case 'auth0':
      return {
        lines:
          input.passwords === undefined
            ? auth0Users(input, bytesOf(input))
            : auth0WithPasswords(input, input.passwords),
      };
    case 'firebase':
      return { lines: firebaseUsers(input) };
  }
}

/** @throws StartRefused; the error of the file system */
function bytesOf({ file, standardInput }: AccountFilesInput): ByteSource {
  if (file === '-') return streamBytes('standard input', standardInput());
  requireFile(file);
  return fileBytes(file);
}

/** @throws StartRefused; the error of the file system */
function requireFile(file: string): void {
  const found = statSync(file);
  if (found.isDirectory()) throw new StartRefused(`${file}: is a folder, not a file`);
  // A pipe, such as that of `<(…)`, would lose what is read here.
  if (found.isFile()) requireUnpackedFile(file);
}

async function* jsonLines(source: ByteSource): AsyncGenerator<SourceLine> {
  for await (const { line, content } of readJsonLines(source)) yield { at: { line }, content };
}

const KEYCLOAK_EXPORT =
  'export the realm with its users (bin/kc.sh export --dir DIR --realm REALM --users different_files) and give DIR; ' +
  'the export of the admin console has no users';

/** One realm file, or the directory of an export in several files. */
function keycloakUsers(input: AccountFilesInput): Opened {
  const { file, realm } = input;
  const paths: GroupPaths = new Map();
  const keycloak = { translate: (user: unknown) => fromKeycloak(user, paths), howToExport: KEYCLOAK_EXPORT };
  if (file === '-' || !statSync(file).isDirectory()) {
    if (realm !== undefined) throw new StartRefused(`--realm is for a folder with files of several realms`);
    return { lines: usersIn(bytesOf(input), input, keycloak) };
  }
  const { names, warnings } = findUserFiles(file, realm, KEYCLOAK_EXPORT);
  for (const name of names) requireFile(join(file, name));
  async function* all() {
    for (const name of names) yield* usersIn(fileBytes(join(file, name)), input, keycloak, name);
  }
  return { lines: all(), warnings };
}

async function* auth0Users({ subjectFor }: AccountFilesInput, source: ByteSource): AsyncGenerator<SourceLine> {
  for await (const { line, content } of readJsonLines(source)) {
    yield auth0User({ line, content, value: undefined }, subjectFor);
  }
}

/** Both files are read several times. */
function auth0WithPasswords({ file, subjectFor }: AccountFilesInput, passwords: string): AsyncIterable<ImportLine> {
  for (const path of [file, passwords]) {
    requireFile(path);
    if (!statSync(path).isFile()) throw new StartRefused(`${path}: must be a file that can be read several times`);
  }
  const joining = { usersFile: file, valuesFile: passwords, idOf: passwordIdOf, readValue: readAuth0Password };
  return translated(joinById(joining));
  async function* translated(lines: AsyncIterable<Joined>): AsyncGenerator<ImportLine> {
    for await (const joined of lines) {
      yield 'told' in joined
        ? { at: { file: basename(passwords), line: joined.line }, password: joined.told }
        : auth0User(joined, subjectFor);
    }
  }
}

function auth0User(
  { line, content, value }: JsonLine & { value: string | undefined },
  subjectFor: readonly string[],
): SourceLine {
  return 'json' in content
    ? sourceLineOf({ line }, fromAuth0(content.json, value), subjectFor)
    : { at: { line }, content };
}

function firebaseUsers(input: AccountFilesInput): AsyncIterable<SourceLine> {
  const { hashConfig = '' } = input;
  const config = readHashConfig(readFileSync(hashConfig, 'utf8'));
  if (!config) {
    throw new StartRefused(
      `${hashConfig} must have base64_signer_key, base64_salt_separator, rounds and mem_cost of the algorithm SCRYPT`,
    );
  }
  return usersIn(bytesOf(input), input, {
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
  source: ByteSource,
  { subjectFor }: AccountFilesInput,
  { translate, howToExport }: OtherSystem,
  name?: string,
): AsyncGenerator<SourceLine> {
  let line = 0;
  try {
    for await (const content of readJsonArray(source, 'users')) {
      line += 1;
      const at = name === undefined ? { line } : { file: name, line };
      yield 'json' in content ? sourceLineOf(at, translate(content.json), subjectFor) : { at, content };
    }
  } catch (error) {
    throw error instanceof MissingList ? new StartRefused(`${error.message}: ${howToExport}`) : error;
  }
}
