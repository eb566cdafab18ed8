// Runs a command of the program in the tests' own process, as `latchkey` runs it in its own: the same words, settings,
// working directory, input, answer and exit code. A process of its own costs ten times as much. That the built program
// does the same is shown where commands run as processes (test/processes/commands/audit.test.ts, serve.test.ts).
import { Readable, Writable } from 'node:stream';
import { commandLine } from '../../src/cli/command-line.ts';
import type { CommandResult } from './server.ts';

/** `serve` goes on until a signal ends it. */
export const runsHere = ([name]: readonly string[]): boolean => name !== 'serve';

class Exit extends Error {
  readonly status: number;
  constructor(status = 0) {
    super(`exit ${status}`);
    this.status = status;
  }
}

/** Commands run one after another: a process has one working directory and one environment. */
let last: Promise<unknown> = Promise.resolve();

export function runHere(
  args: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
  input = '',
  isTerminal = false,
): Promise<CommandResult> {
  const run = last.then(() => runNow(args, folder, environment, input, isTerminal));
  last = run.catch(() => {});
  return run;
}

async function runNow(
  args: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
  input: string,
  isTerminal: boolean,
): Promise<CommandResult> {
  const [stdout, stderr] = [collector(), collector()];
  const from = process.cwd();
  const restore = replaceInProcess({
    stdin: Object.assign(Readable.from(input === '' ? [] : [Buffer.from(input)]), { isTTY: isTerminal }),
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: { PATH: process.env.PATH, ...environment },
    exit: (status?: number) => {
      throw new Exit(status);
    },
  });
  const exitCode = process.exitCode;
  process.exitCode = undefined;
  process.chdir(folder);
  try {
    await commandLine().parseAsync(['node', 'latchkey', ...args]);
    return { status: Number(process.exitCode ?? 0), stdout: stdout.text(), stderr: stderr.text() };
  } catch (error) {
    // Commander exits by itself after a help text, and for a command that it does not know.
    if (!(error instanceof Exit)) throw error;
    return { status: error.status, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.chdir(from);
    process.exitCode = exitCode;
    restore();
  }
}

function collector() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

/** @returns a function that puts back what was there */
function replaceInProcess(members: Readonly<Record<string, unknown>>): () => void {
  const before = Object.keys(members).map((name) => [name, Object.getOwnPropertyDescriptor(process, name)] as const);
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(process, name, { value, configurable: true, writable: true, enumerable: true });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(process, name, descriptor);
      else delete (process as unknown as Record<string, unknown>)[name];
    }
  };
}
