// Programs that tests start as processes of their own, built with the program (`build-program.ts`).
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { join } from 'node:path';

/** The variable by which Vitest's workers know where the program was built for their run. */
export const FOLDER_OF_THE_RUN = 'LATCHKEY_TEST_BUILD';

/** Their files, below `test`, without the extension. */
export const PROCESSES = [
  ...['contract/move-process', 'contract/open-process', 'contract/race-process', 'helpers/audit-writer-process'],
  ...['helpers/fast-process', 'model/server-process', 'unit/outside/json-array-process', 'unit/outside/logger-process'],
] as const;

/** @returns the path of the JavaScript file of a program of the tests */
export const pathOfBuilt = (name: (typeof PROCESSES)[number]): string =>
  join(process.env[FOLDER_OF_THE_RUN] ?? '', 'test', `${name}.js`);

/** Starts a program of the tests. */
export const forkBuilt = (
  name: (typeof PROCESSES)[number],
  args: readonly string[] = [],
  options: ForkOptions = {},
): ChildProcess => fork(pathOfBuilt(name), args, { execArgv: ['--enable-source-maps'], ...options });

/** Its next message. @throws Error where it ends before it has sent one */
export const nextMessage = <Message>(child: ChildProcess): Promise<Message> =>
  new Promise<Message>((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`The process ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (sent) => {
      child.off('exit', ended);
      resolve(sent as Message);
    });
  });
