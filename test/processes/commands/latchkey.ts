// Runs commands as an operator does, in a folder of its own, with no settings but those given: in this process, or as a
// process of the built program.
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runBuiltHere, runHere, runsHere } from '../../helpers/command-here.ts';

export const PROGRAM = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

export type Outcome = { status: number | null; stdout: string; stderr: string };

export const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'latchkey-cli-'));

/** `isTerminal`: somebody types the input, for a command in this process. */
export type RunOptions = { env?: Readonly<Record<string, string>>; input?: string; isTerminal?: boolean };

/** Runs a command in this process, or as a process where it needs one. */
export const latchkey: typeof latchkeyProcess = (folder, args, { env = {}, input, isTerminal } = {}) =>
  runsHere(args)
    ? runHere(args, folder, env, input, isTerminal)
    : latchkeyProcess(folder, args, { env, ...(input && { input }) });

/** Runs a command of the program as it was built, in this process. */
export const latchkeyBuilt: typeof latchkeyProcess = (folder, args, { env = {}, input } = {}) =>
  runBuiltHere(args, folder, env, input);

/** Resolves when the process has ended, whatever its exit code. */
export function latchkeyProcess(folder: string, args: readonly string[], { env = {}, input = '' }: RunOptions = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: folder, env: { PATH: process.env.PATH, ...env } });
  const outcome: Outcome = { status: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    outcome.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    outcome.stderr += chunk;
  });
  // A command that reads no input may be gone before it arrives.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise<Outcome>((resolve) => {
    child.once('close', (status) => resolve({ ...outcome, status }));
  });
}

/** Runs with `--json`: exit code 0 and exactly one document on standard output, or the test fails. */
export async function document(folder: string, args: readonly string[], options?: RunOptions, run = latchkey) {
  const { status, stdout, stderr } = await run(folder, [...args, '--json'], options);
  if (status !== 0) throw new Error(`latchkey ${args.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}
