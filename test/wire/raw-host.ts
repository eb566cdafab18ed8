// A host on a free port with a real database behind it, and a bare socket to talk to it: what these tests are about
// happens below what an HTTP client would send.

import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Database } from '../../src/core/operating/ports.ts';
import { createClientAddress } from '../../src/http/callers/client-address.ts';
import { buildHost, type HostOptions } from '../../src/http/hosts/host.ts';
import type { Route } from '../../src/http/routes/route.ts';
import { readPictureForm, withoutTimeLimit } from '../../src/http/wire/file-forms.ts';
import { fileOf, formOf, queryOf } from '../../src/http/wire/request-parts.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { placeMigratedFile } from '../helpers/migrated-file.ts';
import { NOW } from '../unit/core/given.ts';

export type TestHost = {
  port: number;
  app: FastifyInstance;
  database: Database;
  /** Moved by the test. */
  clock: { at: number; now(): number };
  /** Log records so far. */
  log: Record<string, unknown>[];
  stop(): Promise<void>;
};

export type TestHostOptions = Partial<
  Pick<HostOptions, 'name' | 'guards' | 'renderErrorPage' | 'onFinished' | 'gate'>
> & {
  routes?: readonly Route[];
  settings?: Partial<HostOptions['settings']>;
};

export const TEST_SETTINGS: HostOptions['settings'] = {
  publicUrl: 'http://id.example.com',
  authUrl: 'http://id.example.com',
  listen: { host: '127.0.0.1', port: 0 },
  shutdownSeconds: 10,
  tlsCertificateFile: undefined,
  tlsKeyFile: undefined,
};

/** An open database of its own, with a clock that stands until it is moved. */
export async function openTestDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-http-'));
  const clock = { at: NOW, now: () => clock.at };
  const path = join(folder, 'test.db');
  await placeMigratedFile(path);
  const database = await openSqlite({ path, clock });
  const close = async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { database, clock, close };
}

/** A log that keeps its records. */
export function recordingLog() {
  const log: Record<string, unknown>[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => log.push(JSON.parse(line)) });
  return { log, logger };
}

export async function startHost(options: TestHostOptions = {}): Promise<TestHost> {
  const { routes = EXAMPLE_ROUTES, settings, name = 'auth', ...rest } = options;
  const { database, clock, close } = await openTestDatabase();
  const { log, logger } = recordingLog();
  const app = buildHost({
    name,
    routes,
    settings: { ...TEST_SETTINGS, ...settings },
    logger,
    ports: { ...database.stores, clock },
    clientAddressOf: createClientAddress([]),
    ...rest,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const stop = async () => {
    await app.close();
    await close();
  };
  return { port: (app.server.address() as AddressInfo).port, app, database, clock, log, stop };
}

/** One route of each shape of error and kind of body. Handlers answer what they read. */
export const EXAMPLE_ROUTES: readonly Route[] = [
  {
    path: '/things',
    errors: 'problem',
    methods: {
      GET: {
        access: 'public',
        body: 'none',
        handle: (request) => ({ x: queryOf(request).all('x') }),
      },
      POST: {
        access: 'public',
        body: 'json',
        confirm: 'harmless',
        audit: 'own',
        handle: (request) => ({ body: request.body }),
      },
      PUT: {
        access: 'public',
        body: 'optional-json',
        confirm: 'harmless',
        audit: 'own',
        handle: (request) => ({ body: request.body ?? null }),
      },
    },
  },
  {
    path: '/things/:id',
    errors: 'problem',
    methods: {
      GET: { access: 'public', body: 'none', handle: (request) => request.params },
      DELETE: {
        access: 'public',
        body: 'none',
        confirm: 'harmless',
        audit: 'own',
        handle: (_request, reply) => reply.code(204).send(),
      },
    },
  },
  {
    path: '/changes',
    errors: 'problem',
    methods: {
      PATCH: {
        access: 'public',
        body: 'merge-patch',
        confirm: 'harmless',
        audit: 'own',
        handle: (request) => ({ body: request.body }),
      },
    },
  },
  {
    path: '/oauth/token',
    errors: 'oauth',
    methods: {
      POST: { access: 'client', body: 'form', handle: (request) => ({ a: formOf(request).all('a') }) },
    },
  },
  {
    path: '/oauth/authorize',
    errors: 'page',
    methods: {
      GET: { access: 'public', body: 'none', handle: (request) => ({ query: request.raw.url }) },
      POST: {
        access: 'public',
        body: 'form',
        confirm: 'harmless',
        audit: 'own',
        handle: (request) => ({ a: formOf(request).all('a') }),
      },
    },
  },
  {
    path: '/files',
    errors: 'problem',
    methods: {
      POST: {
        access: 'public',
        body: 'form-or-file',
        confirm: 'harmless',
        audit: 'own',
        handle: (request) => ({ a: formOf(request).all('a'), file: fileOf(request).kind }),
      },
    },
  },
  {
    path: '/pictures',
    errors: 'problem',
    methods: {
      POST: {
        access: 'public',
        body: 'form-or-picture',
        confirm: 'harmless',
        audit: 'own',
        handle: (request) =>
          withoutTimeLimit(request, async () => {
            await readPictureForm(request, () => {});
            return { file: fileOf(request).kind };
          }),
      },
    },
  },
  {
    path: '/page',
    errors: 'negotiated',
    methods: { GET: { access: 'public', body: 'none', handle: () => 'page' } },
  },
];

export type RawResponse = { status: number; version: string; headers: Record<string, string>; body: string };

/** Connects and leaves the talking to the test. */
export const openSocket = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => resolve(socket));
    socket.once('error', reject);
  });

