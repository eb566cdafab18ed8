// A second server process on the database of a running one: two nodes, or a server and its successor.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endProcess, environmentOfAll } from './program.ts';
import { freePorts, type TestServer } from './server.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const READY_WITHIN_MS = 60_000;

export type SecondProcess = { authUrl: string; apiUrl: string; stop(): Promise<number | null> };

/** Listens on ports of its own. The public URLs, and so the issuer, stay those of `server`. */
export async function startSecondProcess(server: TestServer): Promise<SecondProcess> {
  const [authPort, apiPort] = await freePorts(2);
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    cwd: server.folder,
    env: {
      ...environmentOfAll(),
      ...server.environment,
      LATCHKEY_AUTH_LISTEN: `127.0.0.1:${authPort}`,
      LATCHKEY_API_LISTEN: `127.0.0.1:${apiPort}`,
      LATCHKEY_OPS_LISTEN: 'off',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errorOutput = '';
  child.stderr.on('data', (chunk) => {
    errorOutput += chunk;
  });
  const authUrl = `http://127.0.0.1:${authPort}`;
  for (const startedAt = performance.now(); ; ) {
    const up = await fetch(`${authUrl}/.well-known/oauth-authorization-server`).then(
      (response) => response.ok,
      () => false,
    );
    if (up) break;
    if (child.exitCode !== null || performance.now() - startedAt > READY_WITHIN_MS)
      throw new Error(`The second process did not start: ${errorOutput}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { authUrl, apiUrl: `http://127.0.0.1:${apiPort}`, stop: () => endProcess(child, 'SIGTERM') };
}
