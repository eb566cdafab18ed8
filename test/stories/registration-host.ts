// The registration API over a real API host and a database of the store under test, in this process, with a clock that
// the test moves.

import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createApiToken } from '../../src/core/applications/api-tokens/create-api-token.ts';
import type { Role } from '../../src/core/ground/accounts/account.ts';
import { readEmailAddress } from '../../src/core/ground/accounts/email.ts';
import { createServerSecrets } from '../../src/core/ground/secrets.ts';
import type { Ports, Stores } from '../../src/core/operating/ports.ts';
import { makeAccount } from '../../src/core/people/accounts/new-account.ts';
import type { Act } from '../../src/core/server/audit/act.ts';
import type { MailDelivery } from '../../src/core/server/mail/mail-sender.ts';
import { registrationRoutes } from '../../src/http/api/registration.ts';
import { apiTokenGuards } from '../../src/http/callers/access.ts';
import { createClientAddress } from '../../src/http/callers/client-address.ts';
import { createRateLimiter } from '../../src/http/callers/rate-limit.ts';
import { buildHost } from '../../src/http/hosts/host.ts';
import { givenStoreWithTables } from '../helpers/store.ts';
import { RULES } from '../unit/core/accounts/open-ports.ts';

export const API_URL = 'https://api.example.com';
export const AUTH_URL = 'https://id.example.com';
export const START = Date.UTC(2026, 0, 2, 12);

export type Person = { accountId: string; email: string; authorization: string };

/** `url`: of `another` host. */
export type Sent = { body?: unknown; headers?: HeadersInit; url?: string };

export type RegistrationHost = {
  stores: Stores;
  /** Moved by setting `at`. */
  clock: { at: number; now(): number };
  url: string;
  /** A second host on connections of its own to the same database, as another process has them. @returns its URL */
  another(): Promise<string>;
  /** Changes rows as no caller could. */
  execute(sql: string): Promise<void>;
  /** All that stands in the database, its log on SQLite included. */
  contents(): Promise<ReadonlyMap<string, Buffer>>;
  logs: string[];
  person(role: Role, email?: string): Promise<Person>;
  /** Sends with the person's API token; `body` of an object becomes JSON. */
  call(method: string, path: string, as?: Person, more?: Sent): Promise<Response>;
  /** Registers and returns what GET shows at `Location`. */
  register(as: Person, body: unknown): Promise<ShownApplication>;
  close(): Promise<void>;
};

export type ShownApplication = {
  id: string;
  platforms: { id: string; api_key: string }[];
  [member: string]: unknown;
};

export async function startRegistrationHost(
  rate = { requestsPerSecond: 1000, requestBurst: 10_000 },
  options: { mail?: MailDelivery } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-registration-'));
  const clock = {
    at: START,
    now(): number {
      return this.at;
    },
  };
  const store = await givenStoreWithTables(folder);
  const secrets = createServerSecrets(Buffer.alloc(32, 7));
  const logs: string[] = [];
  const hosts: { close(): Promise<void> }[] = [];
  const listen = async () => {
    const database = await store.open(clock);
    const site = { issuer: AUTH_URL, serviceName: 'Latchkey' };
    const rules = { ...RULES, mail: options.mail ?? 'off' };
    const plain = { ...database.stores, ...site, clock, secrets, rules, publish: () => undefined };
    const recording = (act: Act) => ({ ...plain, ...database.recording(act, clock) }) as unknown as Ports;
    const ports = { ...plain, recording };
    const clientAddressOf = createClientAddress([]);
    const app = buildHost({
      name: 'api',
      routes: registrationRoutes({ ports, apiUrl: API_URL, clientAddressOf }),
      settings: {
        publicUrl: API_URL,
        authUrl: AUTH_URL,
        listen: { host: '127.0.0.1', port: 0 },
        shutdownSeconds: 1,
        tlsCertificateFile: undefined,
        tlsKeyFile: undefined,
      },
      logger: pino({ level: 'trace' }, { write: (line: string) => void logs.push(line) }),
      ports,
      clientAddressOf,
      guards: apiTokenGuards(ports, createRateLimiter(clock, rate)),
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    hosts.push(app, database);
    return { ports, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
  };
  const { ports, url } = await listen();

  const host: RegistrationHost = {
    stores: ports,
    clock,
    url,
    another: async () => (await listen()).url,
    execute: store.execute,
    contents: store.contents,
    logs,
    async person(role, email = `${role}-${Math.random().toString(36).slice(2)}@example.com`) {
      const address = readEmailAddress(email);
      if (!address) throw new Error(`${email} is no address`);
      const account = makeAccount(
        { clock },
        {
          address,
          passwordHash: undefined,
          nickname: undefined,
          role,
          origin: 'command',
          now: clock.now(),
        },
      );
      await ports.accounts.insert(account);
      const made = await createApiToken(ports, { email, name: 'tests', expiresInDays: 0 });
      if (made.kind !== 'created') throw new Error(`${made.kind}: ${email}`);
      return { accountId: account.id, email, authorization: `Bearer ${made.token}` };
    },
    call(method, path, as, { body, headers, url: base = url } = {}) {
      const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
      return fetch(base + path, {
        method,
        headers: {
          ...(as ? { authorization: as.authorization } : {}),
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent }),
      });
    },
    async register(as, body) {
      const created = await host.call('POST', '/applications', as, { body });
      const location = created.headers.get('location') ?? '';
      if (created.status !== 201) throw new Error(`${created.status}: ${await created.text()}`);
      const shown = await host.call('GET', new URL(location).pathname, as);
      return (await shown.json()) as ShownApplication;
    },
    async close() {
      for (const each of hosts) await each.close();
      await store.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return host;
}