/** Everything the host says until it closes the connection. */
export const readToEnd = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      text += chunk;
    });
    // A reset after the answer is an end as well.
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(text));
    socket.once('end', () => socket.end());
  });

/** Sends bytes as they are and reads until the host closes: send `Connection: close` where it would not. */
export async function sendRaw(port: number, ...chunks: readonly (string | Uint8Array)[]): Promise<RawResponse[]> {
  const socket = await openSocket(port);
  const answer = readToEnd(socket);
  for (const chunk of chunks) socket.write(typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk);
  return splitResponses(await answer);
}

export type RequestParts = {
  method?: string;
  headers?: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
  body?: string | Uint8Array;
  version?: string;
};

/** One request on a connection of its own. `Host` and, with a body, `Content-Length` are added. */
export async function request(port: number, target: string, parts: RequestParts = {}): Promise<RawResponse> {
  const { method = 'GET', body, version = 'HTTP/1.1' } = parts;
  const given = Array.isArray(parts.headers) ? parts.headers : Object.entries(parts.headers ?? {});
  const names = given.map(([name]) => name.toLowerCase());
  const headers: (readonly [string, string])[] = [...given];
  if (!names.includes('host')) headers.push(['Host', 'localhost']);
  if (!names.includes('connection')) headers.push(['Connection', 'close']);
  if (body !== undefined && !names.includes('content-length') && !names.includes('transfer-encoding')) {
    headers.push(['Content-Length', String(Buffer.byteLength(body))]);
  }
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const responses = await sendRaw(port, `${method} ${target} ${version}\r\n${head}\r\n`, body ?? '');
  const [response] = responses;
  if (!response) throw new Error('The host closed the connection without an answer.');
  return response;
}

/** Splits what came into responses, by Content-Length. */
export function splitResponses(text: string): RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = text;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) throw new Error(`An answer without end: ${rest}`);
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const [, version = '', status = ''] = /^(HTTP\/\S+) (\d{3})/.exec(statusLine) ?? [];
    const lowered: Record<string, string> = {};
    for (const line of lines) {
      const colon = line.indexOf(':');
      lowered[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
    }
    // Interim answers have no body and stand before the real one.
    const length = Number(status) < 200 ? 0 : Number(lowered['content-length'] ?? 0);
    const start = end + 4;
    const body = rest.slice(start, start + length);
    if (Number(status) >= 200) responses.push({ status: Number(status), version, headers: lowered, body });
    // The answer to HEAD names the length of a body that does not come.
    rest = body.startsWith('HTTP/1.1 ') ? rest.slice(start) : rest.slice(start + length);
  }
  return responses;
}

export const problemOf = (response: RawResponse): Record<string, unknown> => JSON.parse(response.body);
