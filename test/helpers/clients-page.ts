// Uses the page for client developers as a reader does: turns its blocks into files and commands, after replacing only
// what the page tells the reader to replace.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endProcess } from './program.ts';
import { replaceEach } from './replace-each.ts';
import type { TestServer } from './server.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const CLIENTS_PAGE = readFileSync(`${ROOT}docs/clients.md`, 'utf8');

/** Blocks by name. Blocks of one name are one file, in the page's order. */
const BLOCKS = new Map<string, string>();
for (const [, name = '', text = ''] of CLIENTS_PAGE.matchAll(/<!-- ([\w:. -]+) -->\n```\w+\n([\s\S]*?)```\n/g)) {
  BLOCKS.set(name, [BLOCKS.get(name), text].filter((part) => part !== undefined).join('\n'));
}
export const BLOCK_NAMES: readonly string[] = [...BLOCKS.keys()];

/** What the reader must replace, by the page's table → what replaces it. */
export type Replacements = Readonly<Record<string, string>>;

function blockOf(name: string, replacements: Replacements): string {
  const block = BLOCKS.get(name);
  if (block === undefined) throw new Error(`The page has no block "${name}".`);
  for (const placeholder of Object.keys(replacements)) {
    if (!CLIENTS_PAGE.includes(`| \`${placeholder}\``) && !CLIENTS_PAGE.includes(`, \`${placeholder}\` |`)) {
      throw new Error(`The page does not tell the reader to replace ${placeholder}.`);
    }
  }
  return replaceEach(block, replacements);
}

/** The addresses of a running server, and of the application. */
export const addressesOf = (server: Pick<TestServer, 'authUrl' | 'apiUrl'>, home: string): Replacements => ({
  'http://localhost:4000': server.authUrl,
  'http://localhost:4001': server.apiUrl,
  'http://localhost:3000': home,
});

/** Runs a block of commands against the server. @returns what it printed */
export async function runCommands(server: TestServer, name: string, replacements: Replacements): Promise<string> {
  const script = `latchkey() { "${process.execPath}" "${ROOT}dist/cli/main.js" "$@"; }\n${blockOf(name, replacements)}`;
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], {
    cwd: server.folder,
    env: { PATH: process.env.PATH, ...server.environment },
  });
  return stdout;
}

/** Registers an application with the page's command. @returns the application's id and its API key for the platform */
export async function registerByPage(server: TestServer, name: string, replacements: Replacements, platform = 'Web') {
  const printed = await runCommands(server, `run: ${name}`, replacements);
  const id = /^id: (\w+)$/m.exec(printed)?.[1] ?? '';
  const apiKey = new RegExp(`^${platform} +([0-9a-f]{32})`, 'm').exec(printed)?.[1] ?? '';
  return { id, apiKey };
}

/** Creates a folder with files of the page, and the packages that it tells the reader to install. */
export function writeFiles(names: readonly string[], replacements: Replacements): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'clients-page-'));
  symlinkSync(`${ROOT}node_modules`, join(folder, 'node_modules'));
  for (const name of names) writeFileSync(join(folder, name), blockOf(name, replacements));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export type Program = {
  /** Waits for a line of its output. Fails when the program exits first. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  output(): string;
  /** Resolves with the exit code when it has exited. */
  ended: Promise<number | null>;
  stop(): Promise<void>;
};

/** Starts a file of the page with Node. */
export function startProgram(folder: string, name: string): Program {
  const child = spawn(process.execPath, [name], { cwd: folder, env: { PATH: process.env.PATH } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    output: () => output,
    ended,
    async line(pattern) {
      for (;;) {
        const found = pattern.exec(output);
        if (found) return found;
        if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: ${output}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async stop() {
      await endProcess(child, 'SIGTERM');
    },
  };
}

/** Starts a file that serves `home`, and waits until it answers. */
export async function startSite(folder: string, name: string, home: string): Promise<Program> {
  const program = startProgram(folder, name);
  let gone = false;
  void program.ended.then(() => {
    gone = true;
  });
  while (!gone) {
    const answers = await fetch(home).then(
      () => true,
      () => false,
    );
    if (answers) return program;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${name} ended: ${program.output()}`);
}
