// The device cookie: an id for every browser that gets a form, and a mark (a keyed hash) of each account that signed in
// on it. The id binds forms to a browser before anybody has signed in. The marks keep a stranger's wrong passwords from
// locking out the owner of an account (contract 10).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../core/ground/accounts/account.ts';
import { equalHashes, randomSecret } from '../../core/ground/secrets.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { cookieName, cookieOptions, readCookie } from './cookies.ts';

const TTL_SECONDS = 400 * 24 * 60 * 60;
const ACCOUNTS_REMEMBERED = 5;
/** 128 bits of the keyed hash: enough to be unguessable, and the cookie stays small. */
const MARK_BYTES = 16;
const VALUE = /^[A-Za-z0-9_-]{22}(?:\.[A-Za-z0-9_-]{22}){0,5}$/;

export interface DeviceCookie {
  /** Undefined until the browser has received a page with a form. */
  readonly id: string | undefined;
  /** The id; sets the cookie if the browser has none. */
  ensure(reply: FastifyReply): string;
  /** Whether the account has signed in on this browser since its known devices were last forgotten. */
  knows(account: Marked): boolean;
  remember(reply: FastifyReply, account: Marked): void;
}

type Marked = Pick<Account, 'id' | 'deviceEpoch'>;

/** The cookie is `<id>.<mark of the account that signed in last>.…`. */
export function readDeviceCookie(
  deps: { ports: Pick<Ports, 'secrets'>; authUrl: string },
  request: FastifyRequest,
): DeviceCookie {
  const { secrets } = deps.ports;
  const name = `${cookieName(deps.authUrl)}-device`;
  const value = readCookie(request.headers.cookie, name);
  const parts = value !== undefined && VALUE.test(value) ? value.split('.') : [];
  let id = parts[0];
  let marks = parts.slice(1);

  const write = (reply: FastifyReply) => {
    const options = { ...cookieOptions(deps.authUrl), maxAge: TTL_SECONDS };
    reply.setCookie(name, [id, ...marks].join('.'), options);
  };
  const ensure = (reply: FastifyReply): string => {
    if (id !== undefined) return id;
    id = randomSecret().slice(0, 22);
    write(reply);
    return id;
  };
  const isMarkOf = (mark: string, account: Marked): boolean =>
    secrets
      .macs('device', ...markedParts(id ?? '', account))
      .some((mac) => equalHashes(mac.subarray(0, MARK_BYTES), Buffer.from(mark, 'base64url')));

  return {
    get id() {
      return id;
    },
    ensure,
    knows: (account: Marked) => id !== undefined && marks.some((mark) => isMarkOf(mark, account)),
    remember(reply: FastifyReply, account: Marked) {
      const mac = secrets.mac('device', ...markedParts(ensure(reply), account)).subarray(0, MARK_BYTES);
      const others = marks.filter((mark) => !isMarkOf(mark, account));
      marks = [mac.toString('base64url'), ...others].slice(0, ACCOUNTS_REMEMBERED);
      write(reply);
    },
  };
}

/** Marks from before accounts could forget devices are those of the first epoch. */
const markedParts = (deviceId: string, { id, deviceEpoch }: Marked): string[] =>
  deviceEpoch === 0 ? [deviceId, id] : [deviceId, id, String(deviceEpoch)];
