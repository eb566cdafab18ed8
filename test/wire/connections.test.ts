// Connections (contract 9): versions, keep-alive, pipelining, and a close that finishes what is under way (contract 1;
// case M8). Slow clients: slow-clients.test.ts.
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '../../src/http/routes/route.ts';
import { openSocket, readToEnd, sendRaw, splitResponses, startHost, type TestHost } from './raw-host.ts';

/** Answers when the test opens the gate. */
function gatedRoute() {
  const gate: { open: () => void; reached: number } = { open: () => undefined, reached: 0 };
  const opened = new Promise<void>((resolve) => {
    gate.open = resolve;
  });
  const route: Route = {
    path: '/slow',
    errors: 'problem',
    methods: {
      GET: {
        access: 'public',
        body: 'none',
        handle: async () => {
          gate.reached += 1;
          await opened;
          return { slow: true };
        },
      },
    },
  };
  const fast: Route = {
    path: '/fast',
    errors: 'problem',
    methods: { GET: { access: 'public', body: 'none', handle: () => ({ fast: true }) } },
  };
  return { gate, routes: [route, fast] };
}

const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await pause(5);
};

describe('contract 9: connections', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await startHost();
  });
  afterAll(() => host.stop());

  test('HTTP/1.0 is answered and the connection closed', async () => {
    const [answer] = await sendRaw(host.port, 'GET /things HTTP/1.0\r\n\r\n');
    expect([answer?.status, answer?.headers.connection]).toEqual([200, 'close']);
  });

  test('HTTP/1.0 may ask to keep the connection', async () => {
    const keep = 'GET /things HTTP/1.0\r\nConnection: keep-alive\r\n\r\n';
    const answers = await sendRaw(host.port, `${keep}GET /things HTTP/1.0\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('RFC 9112 9.3.2, M17: 32 requests of a connection are worked on at a time; those behind them wait, and none is lost', async () => {
    const { gate, routes } = gatedRoute();
    const own = await startHost({ routes });
    const ask = 'GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const close = ask.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    const patient = sendRaw(own.port, ask.repeat(999), close);
    await until(() => gate.reached === 32);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(gate.reached).toBe(32);
    gate.open();
    expect((await patient).map(({ status }) => status)).toEqual(Array(1000).fill(200));
    await own.stop();
  });

  test('a hundred POSTs in one packet are answered in their order', async () => {
    const post = (n: number) =>
      `POST /things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${String(n).length}\r\n\r\n${n}`;
    const all = Array.from({ length: 100 }, (_, i) => post(i)).join('');
    const answers = await sendRaw(host.port, `${all}GET /things HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(answers).toHaveLength(101);
    expect(answers.slice(0, 100).map(({ body }) => body)).toEqual(
      Array.from({ length: 100 }, (_, i) => `{"body":${i}}`),
    );
  });

  test('M17: peers that read nothing are held to what was read at once; past 4,096 in all the connection is cut', async () => {
    const { gate, routes } = gatedRoute();
    const own = await startHost({ routes });
    const ask = 'GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const sockets = await Promise.all(Array.from({ length: 8 }, () => openSocket(own.port)));
    let cut = 0;
    const noteCut = () => {
      cut += 1;
    };
    for (const socket of sockets) socket.on('close', noteCut).on('error', () => undefined);
    for (const socket of sockets) socket.write(ask.repeat(4000));
    await until(() => cut > 0);
    expect(cut).toBeLessThan(8);
    expect(gate.reached).toBeLessThanOrEqual(8 * 32);
    for (const socket of sockets) socket.destroy();
    gate.open();
    expect(await sendRaw(own.port, ask.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))).toHaveLength(1);
    await own.stop();
  });

  test('HTTP/1.1 keeps the connection until it is asked to close it', async () => {
    const socket = await openSocket(host.port);
    const answer = readToEnd(socket);
    socket.write('GET /things HTTP/1.1\r\nHost: a\r\n\r\n');
    await pause(50);
    socket.write('GET /things HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(splitResponses(await answer).map(({ status }) => status)).toEqual([200, 200]);
  });

  test('pipelined requests are answered in their order, bodies and refusals among them', async () => {
    const post = 'POST /things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
    const answers = await sendRaw(
      host.port,
      'GET /things?x=1 HTTP/1.1\r\nHost: a\r\n\r\n',
      post,
      'GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n',
      'DELETE /things HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET /things?x=2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 405, 200]);
    expect(answers.at(-1)?.body).toBe('{"x":["2"]}');
  });

  test('a request in many small pieces is whole', async () => {
    const socket = await openSocket(host.port);
    const answer = readToEnd(socket);
    socket.setNoDelay(true);
    for (const piece of 'GET /things?x=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'.match(/.{1,7}/gs) ?? []) {
      socket.write(piece);
      await pause(1);
    }
    expect(splitResponses(await answer)[0]?.body).toBe('{"x":["1"]}');
  });

  test('garbage behind a good request is told after the good answer, and ends the connection', async () => {
    const answers = await sendRaw(host.port, 'GET /things HTTP/1.1\r\nHost: a\r\n\r\nGARBAGE\r\n\r\n');
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  });

  test('two requests never share a request id, and the caller never chooses it', async () => {
    const get = 'GET /things HTTP/1.1\r\nHost: a\r\nX-Request-Id: mine\r\n';
    const answers = await sendRaw(host.port, `${get}\r\n${get}Connection: close\r\n\r\n`);
    const ids = answers.map(({ headers }) => headers['x-request-id']);
    expect(ids.every((id) => /^[\w-]{12}$/.test(id ?? ''))).toBe(true);
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain('mine');
  });

  test('a client that goes away in the middle of its body is no error of ours', async () => {
    const socket = await openSocket(host.port);
    socket.write('POST /things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{');
    await pause(50);
    socket.destroy();
    await pause(50);
    expect(host.log.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });
});

describe('M8: a graceful close', () => {
  test('answers what is under way, tells it to close, and ends idle connections', async () => {
    const { gate, routes } = gatedRoute();
    const host = await startHost({ routes });
    const busy = await openSocket(host.port);
    const answer = readToEnd(busy);
    busy.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
    const idle = await openSocket(host.port);
    const idleEnd = readToEnd(idle);
    idle.write('GET /fast HTTP/1.1\r\nHost: a\r\n\r\n');
    const silent = await openSocket(host.port);
    const silentEnd = readToEnd(silent);
    await until(() => gate.reached === 1);
    const stopped = host.stop();
    expect(splitResponses(await idleEnd)[0]?.status).toBe(200);
    expect(await silentEnd).toBe('');
    gate.open();
    expect(splitResponses(await answer)[0]?.body).toBe('{"slow":true}');
    await stopped;
  });

  test('answers requests that were pipelined before it', async () => {
    const { gate, routes } = gatedRoute();
    const host = await startHost({ routes });
    const socket = await openSocket(host.port);
    const answer = readToEnd(socket);
    socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\nGET /fast HTTP/1.1\r\nHost: a\r\n\r\n');
    await until(() => gate.reached === 1);
    const stopped = host.stop();
    gate.open();
    expect(splitResponses(await answer).map(({ status }) => status)).toEqual([200, 200]);
    await stopped;
  });

  test('is over as soon as idle clients have closed their connections too', async () => {
    const host = await startHost();
    const socket = await openSocket(host.port);
    const answer = readToEnd(socket);
    socket.write('GET /things HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    const stopped = host.stop().then(() => 'stopped');
    expect(splitResponses(await answer)[0]?.status).toBe(200);
    // Whoever waits for clients that do not close theirs waits for all of `shutdownSeconds`.
    const late = pause(5000, 'waits for clients that do not', { ref: false });
    expect(await Promise.race([stopped, late])).toBe('stopped');
  });

  test('under load loses no request that was accepted', async () => {
    let finished = 0;
    const onFinished = () => {
      finished += 1;
    };
    const host = await startHost({ onFinished });
    let stopping = false;
    const client = async (): Promise<ReturnType<typeof splitResponses>> => {
      const socket = await openSocket(host.port);
      const answer = readToEnd(socket);
      while (!stopping) {
        socket.write('GET /things HTTP/1.1\r\nHost: a\r\n\r\n');
        await pause(2);
      }
      return splitResponses(await answer);
    };
    const clients = Array.from({ length: 20 }, client);
    await until(() => finished > 100);
    const stopped = host.stop();
    await pause(20);
    stopping = true;
    const answers = (await Promise.all(clients)).flat();
    await stopped;
    // What was begun is whole, and everything that the host did has arrived.
    expect(answers.filter(({ status, body }) => status !== 200 || body !== '{"x":[]}')).toEqual([]);
    expect(answers.length).toBe(finished);
  });

  test('cuts whoever is still there when the time is up', async () => {
    const { gate, routes } = gatedRoute();
    const host = await startHost({ routes, settings: { shutdownSeconds: 0.2 } });
    const socket = await openSocket(host.port);
    const answer = readToEnd(socket);
    socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
    await until(() => gate.reached === 1);
    await host.stop();
    expect(await answer).toBe('');
  });
});
