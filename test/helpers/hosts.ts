// The whole server in this process, composed as by `latchkey serve`, on free ports and a fresh database of the store
// under test, with a clock that stands until the test moves it, and background jobs that run when the test says so.
//
//   const hosts = await startHosts();                    // settings: { LATCHKEY_OPEN_REGISTRATION: 'false' }
//   hosts.clock.advance(61_000);
//   await hosts.tick('outbox');                          // sends what is due
//   await hosts.stop();
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type ComposeOptions, compose } from '../../src/compose/server.ts';
import { createApiToken } from '../../src/core/applications/api-tokens/create-api-token.ts';
import type { Counters } from '../../src/core/applications/statistics/counters.ts';
import type { JobName } from '../../src/core/ground/job-timers.ts';
import type { Tally } from '../../src/core/ground/metrics/tally.ts';
import type { Ports } from '../../src/core/operating/ports.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { loadSettings } from '../../src/settings/config.ts';
import { ONE_ADDRESS } from './one-address.ts';
import { PASSWORD_HASHING } from './password-hashing.ts';
import { freePorts, type Owner } from './server.ts';
import { keepRsaKeys } from './signing-keys.ts';
import { type StandingTime, standingTime } from './standing-time.ts';
import { givenStoreWithTables, type Row } from './store.ts';

export type Hosts = {
  readonly authUrl: string;
  readonly apiUrl: string;
  /** Changes the database directly, where no route does what a test needs. */
  execute(sql: string, ...values: readonly unknown[]): Promise<void>;
  /** Every row of every table. */
  rows(): Promise<ReadonlyMap<string, readonly Row[]>>;
  /** Every row of one table: all tables take twenty times as long. */
  rowsIn(table: string): Promise<readonly Row[]>;
  /** Everything in its database, by file or table. */
  contents(): Promise<ReadonlyMap<string, Buffer>>;
  readonly ports: Ports;
  /** Its counts for operators, and for owners. */
  readonly tally: Tally;
  readonly counters: Counters;
  /** Its environment, for another process on the same database. */
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: StandingTime['clock'];
  /** Runs a background job: none runs by itself. */
  tick(job: JobName): Promise<void>;
  /** Log lines so far. */
  readonly logs: readonly Record<string, unknown>[];
  /** Resolves with the answer once its line is in the log, which is written when the answer has left. */
  logged(answer: Promise<Response>): Promise<Response>;
  owner(email?: string): Promise<Owner>;
  stop(): Promise<void>;
};

/** A time with a fraction of a second, so that rounding down is visible. */
const START = Date.UTC(2026, 0, 2, 12) + 789;

/** @param examine what `latchkey doctor` finds */
export async function startHosts(
  settings: Readonly<Record<string, string>> = {},
  { examine }: Pick<ComposeOptions, 'examine'> = {},
): Promise<Hosts> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-hosts-'));
  const store = await givenStoreWithTables(folder);
  const [authPort, apiPort] = await freePorts(2);
  const environment = {
    LATCHKEY_AUTH_URL: `http://localhost:${authPort}`,
    LATCHKEY_API_URL: `http://localhost:${apiPort}`,
    LATCHKEY_AUTH_LISTEN: `127.0.0.1:${authPort}`,
    LATCHKEY_API_LISTEN: `127.0.0.1:${apiPort}`,
    LATCHKEY_OPS_LISTEN: 'off',
    LATCHKEY_SECRET: 'a-secret-of-more-than-thirty-two-bytes',
    ...ONE_ADDRESS,
    ...store.environment,
    ...settings,
  };
  const { clock, timers, tick } = standingTime(START);
  const logs: Record<string, unknown>[] = [];
  const isLogged = (id: string | null) => logs.some(({ msg, reqId }) => msg === 'request' && reqId === id);
  const waiting = new Set<() => void>();
  const write = (line: string): void => {
    logs.push(JSON.parse(line));
    for (const look of waiting) look();
  };
  const logger = pino({ level: 'debug' }, { write });
  const server = await compose(loadSettings({ env: environment }), {
    clock,
    timers,
    logger,
    passwordHashing: PASSWORD_HASHING,
    ...(examine && { examine }),
  });
  keepRsaKeys(server.ports.jwtCrypto);
  await server.start();
  return {
    authUrl: environment.LATCHKEY_AUTH_URL,
    apiUrl: environment.LATCHKEY_API_URL,
    execute: store.execute,
    rows: store.rows,
    rowsIn: store.rowsIn,
    contents: store.contents,
    ports: server.ports,
    tally: server.tally,
    counters: server.counters,
    environment,
    clock,
    tick,
    logs,
    async logged(answer) {
      const response = await answer;
      const id = response.headers.get('x-request-id');
      await new Promise<void>((resolve) => {
        const look = (): void => {
          if (!isLogged(id)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
      return response;
    },
    async owner(email = 'owner@example.com') {
      const password = 'correct horse battery staple';
      await createAccount(server.ports, { email, role: 'owner', nickname: undefined, password });
      const made = await createApiToken(server.ports, { email, name: 'tests', expiresInDays: 0 });
      if (made.kind !== 'created') throw new Error(`${made.kind}: ${email}`);
      return { email, password, apiToken: made.token };
    },
    async stop() {
      await server.stop();
      await store.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
