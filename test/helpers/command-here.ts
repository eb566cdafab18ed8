// Runs a command of the program in the tests' own process, as `latchkey` runs it in its own: the same words, settings,
// working directory, input, answer and exit code. A process of its own costs ten times as much. That the program as it is
// built does the same is shown where it runs so (`runBuiltHere`, test/processes/commands/audit.test.ts), and as a process
// (serve.test.ts).
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
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

const MAIN = new URL('../../dist/cli/main.js', import.meta.url);
const BUILT = fileURLToPath(new URL('program.cjs', MAIN));

type Arguments = readonly [
  args: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
  input?: string,
  isTerminal?: boolean,
];

/** Runs the command that these arguments name, in what stands for a process of its own. */
type Run = (args: readonly string[]) => Promise<unknown>;

const asWritten: Run = (args) => commandLine().parseAsync(['node', 'latchkey', ...args]);

let script: Script | undefined;
/** As `dist/cli/main.js` does. The program tells that it has ended by its exit code. */
const asBuilt: Run = async (args) => {
  script ??= new Script(readFileSync(BUILT, 'latin1'), { filename: BUILT });
  process.argv = ['node', fileURLToPath(MAIN), ...args];
  script.runInThisContext()(createRequire(MAIN), MAIN.href);
  while (process.exitCode === undefined) await pause(1);
};

/** Commands run one after another: a process has one working directory and one environment. */
let last: Promise<unknown> = Promise.resolve();

const inTurn =
  (run: Run) =>
  (...given: Arguments): Promise<CommandResult> => {
    const ended = last.then(() => runNow(run, ...given));
    last = ended.catch(() => {});
    return ended;
  };

export const runHere = inTurn(asWritten);
/** Runs a command of the program as it was built. */
export const runBuiltHere = inTurn(asBuilt);

async function runNow(
  run: Run,
  ...[args, folder, environment, input = '', isTerminal = false]: Arguments
): Promise<CommandResult> {
  const [stdout, stderr] = [collector(), collector()];
  const from = process.cwd();
  const restore = replaceInProcess({
    stdin: Object.assign(Readable.from(input === '' ? [] : [Buffer.from(input)]), { isTTY: isTerminal }),
    stdout: stdout.stream,
    stderr: stderr.stream,
    argv: process.argv,
    env: { PATH: process.env.PATH, ...environment },
    exit: (status?: number) => {
      throw new Exit(status);
    },
  });
  const exitCode = process.exitCode;
  process.exitCode = undefined;
  process.chdir(folder);
  try {
    await run(args);
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
