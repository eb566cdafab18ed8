// The cookie of a trusted device (contract 24): one random token for each account that trusts this browser, the newest
// first. It outlives the session, and signs nobody in by itself.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_ACCOUNTS_PER_DEVICE } from '../../core/sign-in/sessions/session.ts';
import { TRUST_TTL_MS } from '../../core/sign-in/trusted-devices/trusted-device.ts';
import { cookieName, cookieOptions, readCookie } from './cookies.ts';

/** One to five tokens (`MAX_ACCOUNTS_PER_DEVICE`). A value that is wrong in one part is ignored as a whole. */
const TOKENS = /^[A-Za-z0-9_-]{43}(?:\.[A-Za-z0-9_-]{43}){0,4}$/;

const nameOf = (authUrl: string): string => `${cookieName(authUrl)}-trusted`;

export function trustTokens(authUrl: string, { headers: { cookie } }: FastifyRequest): string[] {
  const value = readCookie(cookie, nameOf(authUrl));
  return value !== undefined && TOKENS.test(value) ? value.split('.') : [];
}

export function addTrustToken(authUrl: string, request: FastifyRequest, reply: FastifyReply, token: string): void {
  const tokens = [token, ...trustTokens(authUrl, request)].slice(0, MAX_ACCOUNTS_PER_DEVICE);
  reply.setCookie(nameOf(authUrl), tokens.join('.'), { ...cookieOptions(authUrl), maxAge: TRUST_TTL_MS / 1000 });
}
