// The program that a walk runs against, on a database of the store under test: composed in this process, or as a
// process of its own that can be killed. Its clock stands still between steps and is moved by the walk. Operators and
// the purge work beside it on connections of their own, as the command line does.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type OpenPorts, openPorts } from '../../src/compose/ports.ts';
import { compose } from '../../src/compose/server.ts';
import { createApiToken } from '../../src/core/applications/api-tokens/create-api-token.ts';
import type { Ports } from '../../src/core/operating/ports.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { loadSettings } from '../../src/settings/config.ts';
import { freePorts } from '../helpers/free-ports.ts';
import { ONE_ADDRESS } from '../helpers/one-address.ts';
import { PASSWORD_HASHING } from '../helpers/password-hashing.ts';
import { standingTimers } from '../helpers/standing-time.ts';
import { givenStoreWithTables } from '../helpers/store.ts';
import { forkBuilt } from '../program/fork-built.ts';
import { PASSWORD_TRIES } from './state.ts';

export type ModelServer = {
  readonly authUrl: string;
  readonly apiUrl: string;
  /** What operators and the purge have. */
  readonly operator: Ports;
  /** API tokens of two owners. */
  readonly owners: readonly string[];
  now(): number;
  setNow(now: number): Promise<void>;
  /** Stops it and starts it again, on the same database. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export type RunningServer = { setNow(now: number): Promise<void>; end(): Promise<void> };
export type StartServer = (environment: Readonly<Record<string, string>>, now: number) => Promise<RunningServer>;

const START = Date.UTC(2026, 0, 2, 12) + 789;
const OWNERS = ['ada@example.com', 'bo@example.com'];
/** So that a restart finds its connections closed, not half alive. */
const SETTINGS = {
  LATCHKEY_OPS_LISTEN: 'off',
  LATCHKEY_SECRET: 'a-secret-of-more-than-thirty-two-bytes',
  LATCHKEY_LOG_LEVEL: 'silent',
  LATCHKEY_REQUESTS_PER_SECOND: '1000000',
  LATCHKEY_PASSWORD_TRIES_PER_ACCOUNT: String(PASSWORD_TRIES),
  LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000',
  // Nothing is sent, because no loop runs: the walk reads the queue.
  LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:9?tls=optional',
  LATCHKEY_MAIL_FROM: 'latchkey@example.com',
  LATCHKEY_REQUIRE_VERIFIED_EMAIL: 'false',
  ...ONE_ADDRESS,
};

/** @param start how it runs: `inThisProcess`, or `asProcess` and then ended by SIGKILL at each restart */
export async function startModelServer(start: StartServer): Promise<ModelServer> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-model-'));
  const store = await givenStoreWithTables(folder);
  const [authPort, apiPort] = await freePorts(2);
  const environment = {
    ...SETTINGS,
    LATCHKEY_AUTH_URL: `http://localhost:${authPort}`,
    LATCHKEY_API_URL: `http://localhost:${apiPort}`,
    LATCHKEY_AUTH_LISTEN: `127.0.0.1:${authPort}`,
    LATCHKEY_API_LISTEN: `127.0.0.1:${apiPort}`,
    ...store.environment,
  };
  let now = START;
  const operator = await openPorts(loadSettings({ env: environment }), { clock: { now: () => now } });
  let running = await start(environment, now);
  return {
    authUrl: environment.LATCHKEY_AUTH_URL,
    apiUrl: environment.LATCHKEY_API_URL,
    operator: operator.ports,
    owners: await createOwners(operator),
    now: () => now,
    setNow(to) {
      now = to;
      return running.setNow(to);
    },
    async restart() {
      await running.end();
      running = await start(environment, now);
    },
    async stop() {
      await running.end();
      await operator.close();
      await store.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createOwners({ ports }: OpenPorts): Promise<string[]> {
  const tokens: string[] = [];
  for (const email of OWNERS) {
    await createAccount(ports, { email, role: 'owner', nickname: undefined, password: undefined });
    const made = await createApiToken(ports, { email, name: 'model', expiresInDays: 0 });
    if (made.kind !== 'created') throw new Error(`${made.kind}: ${email}`);
    tokens.push(made.token);
  }
  return tokens;
}

/** Without the loops beside requests: what they do, the walk does at its steps. */
export const inThisProcess: StartServer = async (env, now) => {
  let time = now;
  const options = {
    clock: { now: () => time },
    logger: pino({ level: 'silent' }),
    passwordHashing: PASSWORD_HASHING,
    // No load is seen on a busy machine, and the walk is refused nothing.
    timers: standingTimers({ now: () => time }).timers,
    share: { worker: 1 },
  };
  const server = await compose(loadSettings({ env }), options);
  await server.start();
  return {
    setNow: async (to) => {
      time = to;
    },
    end: () => server.stop(),
  };
};

/** Ended by SIGKILL: nothing is written behind an answer. */
export const asProcess: StartServer = async (environment, now) => {
  const child = forkBuilt('model/server-process', [String(now)], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await heard(child);
  return {
    async setNow(to) {
      child.send(to);
      await heard(child);
    },
    async end() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
};

/** @throws when the process ends first */
async function heard(child: ChildProcess): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const end = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`The server process ended with ${code}`);
  });
  try {
    await Promise.race([once(child, 'message', { signal }), end]);
  } finally {
    waiting.abort();
  }
}
