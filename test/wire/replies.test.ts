// What a handler hands back (route.ts). Fastify's replies are thenables: `await` of one waits until the client has read
// the answer and gives `undefined`, so that a handler went on as if nothing had been sent. The replies of our hosts are
// not.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Route } from '../../src/http/routes/route.ts';
import { request, startHost, type TestHost } from './raw-host.ts';

let host: TestHost;
/** What the handlers did. */
let done: unknown[] = [];

const later = async (reply: FastifyReply, body: string): Promise<FastifyReply> => {
  await sleep(1);
  return reply.code(201).send(body);
};

const route = (path: string, handle: Route['methods'] extends { GET?: infer M } ? NonNullable<M> : never): Route => ({
  path,
  errors: 'problem',
  methods: { GET: handle },
});

const ROUTES: readonly Route[] = [
  route('/awaited', {
    access: 'public',
    body: 'none',
    handle: async (_request, reply) => {
      const sent = await later(reply, 'once');
      done.push(sent === reply);
      return sent ?? reply.send('twice');
    },
  }),
  route('/among-others', {
    access: 'public',
    body: 'none',
    handle: async (_request, reply) => {
      const [sent] = await Promise.all([later(reply, 'once')]);
      done.push(sent === reply);
      return sent;
    },
  }),
  route('/at-once', { access: 'public', body: 'none', handle: (_request, reply) => reply.code(201).send('once') }),
  route('/payload', { access: 'public', body: 'none', handle: async () => ({ a: 1 }) }),
  route('/throws', {
    access: 'public',
    body: 'none',
    handle: async () => {
      throw new Error('A fault of ours');
    },
  }),
  route('/throws-afterwards', {
    access: 'public',
    body: 'none',
    handle: async (_request, reply) => {
      reply.code(201).send('once');
      throw new Error('Too late');
    },
  }),
];

beforeAll(async () => {
  host = await startHost({ routes: ROUTES });
});
afterAll(() => host.stop());
beforeEach(() => {
  done = [];
  host.log.length = 0;
});

const faults = () => host.log.filter(({ level }) => Number(level) >= 40);

test.each(['/awaited', '/among-others'])(
  'a reply that is awaited is the reply, and nothing is done twice: %s',
  async (path) => {
    const answer = await request(host.port, path);
    expect([answer.status, answer.body, done, faults()]).toEqual([201, 'once', [true], []]);
  },
);

test('a reply that is handed back at once is sent once', async () => {
  const answer = await request(host.port, '/at-once');
  expect([answer.status, answer.body, faults()]).toEqual([201, 'once', []]);
  expect((await request(host.port, '/at-once', { method: 'HEAD' })).status).toBe(201);
});

test('a payload that is handed back is sent', async () => {
  expect((await request(host.port, '/payload')).body).toBe('{"a":1}');
});

test('what a handler throws is its answer, and is logged with its cause', async () => {
  expect((await request(host.port, '/throws')).status).toBe(500);
  expect(faults()).toMatchObject([{ err: { message: 'A fault of ours' } }]);
});

test('what a handler throws after its answer is logged, and the answer stands', async () => {
  expect((await request(host.port, '/throws-afterwards')).body).toBe('once');
  expect(faults()).toHaveLength(1);
});
