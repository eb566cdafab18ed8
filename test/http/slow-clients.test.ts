// Clients that take their time are cut (contract 10). Nothing here but waiting: all of it at once.
import { setTimeout as pause } from 'node:timers/promises';
import { connect as tlsConnect } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { ask, FILE_FORM_TYPE, JSON_TYPE, makeCertificate, openSession } from './http2-client.ts';
import { openSocket, readToEnd, sendRaw, splitResponses, startHost } from './raw-host.ts';

describe.concurrent('contract 10: slow clients', () => {
  test('are cut: headers within 10 s, a request within 15 s, told as 408; others are served meanwhile', async () => {
    const host = await startHost();
    const trickle = async (first: string, more: string) => {
      const socket = await openSocket(host.port);
      const answer = readToEnd(socket);
      socket.on('error', () => undefined);
      socket.write(first);
      const timer = setInterval(() => socket.write(more), 1000);
      const [response] = splitResponses(await answer);
      clearInterval(timer);
      return response;
    };
    const post = 'POST /things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n';
    const [headers, body, [meanwhile]] = await Promise.all([
      trickle('GET /things HTTP/1.1\r\n', 'X: y\r\n'),
      trickle(post, ' '),
      pause(5000).then(() => sendRaw(host.port, 'GET /things HTTP/1.0\r\n\r\n')),
    ]);
    await host.stop();
    expect(headers?.status).toBe(408);
    expect(headers?.headers['x-request-id']).toBeDefined();
    expect(headers?.headers['content-type']).toMatch(/problem\+json/);
    expect(body?.status).toBe(408);
    expect(meanwhile?.status).toBe(200);
  });

  test('are cut over TLS as well: late headers and late bodies, in both versions', async () => {
    const { settings, remove } = makeCertificate();
    const slow = await startHost({ settings });
    const own = openSession(slow);
    const socket = tlsConnect({ port: slow.port, rejectUnauthorized: false });
    const late = readToEnd(socket);
    socket.write('GET /things HTTP/1.1\r\n');
    const timer = setInterval(() => socket.write('X: y\r\n'), 1000);
    const [text, body, file] = await Promise.all([
      late,
      ask({ ':method': 'POST', ':path': '/things', ...JSON_TYPE }, 'unfinished', own),
      ask({ ':method': 'POST', ':path': '/files', ...FILE_FORM_TYPE }, 'unfinished', own),
    ]);
    clearInterval(timer);
    own.close();
    await slow.stop();
    remove();
    expect(splitResponses(text)[0]?.status).toBe(408);
    expect([body.status, file.status]).toEqual([408, 408]);
  });
});
