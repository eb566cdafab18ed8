// Fetching the keys that an application publishes (contract 40): over TLS alone in practice, never from an internal
// address (case N7), bounded in time and size, and never led on. Against a real server on the loopback interface.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createKeySetSource, type KeySetSourceOptions } from '../../../src/outside/key-set-source.ts';
import { makeCertificate } from '../../helpers/mail-server.ts';

let server: Server | undefined;
let ca: string;
let uri: string;
let asked: IncomingMessage[] = [];
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  const { cert, key } = makeCertificate();
  ca = cert;
  const made = createServer({ cert, key }, (request, response) => {
    asked.push(request);
    answer(response);
  });
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  uri = `https://localhost:${(made.address() as AddressInfo).port}/keys`;
  server = made;
  // The library is loaded with the first fetch: no limit of a test is for that.
  answer = (response) => response.end();
  await fetched();
});
afterAll(() => {
  server?.closeAllConnections();
  server?.close();
});
beforeEach(() => {
  asked = [];
  answer = (response) => response.end('{"keys":[]}');
});

const fetched = (options: Partial<KeySetSourceOptions> = {}, at = uri) =>
  createKeySetSource({ allowInternal: true, ca, ...options })(at);

/** Answers with one list of addresses after the other. */
const namedAs = (...lists: readonly string[][]): LookupFunction => {
  let calls = 0;
  return (_, options, callback) => {
    const list = lists[Math.min(calls, lists.length - 1)] ?? [];
    calls += 1;
    const found = list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  };
};

it('reads the answer of GET, without cookies or credentials', async () => {
  expect(await fetched()).toEqual({ kind: 'fetched', text: '{"keys":[]}' });
  expect([asked[0]?.method, asked[0]?.headers.authorization, asked[0]?.headers.cookie]).toEqual([
    'GET',
    undefined,
    undefined,
  ]);
});

it.each([301, 302, 303, 307, 308])('does not follow a redirect (%i)', async (status) => {
  answer = (response) => response.writeHead(status, { location: `${uri}/elsewhere` }).end();
  expect(await fetched()).toEqual({ kind: 'failed', reason: `answered ${status}` });
  expect(asked.length).toBe(1);
});

it.each([204, 400, 401, 404, 500, 503])('takes no other status (%i)', async (status) => {
  answer = (response) => response.writeHead(status).end(status === 204 ? undefined : '{"keys":[]}');
  expect(await fetched()).toEqual({ kind: 'failed', reason: `answered ${status}` });
});

it('reads 64 KiB and no byte more, announced or not', async () => {
  answer = (response) => response.end(' '.repeat(64 * 1024));
  expect((await fetched()).kind).toBe('fetched');
  answer = (response) => response.end(' '.repeat(64 * 1024 + 1));
  expect(await fetched()).toEqual({ kind: 'failed', reason: 'too-large' });
  answer = (response) => {
    const write = () => {
      while (response.writable && response.write(' '.repeat(16 * 1024)));
      response.once('drain', write);
    };
    write();
  };
  expect(await fetched()).toEqual({ kind: 'failed', reason: 'too-large' });
});

it('waits no longer than its limit, for the head and for the body', async () => {
  answer = () => undefined;
  expect(await fetched({ timeLimitMs: 100 })).toEqual({ kind: 'failed', reason: 'timeout' });
  answer = (response) => response.write('{"keys":');
  expect(await fetched({ timeLimitMs: 100 })).toEqual({ kind: 'failed', reason: 'timeout' });
});

it('trusts no certificate that the system does not trust', async () => {
  const untrusted = await createKeySetSource({ allowInternal: true })(uri);
  expect(untrusted).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/^tls /) });
  expect(asked).toEqual([]);
});

it('case N7: asks no internal address, written or named', async () => {
  const port = new URL(uri).port;
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1', '169.254.169.254', '10.0.0.1']) {
    expect(await fetched({ allowInternal: false }, `https://${host}:${port}/keys`)).toEqual({
      kind: 'failed',
      reason: 'refused-address',
    });
  }
  expect((await fetched({ allowInternal: false, lookup: namedAs(['127.0.0.1']) })).kind).toBe('failed');
  expect(asked).toEqual([]);
});

it('case N7: a name that is public first and internal then (rebinding) gains nothing', async () => {
  const lookup = namedAs(['192.0.2.1', '127.0.0.1'], ['127.0.0.1']);
  expect((await fetched({ allowInternal: false, lookup, timeLimitMs: 300 })).kind).toBe('failed');
  expect(asked).toEqual([]);
});
