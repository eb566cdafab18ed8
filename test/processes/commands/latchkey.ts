// Runs the built program as an operator does: a child process in a folder of its own, with no settings but those given.
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

export type Outcome = { status: number | null; stdout: string; stderr: string };

export const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'latchkey-cli-'));

export type RunOptions = { env?: Readonly<Record<string, string>>; input?: string };

/** Resolves when the process has ended, whatever its exit code. */
export function latchkey(folder: string, args: readonly string[], { env = {}, input = '' }: RunOptions = {}) {
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
export async function document(folder: string, args: readonly string[], options?: RunOptions) {
  const { status, stdout, stderr } = await latchkey(folder, [...args, '--json'], options);
  if (status !== 0) throw new Error(`latchkey ${args.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}
