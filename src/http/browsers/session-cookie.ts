// The session cookie (contract 9, 10; case K7): up to five random handles, the current account's first. It ends with
// the browser, unless all accounts in it asked to stay signed in. If only some did, a second, persistent cookie holds
// their handles and is read when the first one is gone.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ports } from '../../core/operating/ports.ts';
import { sessionTtlSeconds } from '../../core/sign-in/sessions/session-lifetimes.ts';
import type { SessionWithHandle } from '../../core/sign-in/sessions/start-session.ts';
import { cookieName, cookieOptions, hasCookie, readCookie } from './cookies.ts';

/** One to five handles (`MAX_ACCOUNTS_PER_DEVICE`). A value that is wrong in one part is ignored as a whole. */
const HANDLES = /^[A-Za-z0-9_-]{43}(?:\.[A-Za-z0-9_-]{43}){0,4}$/;

const persistentName = (authUrl: string): string => `${cookieName(authUrl)}-kept`;

export function readHandles(authUrl: string, { headers: { cookie } }: FastifyRequest): string[] {
  // The second cookie counts only without the first one, valid or not.
  const name = hasCookie(cookie, cookieName(authUrl)) ? cookieName(authUrl) : persistentName(authUrl);
  const value = readCookie(cookie, name);
  return value !== undefined && HANDLES.test(value) ? [...new Set(value.split('.'))] : [];
}

export function writeHandles(
  { ports, authUrl }: { ports: Pick<Ports, 'rules'>; authUrl: string },
  request: FastifyRequest,
  reply: FastifyReply,
  opened: readonly SessionWithHandle[],
): void {
  const options = cookieOptions(authUrl);
  const persistentOptions = { ...options, maxAge: sessionTtlSeconds(ports.rules, true) };
  const persistent = opened.filter(({ session }) => session.persistent);
  const all = persistent.length === opened.length;

  if (opened.length === 0) reply.clearCookie(cookieName(authUrl), options);
  else reply.setCookie(cookieName(authUrl), toValue(opened), all ? persistentOptions : options);
  if (persistent.length > 0 && !all) reply.setCookie(persistentName(authUrl), toValue(persistent), persistentOptions);
  else if (hasCookie(request.headers.cookie, persistentName(authUrl)))
    reply.clearCookie(persistentName(authUrl), options);
}

const toValue = (opened: readonly SessionWithHandle[]): string => opened.map(({ handle }) => handle).join('.');
