// Who is signed in on a browser, by its session cookie (session-cookie.ts; cases K6, K7). Beside it stands the device
// cookie, which binds forms to a browser (device-cookie.ts). Pages only: the API host never reads or sets a cookie.
import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ports } from '../../core/ports.ts';
import { equalHashes, hashSecret } from '../../core/secrets.ts';
import { chooseSession } from '../../core/sessions/choose-session.ts';
import { endSession } from '../../core/sessions/end-session.ts';
import { readDevice } from '../../core/sessions/read-session.ts';
import { type DeviceAccounts, deviceAccounts, type SignedIn } from '../../core/sessions/session.ts';
import { type Proof, type SignInOutcome, signIn } from '../../core/sessions/sign-in.ts';
import type { Opened } from '../../core/sessions/start-session.ts';
import { type DeviceCookie, readDeviceCookie } from './device-cookie.ts';
import { readHandles, writeHandles } from './session-cookie.ts';

export type BrowserDeps = {
  ports: Pick<
    Ports,
    'publish' | 'sessions' | 'accounts' | 'signInLimits' | 'passwords' | 'secrets' | 'clock' | 'rules'
  >;
  /** Public origin of the auth host. */
  authUrl: string;
};

/** One browser, as one request shows it. */
export interface Browser {
  /** Everybody who is signed in here. Read once per request. */
  accounts(): Promise<DeviceAccounts>;
  /** The current account: `accounts().current`. */
  signedIn(): Promise<SignedIn | undefined>;
  /** The raw handle of the current account: what forms are bound to. */
  currentHandle(): Promise<string | undefined>;
  readonly device: DeviceCookie;
  /**
   * Signs in and makes that account the current one. All handles are new; the browser is remembered as the account's.
   */
  signIn(reply: FastifyReply, input: { proof: Proof; persistent: boolean }): Promise<SignInOutcome>;
  /** Goes on with one of those signed in here under the handle it has now. */
  reopen(reply: FastifyReply, opened: Opened): Promise<void>;
  /** Makes one of those signed in here the current one; undefined when that session is not here. */
  choose(reply: FastifyReply, sessionId: string): Promise<SignedIn | undefined>;
  /** Signs out one of them. Among several that are left nobody is current, until the person says who. */
  endSession(reply: FastifyReply, signedIn: SignedIn): Promise<void>;
  /** Signs everybody out of this browser. */
  endSessions(reply: FastifyReply): Promise<void>;
}

/** Lets replies set cookies; reading is done here, not by the plugin. */
export function registerCookies(app: FastifyInstance): void {
  app.register(fastifyCookie, { hook: false });
}

/**
 * Where a request keeps its browser. In a WeakMap it would outlive every collection of young objects, and the request
 * with it: a third of the full collections of a server that signs people in were for that.
 */
const BROWSER = Symbol('browser');

/** The browser that sent the request; the same object at every call for one request. */
export function browserOf(deps: BrowserDeps, request: FastifyRequest & { [BROWSER]?: Browser }): Browser {
  request[BROWSER] ??= readBrowser(deps, request);
  return request[BROWSER];
}

function readBrowser(deps: BrowserDeps, request: FastifyRequest): Browser {
  const { ports } = deps;
  const device = readDeviceCookie(deps, request);
  let handles = readHandles(deps.authUrl, request);
  let read: Promise<DeviceAccounts> | undefined;

  const accounts = (): Promise<DeviceAccounts> => {
    read ??= readDevice(ports, handles);
    return read;
  };
  const write = (reply: FastifyReply, opened: readonly Opened[]): void => {
    handles = opened.map(({ handle }) => handle);
    read = Promise.resolve(deviceAccounts(opened));
    writeHandles(deps, request, reply, opened);
  };
  const end = ({ account, session }: SignedIn) => endSession(ports, { accountId: account.id, sessionId: session.id });

  return {
    accounts,
    device,
    signedIn: async () => (await accounts()).current,
    async currentHandle() {
      const { current } = await accounts();
      return current && withHandle(handles, current).handle;
    },
    async signIn(reply, { proof, persistent }) {
      const userAgent = request.headers['user-agent'] ?? '';
      const { all: held } = await accounts();
      const outcome = await signIn(ports, { proof, persistent, userAgent, held });
      if (outcome.kind === 'signed-in') {
        const { account, session, handle, others } = outcome;
        write(reply, [{ account, session, handle }, ...others]);
        device.remember(reply, account.id);
      }
      return outcome;
    },
    async reopen(reply, opened) {
      const isIt = ({ session }: SignedIn) => session.id === opened.session.id;
      const { all } = await accounts();
      write(
        reply,
        all.map((signedIn) => (isIt(signedIn) ? opened : withHandle(handles, signedIn))),
      );
    },
    async choose(reply, sessionId) {
      const here = await accounts();
      const chosen = await chooseSession(ports, { device: here, sessionId });
      if (!chosen) return undefined;
      const others = here.all.filter(({ session }) => session.id !== sessionId);
      write(
        reply,
        [chosen, ...others].map((signedIn) => withHandle(handles, signedIn)),
      );
      return chosen;
    },
    async endSession(reply, signedIn) {
      const { all } = await accounts();
      await end(signedIn);
      read = undefined;
      // Otherwise the cookie stays: its first handle is dead now, so that nobody becomes the current one unasked.
      if (all.every(({ session }) => session.id === signedIn.session.id)) write(reply, []);
    },
    async endSessions(reply) {
      const { all } = await accounts();
      await Promise.all(all.map(end));
      write(reply, []);
    },
  };
}

function withHandle(handles: readonly string[], signedIn: SignedIn): Opened {
  const handle = handles.find((one) => equalHashes(hashSecret(one), signedIn.session.handleHash));
  if (handle === undefined) throw new Error('A session was read without its handle.');
  return { handle, ...signedIn };
}
