// Deliveries to addresses that owners registered: guarded against internal ones however they are written or named (case
// N7), bounded in time and size, and never led on. Against real servers on the loopback interface.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readRetryAfter } from '../../../src/outside/delivery-answers.ts';
import { createFormDelivery, type FormDeliveryOptions } from '../../../src/outside/form-delivery.ts';
import { publicOnly } from '../../../src/outside/public-hosts.ts';
import { makeCertificate } from '../../helpers/mail-server.ts';

/** Far more than any limit here, far less than a test may take. */
const GENEROUS_MS = 10_000;

type Asked = { method: string | undefined; url: string | undefined; type: string | undefined; body: string };
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let port: number;
let asked: Asked[] = [];
const ok: Answer = (_, response) => response.end();
let answer = ok;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method, url, headers } = request;
    asked.push({ method, url, type: headers['content-type'], body });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  // The library is loaded with the first delivery: no limit of a test is for that.
  await post(`http://127.0.0.1:${port}/`, { allowInternal: true });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  answer = ok;
});

/** Answers with these addresses, the next list at each call. */
const namedAs = (...lists: readonly string[][]) => {
  let calls = 0;
  const lookup: LookupFunction = (_, options, callback) => {
    const list = lists[Math.min(calls, lists.length - 1)] ?? [];
    calls += 1;
    const found = list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  };
  return { lookup, calls: () => calls };
};

async function post(uri: string, options: Partial<FormDeliveryOptions> = {}, signal?: AbortSignal) {
  const delivery = createFormDelivery({ allowInternal: false, now: () => NOW, ...options });
  try {
    return await delivery.post(uri, { logout_token: 'a.b+c/d=&' }, signal);
  } finally {
    await delivery.close();
  }
}
const unknownName: LookupFunction = (_, __, callback) =>
  callback(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []);
const NOW = Date.UTC(2031, 0, 31, 12);
const allowed = { allowInternal: true, now: () => NOW };
const here = (path = '/out?x=1') => `http://127.0.0.1:${port}${path}`;

describe('what is sent', () => {
  it('Back-Channel Logout 2.5: one POST of a form, to the address as registered', async () => {
    expect(await post(here(), allowed)).toEqual({ kind: 'answered', status: 200 });
    const type = 'application/x-www-form-urlencoded';
    expect(asked).toEqual([{ method: 'POST', url: '/out?x=1', type, body: 'logout_token=a.b%2Bc%2Fd%3D%26' }]);
  });

  it('contract 60: one POST of JSON, with the headers of the message', async () => {
    const delivery = createFormDelivery(allowed);
    const headers = { 'webhook-id': 'e1' };
    const signal = new AbortController().signal;
    expect(await delivery.postJson(here(), headers, '{"é":1}', signal)).toEqual({ kind: 'answered', status: 200 });
    expect(asked).toEqual([{ method: 'POST', url: '/out?x=1', type: 'application/json', body: '{"é":1}' }]);
    await delivery.close();
  });

  it.each([204, 400, 404, 500, 503])('tells the status %i, whatever else stands in the answer', async (status) => {
    answer = (_, response) => response.writeHead(status).end(status === 204 ? undefined : 'x'.repeat(100_000));
    expect(await post(here(), allowed)).toEqual({ kind: 'answered', status });
  });

  it.each([301, 302, 303, 307, 308])('N7: a redirect (%i) is an answer, never followed', async (status) => {
    answer = (_, response) => response.writeHead(status, { location: here('/elsewhere') }).end();
    expect(await post(here(), allowed)).toEqual({ kind: 'answered', status });
    expect(asked).toHaveLength(1);
  });
});

