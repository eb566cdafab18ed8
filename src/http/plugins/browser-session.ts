// What the server knows of a browser, by two cookies (contract 9; cases K6, K7): the session's handle, and a device id
// that every visitor of a form gets. The device binds forms to a browser before anybody has signed in, and remembers,
// by keyed hashes, the accounts that signed in here, so that a stranger's wrong guesses never lock out the owner.
// Pages only: the API host never reads or sets a cookie.
import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../core/accounts/account.ts';
import type { Ports } from '../../core/ports.ts';
import { equalHashes, randomSecret } from '../../core/secrets.ts';
import { endSession } from '../../core/sessions/end-session.ts';
import { readSession } from '../../core/sessions/read-session.ts';
import { type DeviceAccounts, oneAccount, type SignedIn } from '../../core/sessions/session.ts';
import { sessionTtlSeconds } from '../../core/sessions/session-lifetimes.ts';
import { startSession } from '../../core/sessions/start-session.ts';

export type BrowserDeps = {
  ports: Pick<Ports, 'sessions' | 'secrets' | 'clock' | 'rules'>;
  /** Public origin of the auth host. */
  authUrl: string;
};

/** One browser, as one request shows it. */
export interface Browser {
  /** The session cookie's value, live or not; undefined without one. */
  readonly handle: string | undefined;
  /** Who is signed in. Read once per request. */
  signedIn(): Promise<SignedIn | undefined>;
  /** Everybody who is signed in here. Read once per request. */
  accounts(): Promise<DeviceAccounts>;
  /** Id of the browser; undefined until it was given a page with a form. */
  readonly deviceId: string | undefined;
  /** The same, given now if it has none. */
  ensureDevice(reply: FastifyReply): string;
  /** Whether the account signed in on this browser before. */
  knowsAccount(accountId: string): boolean;
  /** Signs in under a new handle; the one that was here ends, and the browser is remembered as the account's. */
  startSession(reply: FastifyReply, input: { account: Account; persistent: boolean }): Promise<SignedIn>;
  /** Signs out of this browser. */
  endSession(reply: FastifyReply): Promise<void>;
}

/** Lets replies set cookies; reading is done here, not by the plugin. */
export function registerCookies(app: FastifyInstance): void {
  app.register(fastifyCookie, { hook: false });
}

const DEVICE_TTL_SECONDS = 400 * 24 * 60 * 60;
const ACCOUNTS_PER_DEVICE = 5;
/** 128 bits of the keyed hash: enough to be unguessable, and the cookie stays small. */
const ACCOUNT_MARK_BYTES = 16;
const HANDLE = /^[A-Za-z0-9_-]{43}$/;
const DEVICE = /^[A-Za-z0-9_-]{22}(?:\.[A-Za-z0-9_-]{22}){0,5}$/;

const known = new WeakMap<FastifyRequest, Browser>();

/** The browser that sent the request; the same object at every call for one request. */
export function browserOf(deps: BrowserDeps, request: FastifyRequest): Browser {
  const found = known.get(request) ?? readBrowser(deps, request);
  known.set(request, found);
  return found;
}

/** `__Host-` keeps other hosts of the same site from setting it; on http browsers refuse that name. */
export function cookieName(authUrl: string): string {
  const url = new URL(authUrl);
  return url.protocol === 'https:' ? '__Host-latchkey' : `latchkey-${url.port || '80'}`;
}

export const cookieOptions = (authUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: authUrl.startsWith('https:'),
});

/**
 * The value of our cookie. Two different values under one name mean that somebody else planted one (a neighbouring host
 * can, on http): neither is believed, so nobody is switched to a session that is not theirs (case K7).
 */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const values = new Set<string>();
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) values.add(pair.slice(equals + 1).trim());
  }
  const [value] = values;
  return values.size === 1 ? value : undefined;
}

function readBrowser(deps: BrowserDeps, request: FastifyRequest): Browser {
  const { ports, authUrl } = deps;
  const name = cookieName(authUrl);
  const options = cookieOptions(authUrl);
  let handle = readHandle(request, name);
  let session: Promise<SignedIn | undefined> | undefined;
  const device = readDevice(deps, request, `${name}-device`);

  return {
    get handle() {
      return handle;
    },
    get deviceId() {
      return device.id;
    },
    signedIn: () => {
      session ??= handle === undefined ? Promise.resolve(undefined) : readSession(ports, handle);
      return session;
    },
    async accounts() {
      return oneAccount(await this.signedIn());
    },
    ensureDevice: (reply) => device.ensure(reply),
    knowsAccount: (accountId) => device.knows(accountId),
    async startSession(reply, input) {
      const userAgent = request.headers['user-agent'] ?? '';
      const started = await startSession(ports, { ...input, userAgent, replacesHandle: handle });
      const maxAge = input.persistent ? { maxAge: sessionTtlSeconds(ports.rules, true) } : {};
      reply.setCookie(name, started.handle, { ...options, ...maxAge });
      device.remember(reply, input.account.id);
      handle = started.handle;
      session = Promise.resolve(started);
      return started;
    },
    async endSession(reply) {
      const signedIn = await this.signedIn();
      if (signedIn) {
        await endSession(ports, { accountId: signedIn.account.id, sessionId: signedIn.session.id });
      }
      reply.clearCookie(name, options);
      handle = undefined;
      session = undefined;
    },
  };
}

function readHandle(request: FastifyRequest, name: string): string | undefined {
  const value = readCookie(request.headers.cookie, name);
  return value !== undefined && HANDLE.test(value) ? value : undefined;
}

/** The device cookie: `<id>.<mark of the account that signed in last>.…`. */
function readDevice(deps: BrowserDeps, request: FastifyRequest, name: string) {
  const { secrets } = deps.ports;
  const value = readCookie(request.headers.cookie, name);
  const parts = value !== undefined && DEVICE.test(value) ? value.split('.') : [];
  let id = parts[0];
  let marks = parts.slice(1);

  const write = (reply: FastifyReply) => {
    const options = { ...cookieOptions(deps.authUrl), maxAge: DEVICE_TTL_SECONDS };
    reply.setCookie(name, [id, ...marks].join('.'), options);
  };
  const ensure = (reply: FastifyReply): string => {
    if (id !== undefined) return id;
    id = randomSecret().slice(0, 22);
    write(reply);
    return id;
  };
  const isMarkOf = (mark: string, accountId: string): boolean =>
    secrets
      .macs('device', id ?? '', accountId)
      .some((mac) => equalHashes(mac.subarray(0, ACCOUNT_MARK_BYTES), Buffer.from(mark, 'base64url')));

  return {
    get id() {
      return id;
    },
    ensure,
    knows: (accountId: string) => id !== undefined && marks.some((mark) => isMarkOf(mark, accountId)),
    remember(reply: FastifyReply, accountId: string) {
      const mac = secrets.mac('device', ensure(reply), accountId).subarray(0, ACCOUNT_MARK_BYTES);
      const others = marks.filter((mark) => !isMarkOf(mark, accountId));
      marks = [mac.toString('base64url'), ...others].slice(0, ACCOUNTS_PER_DEVICE);
      write(reply);
    },
  };
}
