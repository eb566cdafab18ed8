// HEAD of every page (contract 9): status and headers of GET, and the connection stays open as after GET, also for the
// HTTP/1.0 of old proxies, where it does only if the length is said.
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { declaredRoutes } from '../helpers/told-acts.ts';
import { givenApplication, ownerInBrowser } from './console-pages.ts';

let hosts: Hosts;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  hosts = await startHosts();
});
afterAll(async () => {
  agent.destroy();
  await hosts?.stop();
});

/** Their text is another each time: a new secret, and what GET has added to the audit; HEAD ends no run of "try it". */
const OF_ANY_LENGTH = /\/(?:two-step|audit|try-it\/callback)$/;

type Answer = { status: number | undefined; headers: Record<string, unknown> };

const ask = (method: 'GET' | 'HEAD', url: string, browser: Browser) =>
  new Promise<Answer>((resolve, reject) => {
    const cookie = [...browser.cookies(url)].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = request(url, { method, agent, headers: { cookie, accept: 'text/html' } }, (response) => {
      response.resume().on('end', () => {
        const { date, 'x-request-id': id, 'set-cookie': cookies, ...headers } = response.headers;
        // Times of the request, sealed.
        if (headers.location) headers.location = headers.location.replace(/lk_stamp=[^&]+/, 'lk_stamp=…');
        if (OF_ANY_LENGTH.test(new URL(url).pathname)) delete headers['content-length'];
        resolve({ status: response.statusCode, headers });
      });
    });
    sent.on('error', reject).end();
  });

/** By HTTP/1.0 with `Connection: keep-alive`. */
const isKept = (path: string) =>
  new Promise<boolean>((resolve) => {
    const { port, hostname, host } = new URL(hosts.authUrl);
    const socket = connect(Number(port), hostname, () =>
      socket.write(`HEAD ${path} HTTP/1.0\r\nhost: ${host}\r\nconnection: keep-alive\r\n\r\n`),
    );
    socket.once('data', (head) => {
      resolve(/^connection: keep-alive/im.test(String(head)));
      socket.destroy();
    });
  });

describe('contract 9: HEAD of every page', () => {
  test('answers as GET does, whoever asks, in a sign-in and outside, and keeps the connection', async () => {
    const owner = await ownerInBrowser(hosts);
    const application = await givenApplication(hosts, owner);
    const inSignIn = (await owner.browser.open((await givenClient(hosts)).authorizeUrl())).url.search;
    const paths = declaredRoutes(hosts).auth.flatMap(({ path, methods }) => (methods.GET ? [path] : []));
    expect(paths.length).toBeGreaterThan(60);
    for (const browser of [new Browser(), owner.browser]) {
      for (const path of paths.flatMap((one) => [one, one + inSignIn])) {
        const url = hosts.authUrl + path.replace(':id', application.id);
        const head = await ask('HEAD', url, browser);
        expect([path, head]).toEqual([path, await ask('GET', url, browser)]);
        expect([path, head.headers.connection]).toEqual([path, 'keep-alive']);
      }
    }
  });

  test('says its length, so that HTTP/1.0 keeps the connection too', async () => {
    for (const path of ['/', '/login', '/consent', '/account', '/console', '/documents']) {
      expect([path, await isKept(path)]).toEqual([path, true]);
    }
  });
});