describe('N7: internal addresses', () => {
  it.each([
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0', '127.0.0.1.', '[::1]', '[::]'],
    ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '10.0.0.1', '169.254.169.254', '192.168.0.1', '[fd00:ec2::254]'],
    ...['[fe80::1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '%31%32%37.0.0.1', '１２７.0.0.1'],
  ])('%s is refused as it is written', async (host) => {
    expect(await post(`http://${host}:${port}/`)).toMatchObject({ kind: 'refused' });
    expect(asked).toEqual([]);
  });

  it('localhost is refused by what the system makes of it', async () => {
    const refused = await post(`http://localhost:${port}/`, { timeLimitMs: 5_000 });
    expect(refused).toMatchObject({ kind: 'refused', reason: 'refused-address' });
    expect(asked).toEqual([]);
  });

  it.each([['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['10.0.0.1', '192.168.0.1'], ['169.254.169.254']])(
    'a name that leads to %s is refused, with http and with https',
    async (...addresses) => {
      const { lookup } = namedAs(addresses);
      for (const scheme of ['http', 'https']) {
        expect(await post(`${scheme}://rp.example:${port}/`, { lookup })).toMatchObject({ kind: 'refused' });
      }
      expect(asked).toEqual([]);
    },
  );

  it('of a name with both kinds only the public addresses are handed on to be connected to', () => {
    const { lookup } = namedAs(['127.0.0.1', '1.1.1.1', '::1', '2606:4700::1']);
    const found: unknown[] = [];
    publicOnly(lookup)('rp.example', { all: true }, (error, addresses) => found.push(error, addresses));
    publicOnly(lookup)('rp.example', {}, (error, ...address) => found.push(error, address));
    expect(found).toEqual([
      ...[
        null,
        [
          { address: '1.1.1.1', family: 4 },
          { address: '2606:4700::1', family: 6 },
        ],
      ],
      ...[null, ['1.1.1.1', 4]],
    ]);
  });

  it('DNS rebinding: each connection is looked at, and asks for the name once', async () => {
    const { lookup, calls } = namedAs(['127.0.0.1']);
    const delivery = createFormDelivery({ allowInternal: false, now: () => NOW, lookup });
    for (const count of [1, 2]) {
      expect(await delivery.post(`http://rp.example:${port}/`, {})).toMatchObject({ kind: 'refused' });
      expect(calls()).toBe(count);
    }
    await delivery.close();
    const once = namedAs(['127.0.0.1'], ['240.0.0.1']);
    expect(await post(`http://rp.example:${port}/`, { ...allowed, lookup: once.lookup })).toMatchObject({
      status: 200,
    });
    expect(once.calls()).toBe(1);
  });

  it('case N7: for an event, the address that was looked at is the one that is connected to', async () => {
    const { lookup, calls } = namedAs(['127.0.0.1']);
    const guarded = createFormDelivery({ allowInternal: false, now: () => NOW, lookup });
    const { signal } = new AbortController();
    for (const uri of [`http://rp.example:${port}/`, `https://rp.example:${port}/`]) {
      expect(await guarded.postJson(uri, {}, '{}', signal)).toMatchObject({ kind: 'refused' });
    }
    expect([asked, calls()]).toEqual([[], 2]);
    await guarded.close();
    // The second answer of a name that changes is never asked for.
    const changing = namedAs(['127.0.0.1'], ['240.0.0.1']);
    const open = createFormDelivery({ ...allowed, lookup: changing.lookup });
    expect(await open.postJson(`http://rp.example:${port}/`, {}, '{}', signal)).toMatchObject({ status: 200 });
    expect(changing.calls()).toBe(1);
    await open.close();
  });

  it('all are reached where the operator allows it', async () => {
    expect(await post(`http://localhost:${port}/`, { ...allowed, timeLimitMs: 5_000 })).toMatchObject({ status: 200 });
    expect(await post(`http://rp.example:${port}/`, { ...allowed, lookup: namedAs(['127.0.0.1']).lookup })).toEqual({
      kind: 'answered',
      status: 200,
    });
  });
});

describe('bounds', () => {
  it('an application that never answers has failed when the time is over', async () => {
    answer = () => {};
    const startedAt = performance.now();
    expect(await post(here(), { ...allowed, timeLimitMs: 400 })).toEqual({
      kind: 'failed',
      reason: 'timeout',
    });
    expect(performance.now() - startedAt).toBeLessThan(GENEROUS_MS);
  });

  it('an answer without end costs no more than the time limit, and its status counts', async () => {
    answer = (_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(drip));
    };
    const startedAt = performance.now();
    expect(await post(here(), { ...allowed, timeLimitMs: 2_000 })).toEqual({ kind: 'answered', status: 200 });
    expect(performance.now() - startedAt).toBeLessThan(GENEROUS_MS);
  });

  it('a flood is cut off', async () => {
    let sent = 0;
    answer = (_, response) => {
      const pour = () => {
        while (!response.destroyed && sent < 50_000_000 && response.write('x'.repeat(65_536))) sent += 65_536;
      };
      response.on('drain', pour);
      pour();
    };
    expect(await post(here(), { ...allowed, timeLimitMs: GENEROUS_MS })).toEqual({ kind: 'answered', status: 200 });
    expect(sent).toBeLessThan(20_000_000);
  });

  it('nobody listening, a broken connection and an unknown name have failed', async () => {
    answer = (request) => request.socket.destroy();
    const broken = await post(here(), { ...allowed, timeLimitMs: GENEROUS_MS });
    const nobody = await post('http://127.0.0.1:1/', allowed);
    const unknown = await post('http://nobody.invalid/', { ...allowed, lookup: unknownName });
    const late = await post('http://nobody.invalid/', { ...allowed, lookup: () => undefined, timeLimitMs: 400 });
    expect([broken, nobody, unknown, late]).toEqual([
      { kind: 'failed', reason: 'connection', detail: expect.stringMatching(/^(?:UND_ERR_SOCKET|ECONNRESET)$/) },
      { kind: 'failed', reason: 'connection', detail: 'ECONNREFUSED' },
      { kind: 'failed', reason: 'dns', detail: 'ENOTFOUND' },
      { kind: 'failed', reason: 'timeout' },
    ]);
  });

  it('whoever stops the server ends it early', async () => {
    answer = () => {};
    const stopping = new AbortController();
    const delivered = post(here(), { ...allowed, timeLimitMs: 20_000 }, stopping.signal);
    await expect.poll(() => asked.length).toBe(1);
    stopping.abort();
    expect(await delivered).toEqual({ kind: 'failed', reason: 'stopped' });
  });

  it('contract 60: a certificate that nobody vouches for, and no TLS at all, are told as tls', async () => {
    expect(await post(`https://127.0.0.1:${port}/`, allowed)).toMatchObject({ kind: 'failed', reason: 'tls' });
    const secure = createSecureServer(makeCertificate(), (_, response) => response.end());
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    const { port: securePort } = secure.address() as AddressInfo;
    expect(await post(`https://127.0.0.1:${securePort}/`, allowed)).toEqual({
      ...{ kind: 'failed', reason: 'tls', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    });
    await new Promise((resolve) => secure.close(resolve));
  });
});

describe('contract 60: Retry-After', () => {
  const IN_A_MINUTE = new Date(NOW + 60_000).toUTCString();
  it.each([
    ...[
      [429, '120', 120_000],
      [503, '120', 120_000],
      [429, ' 0 ', 0],
      [503, IN_A_MINUTE, 60_000],
      [429, 'Friday, 31-Jan-31 12:01:00 GMT', 60_000],
      [429, new Date(NOW - 60_000).toUTCString(), 0],
      // Of no other status, and in no other form.
      [500, '120', undefined],
      [302, '120', undefined],
      [429, '-5', undefined],
      [429, '1.5', undefined],
      [429, '2031-01-31T12:01:00Z', undefined],
      [429, 'soon', undefined],
      [429, '', undefined],
    ],
  ] as [number, string, number | undefined][])('%i with %s is %s ms', (status, header, ms) => {
    expect(readRetryAfter(status, header, NOW)).toBe(ms);
  });

  it('is read of an answer', async () => {
    answer = (_, response) => response.writeHead(429, { 'retry-after': '30' }).end();
    expect(await post(here(), allowed)).toEqual({ kind: 'answered', status: 429, retryAfterMs: 30_000 });
  });
});
