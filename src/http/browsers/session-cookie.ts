// The session cookie (contract 9, 10; case K7): up to five random handles, the current account's first. It ends with
// the browser, unless everybody in it asked to be kept signed in. Where only some did, a second cookie outlives the
// browser with theirs: what is read when the first one is gone.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ports } from '../../core/ports.ts';
import { sessionTtlSeconds } from '../../core/sessions/session-lifetimes.ts';
import type { Opened } from '../../core/sessions/start-session.ts';
import { cookieName, cookieOptions, hasCookie, readCookie } from './cookies.ts';

/**
 * One handle, or five at most (`MAX_ACCOUNTS_PER_DEVICE`). Anything else is nothing: a part of a value is never
 * believed.
 */
const HANDLES = /^[A-Za-z0-9_-]{43}(?:\.[A-Za-z0-9_-]{43}){0,4}$/;

const keptName = (authUrl: string): string => `${cookieName(authUrl)}-kept`;

export function readHandles(authUrl: string, { headers: { cookie } }: FastifyRequest): string[] {
  // Beside a first cookie, be it believed or not, the second says nothing.
  const name = hasCookie(cookie, cookieName(authUrl)) ? cookieName(authUrl) : keptName(authUrl);
  const value = readCookie(cookie, name);
  return value !== undefined && HANDLES.test(value) ? [...new Set(value.split('.'))] : [];
}

export function writeHandles(
  { ports, authUrl }: { ports: Pick<Ports, 'rules'>; authUrl: string },
  request: FastifyRequest,
  reply: FastifyReply,
  opened: readonly Opened[],
): void {
  const options = cookieOptions(authUrl);
  const outliving = { ...options, maxAge: sessionTtlSeconds(ports.rules, true) };
  const kept = opened.filter(({ session }) => session.persistent);
  const all = kept.length === opened.length;

  if (opened.length === 0) reply.clearCookie(cookieName(authUrl), options);
  else reply.setCookie(cookieName(authUrl), toValue(opened), all ? outliving : options);
  if (kept.length > 0 && !all) reply.setCookie(keptName(authUrl), toValue(kept), outliving);
  else if (hasCookie(request.headers.cookie, keptName(authUrl))) reply.clearCookie(keptName(authUrl), options);
}

const toValue = (opened: readonly Opened[]): string => opened.map(({ handle }) => handle).join('.');
