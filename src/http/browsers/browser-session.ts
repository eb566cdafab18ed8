// Finds who is signed in on a browser, by its session cookie (session-cookie.ts; cases K6, K7). The device cookie
// beside it binds forms to a browser (device-cookie.ts). Pages only: the API host never reads or sets a cookie.
import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ClientAddress } from '../../core/ground/limits/client-address.ts';
import { equalHashes, hashSecret } from '../../core/ground/secrets.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { chooseSession } from '../../core/sign-in/sessions/choose-session.ts';
import { endSession } from '../../core/sign-in/sessions/end-session.ts';
import { readDevice } from '../../core/sign-in/sessions/read-session.ts';
import { type DeviceAccounts, deviceAccounts, type SignedIn } from '../../core/sign-in/sessions/session.ts';
import { type Proof, type SignInOutcome, signIn } from '../../core/sign-in/sessions/sign-in.ts';
import type { SessionWithHandle } from '../../core/sign-in/sessions/start-session.ts';
import { type DeviceCookie, readDeviceCookie } from './device-cookie.ts';
import { languageOf } from './language.ts';
import { readHandles, writeHandles } from './session-cookie.ts';
import { addTrustToken, trustTokens } from './trust-cookie.ts';

export type BrowserDeps = {
  ports: Pick<
    Ports,
    | 'publish'
    | 'sessions'
    | 'accounts'
    | 'factors'
    | 'members'
    | 'trustedDevices'
    | 'leaving'
    | 'oneTimeCodes'
    | 'passkeys'
    | 'passkeyVerifier'
    | 'issuer'
    | 'signInLimits'
    | 'passwordKinds'
    | 'sealedValues'
    | 'passwords'
    | 'secrets'
    | 'clock'
    | 'rules'
  >;
  /** Public origin of the auth host. */
  authUrl: string;
  clientAddressOf: (request: FastifyRequest) => ClientAddress;
};

/** The browser that sent a request. */
export interface Browser {
  /** All accounts signed in on this browser. Read once for each request. */
  accounts(): Promise<DeviceAccounts>;
  /** Reads them again: a link that sets the password has ended sessions. */
  reread(): void;
  /** Whether the browser was signed in and every session of it has ended, other than by signing out here. */
  hasOnlyEndedSessions(): Promise<boolean>;
  /** The current account: `accounts().current`. */
  signedIn(): Promise<SignedIn | undefined>;
  /** Raw session handle of the current account, which forms are bound to. */
  currentHandle(): Promise<string | undefined>;
  readonly device: DeviceCookie;
  /** Signs in and makes the account the current one. All handles are new; the browser becomes a known device of it. */
  signIn(
    reply: FastifyReply,
    input: { proof: Proof; persistent: boolean; asksFactor?: boolean; trusts?: boolean },
  ): Promise<SignInOutcome>;
  /** Gives a session of this browser its new handle in the cookie. */
  reopen(reply: FastifyReply, opened: SessionWithHandle): Promise<void>;
  /** Makes a session of this browser the current one; undefined when the session is not on this browser. */
  choose(reply: FastifyReply, sessionId: string): Promise<SignedIn | undefined>;
  /** Ends one session. If several are left, none is current until the person chooses one. */
  endSession(reply: FastifyReply, signedIn: SignedIn): Promise<void>;
  /** Ends all sessions of this browser. */
  endSessions(reply: FastifyReply): Promise<void>;
}

/** Lets replies set cookies. Cookies are read by cookies.ts, not by the plugin. */
export function registerCookies(app: FastifyInstance): void {
  app.register(fastifyCookie, { hook: false });
}

/**
 * The property of a request that holds its browser. In a WeakMap both would survive every young-generation garbage
 * collection, which caused a third of the full collections of a server that signs people in.
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
  const write = (reply: FastifyReply, opened: readonly SessionWithHandle[]): void => {
    handles = opened.map(({ handle }) => handle);
    read = Promise.resolve(deviceAccounts(opened));
    writeHandles(deps, request, reply, opened);
  };
  const end = ({ account, session }: SignedIn) => endSession(ports, { accountId: account.id, sessionId: session.id });

  return {
    accounts,
    device,
    reread: () => {
      read = undefined;
    },
    hasOnlyEndedSessions: async () => handles.length > 0 && (await accounts()).all.length === 0,
    signedIn: async () => (await accounts()).current,
    async currentHandle() {
      const { current } = await accounts();
      return current && withHandle(handles, current).handle;
    },
    async signIn(reply, { proof, persistent, asksFactor, trusts = false }) {
      const { all: held } = await accounts();
      const { network, site } = deps.clientAddressOf(request);
      const userAgent = request.headers['user-agent'] ?? '';
      const language = languageOf(deps.authUrl, request, undefined);
      const from = { site, userAgent, language, deviceId: device.id, knowsAccount: device.knows };
      const trust = { tokenHashes: trustTokens(deps.authUrl, request).map(hashSecret), asked: trusts };
      const outcome = await signIn(ports, { proof, persistent, asksFactor, trust, network, from, held });
      if (outcome.kind === 'signed-in') {
        const { account, session, handle, others } = outcome;
        write(reply, [{ account, session, handle }, ...others]);
        device.remember(reply, account);
        if (outcome.trustToken !== undefined) addTrustToken(deps.authUrl, request, reply, outcome.trustToken);
      }
      // The form of the second step is for who is signed in now: a link that sets the password has ended sessions.
      if (outcome.kind === 'second-factor') read = undefined;
      return outcome;
    },
    async reopen(reply, opened) {
      const isReopened = ({ session }: SignedIn) => session.id === opened.session.id;
      const { all } = await accounts();
      write(
        reply,
        all.map((signedIn) => (isReopened(signedIn) ? opened : withHandle(handles, signedIn))),
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
      // Otherwise the cookie stays: its first handle is no longer valid, so that none of several accounts becomes
      // current unasked.
      if (all.every(({ session }) => session.id === signedIn.session.id)) write(reply, []);
    },
    async endSessions(reply) {
      const { all } = await accounts();
      await Promise.all(all.map(end));
      write(reply, []);
    },
  };
}

function withHandle(handles: readonly string[], signedIn: SignedIn): SessionWithHandle {
  const handle = handles.find((one) => equalHashes(hashSecret(one), signedIn.session.handleHash));
  if (handle === undefined) throw new Error('A session was read without its handle.');
  return { handle, ...signedIn };
}
