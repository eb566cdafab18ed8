// Clients that take their time are cut (contract 10), and when. Nothing here but waiting: all of it at once.
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as tlsConnect } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { ask, FILE_FORM_TYPE, JSON_TYPE, makeCertificate, openSession } from './http2-client.ts';
import { openSocket, readToEnd, sendRaw, splitResponses, startHost } from './raw-host.ts';

const HEADERS_MS = 10_000;
const REQUEST_MS = 15_000;
/** The half second between two looks of the server at its clients, and what a busy machine adds; no other limit. */
const A_LITTLE_MS = 4500;

const HALF_A_HEAD = 'GET /things HTTP/1.1\r\nHost: a\r\n';
const HALF_A_BODY = 'POST /things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n';

/** Writes the first piece, then another each second. @returns the last answer and when the connection ended, in ms */
async function trickle(opening: Socket | Promise<Socket>, first: string, more: string) {
  // Before the server can have begun to count.
  const startedAt = performance.now();
  const socket = await opening;
  const ended = readToEnd(socket);
  socket.write(first);
  const timer = setInterval(() => socket.write(more), 1000);
  const answers = splitResponses(await ended);
  clearInterval(timer);
  return { response: answers.at(-1), after: performance.now() - startedAt };
}

function expectCut({ response, after }: Awaited<ReturnType<typeof trickle>>, limit: number, what = '') {
  expect(response?.status, what).toBe(408);
  expect(after, what).toBeGreaterThanOrEqual(limit);
  expect(after, what).toBeLessThan(limit + A_LITTLE_MS);
}

describe.concurrent('contract 10: slow clients', () => {
  test('headers within 10 s: whoever is late with them is cut then, and no later', async () => {
    const host = await startHost();
    const late = [
      ['one header a second', HALF_A_HEAD, 'X: y\r\n'],
      ['half a head and no more', HALF_A_HEAD, ''],
      ['half of the first line', 'GET /thi', ''],
      ['nothing', '', ''],
    ] as const;
    const cut = await Promise.all(
      late.map(async ([what, first, more]) => ({ what, ...(await trickle(openSocket(host.port), first, more)) })),
    );
    await host.stop();
    for (const { what, ...one } of cut) {
      expectCut(one, HEADERS_MS, what);
      expect(one.response?.headers['x-request-id'], what).toBeDefined();
      expect(one.response?.headers['content-type'], what).toMatch(/problem\+json/);
    }
  });

  test('headers within 10 s of the first byte: for the second request of a connection too', async () => {
    const host = await startHost();
    const socket = await openSocket(host.port);
    socket.write('GET /things HTTP/1.1\r\nHost: a\r\n\r\n');
    // Between two requests a client may wait longer (keep-alive), which is not counted.
    await pause(2000);
    const cut = await trickle(socket, HALF_A_HEAD, '');
    await host.stop();
    expectCut(cut, HEADERS_MS);
  });

  test('a request within 15 s: a body that trickles is cut then; others are served meanwhile', async () => {
    const host = await startHost();
    const [body, [meanwhile]] = await Promise.all([
      trickle(openSocket(host.port), HALF_A_BODY, ' '),
      pause(5000).then(() => sendRaw(host.port, 'GET /things HTTP/1.0\r\n\r\n')),
    ]);
    await host.stop();
    expectCut(body, REQUEST_MS);
    expect(meanwhile?.status).toBe(200);
  });

  test('contract 27: a form with a picture may take longer, and its connection goes on', async () => {
    const host = await startHost();
    const socket = await openSocket(host.port);
    const ended = readToEnd(socket);
    const [start, end] = ['--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n', '\r\n--x--\r\n'];
    const seconds = 17;
    socket.write(
      `POST /pictures HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${start.length + seconds + end.length}\r\n\r\n${start}`,
    );
    for (let second = 0; second < seconds; second += 1) {
      await pause(1000);
      socket.write('a');
    }
    socket.write(`${end}GET /things HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    const answers = splitResponses(await ended);
    await host.stop();
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toBe('{"file":"one"}');
  });

  test('are cut over TLS as well: late headers and late bodies, in both versions', async () => {
    const { settings, remove } = makeCertificate();
    const slow = await startHost({ settings });
    const own = openSession(slow);
    const socket = tlsConnect({ port: slow.port, rejectUnauthorized: false });
    const [head, body, file] = await Promise.all([
      trickle(socket, HALF_A_HEAD, 'X: y\r\n'),
      ask({ ':method': 'POST', ':path': '/things', ...JSON_TYPE }, 'unfinished', own),
      ask({ ':method': 'POST', ':path': '/files', ...FILE_FORM_TYPE }, 'unfinished', own),
    ]);
    own.close();
    await slow.stop();
    remove();
    expectCut(head, HEADERS_MS);
    expect([body.status, file.status]).toEqual([408, 408]);
  });
});
