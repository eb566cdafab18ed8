// A request and an answer that no wire carries: how the test of a server in this process calls what the server's routes
// call, which read the browser's cookies and set them.
import fastifyCookie from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BrowserDeps } from '../../src/http/browsers/browser-session.ts';
import { createClientAddress } from '../../src/http/callers/client-address.ts';
import { isLoopbackHost } from '../../src/protocol/host.ts';
import { Parameters as Query } from '../../src/protocol/parameters.ts';
import type { Browser } from './browser.ts';
import type { Hosts } from './hosts.ts';

/** Where the people of a test are, and what Node's `fetch` says of itself. */
const SENT_FROM = '127.0.0.1';
const SENT_BY = { 'user-agent': 'node', 'accept-language': '*' };

const { serialize } = fastifyCookie.fastifyCookie;

export type SeedRequest = {
  deps: BrowserDeps & { ports: Hosts['ports'] };
  request: FastifyRequest;
  /** Its cookies are the browser's at once. */
  reply: FastifyReply;
};

/** @param path with its query; what the browser asks the auth host for */
export function seedRequest({ authUrl, ports, environment }: Hosts, browser: Browser, path = '/'): SeedRequest {
  const url = new URL(path, authUrl);
  const headers = Object.entries({ host: url.host, ...SENT_BY, ...browser.headers(url) });
  const request = {
    method: 'POST',
    url: url.pathname + url.search,
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    query: Query.parse(url.search.slice(1)),
    raw: { url: url.pathname + url.search, socket: { remoteAddress: SENT_FROM } },
  };
  const trustedProxies = environment.LATCHKEY_TRUST_PROXY?.split(',') ?? [];
  const reply = {
    setCookie: (...cookie: Parameters<typeof serialize>) => browser.keep(url, [serialize(...cookie)]),
    clearCookie: (name: string, options: object) =>
      browser.keep(url, [serialize(name, '', { ...options, expires: new Date(0) })]),
  };
  return {
    deps: {
      ports,
      authUrl,
      clientAddressOf: createClientAddress(trustedProxies, undefined, isLoopbackHost(url.hostname)),
    },
    request: request as unknown as FastifyRequest,
    reply: reply as unknown as FastifyReply,
  };
}
