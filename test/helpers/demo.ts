// `npm run demo` as a child process with a folder and ports of its own, and what a person reads off its screen.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../examples/demo.js', import.meta.url));

export type Demo = { readonly process: ChildProcessWithoutNullStreams; readonly printed: string };

/** Resolves with all it printed once it ends or says what to open. */
export function startDemo(folder: string, ports: readonly number[]): Promise<Demo> {
  const started = spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env.PATH, DEMO_FOLDER: folder, DEMO_PORTS: ports.join(',') },
  });
  let printed = '';
  return new Promise((resolve) => {
    const end = () => resolve({ process: started, printed });
    const read = (chunk: Buffer) => {
      printed += chunk;
      if (printed.includes('Ctrl+C')) end();
    };
    started.stdout.on('data', read);
    started.stderr.on('data', read);
    started.once('close', end);
  });
}

/** One of the printed addresses, with its account. */
export function readPrinted(printed: string, what: 'Sample application' | 'Console') {
  const [, url = '', email = '', password = ''] =
    new RegExp(`${what} +(\\S+)\\n +Sign in as +(\\S+)\\n +Password +(.+)`).exec(printed) ?? [];
  return { url, email, password };
}
