// Several server processes on one database, whose time runs some hundred times as fast from a moment on, so that what
// takes days happens within seconds.
//
//   const servers = await startFastServers({ count: 2, keySeconds: 1500, ttlSeconds: 600 });
//   const client = await givenClient(servers);            // while time still runs as usual
//   const pace = await servers.goFast({ jumpSeconds: 1300, speed: 300 });
//   await servers.rotate(0, 'RS256');
//   await servers.stop();
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Rotated } from '../../src/core/server/keys/rotate-signing-keys.ts';
import type { SigningAlgorithm } from '../../src/core/server/keys/signing-key.ts';
import { forkBuilt, nextMessage } from '../program/fork-built.ts';
import type { ToFastProcess } from './fast-process.ts';
import type { Pace } from './fast-time.ts';
import { ONE_ADDRESS } from './one-address.ts';
import { runCommand } from './program.ts';
import { freePorts, type TestServer } from './server.ts';
import { givenStore } from './store.ts';

export type FastServers = Pick<TestServer, 'authUrl' | 'apiUrl' | 'command'> & {
  /** The address of each process's auth host. The issuer is the first. */
  readonly origins: readonly string[];
  goFast(options: { jumpSeconds: number; speed: number }): Promise<Pace>;
  rotate(process: number, algorithm: SigningAlgorithm): Promise<Rotated>;
  stop(): Promise<void>;
};

/** Announced this long in advance, so that every process receives it in time. */
const NOTICE_MS = 300;

export async function startFastServers(options: {
  count: number;
  /** How long a key signs, in seconds. */
  keySeconds: number;
  /** Lifetime of the ID tokens. */
  ttlSeconds: number;
}): Promise<FastServers> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-fast-'));
  const store = await givenStore(folder);
  const ports = await freePorts(2 * options.count);
  const pairs = Array.from({ length: options.count }, (_, i) => [ports[2 * i] ?? 0, ports[2 * i + 1] ?? 0] as const);
  const [[authPort, apiPort] = [0, 0]] = pairs;
  const shared = {
    LATCHKEY_AUTH_URL: `http://localhost:${authPort}`,
    LATCHKEY_API_URL: `http://localhost:${apiPort}`,
    LATCHKEY_OPS_LISTEN: 'off',
    LATCHKEY_SECRET: 'a-secret-of-more-than-thirty-two-bytes',
    LATCHKEY_LOG_LEVEL: 'warn',
    LATCHKEY_REQUESTS_PER_SECOND: '100000',
    ...ONE_ADDRESS,
    ...store.environment,
  };
  const children = pairs.map(([auth, api]) => {
    const listen = { LATCHKEY_AUTH_LISTEN: `127.0.0.1:${auth}`, LATCHKEY_API_LISTEN: `127.0.0.1:${api}` };
    return startProcess(options, { ...shared, ...listen });
  });
  try {
    await Promise.all(children.map(nextMessage));
  } catch (error) {
    await Promise.all(children.map(endChild));
    throw error;
  }
  const send = (child: ChildProcess, message: ToFastProcess) => child.send(message);

  return {
    authUrl: shared.LATCHKEY_AUTH_URL,
    apiUrl: shared.LATCHKEY_API_URL,
    origins: pairs.map(([auth]) => `http://127.0.0.1:${auth}`),
    command: (args, input, more) => runCommand(args, folder, { ...shared, ...more }, input),
    async goFast({ jumpSeconds, speed }) {
      const pace = { from: Date.now() + NOTICE_MS, jump: jumpSeconds * 1000, speed };
      for (const child of children) send(child, { type: 'pace', pace });
      await new Promise((resolve) => setTimeout(resolve, NOTICE_MS));
      return pace;
    },
    async rotate(process, algorithm) {
      const child = children[process] as ChildProcess;
      const answer = nextMessage<Rotated>(child);
      send(child, { type: 'rotate', algorithm });
      return answer;
    },
    async stop() {
      await Promise.all(children.map(endChild));
      await store.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const startProcess = (
  { keySeconds, ttlSeconds }: { keySeconds: number; ttlSeconds: number },
  environment: Readonly<Record<string, string>>,
): ChildProcess =>
  forkBuilt('helpers/fast-process', [String(keySeconds / 86_400), String(ttlSeconds)], {
    env: { PATH: process.env.PATH, ...environment },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
}
