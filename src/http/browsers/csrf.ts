// CSRF protection: forms are accepted only from this server's pages, shown to this browser and this session (contract
// 9; case K1). The token is derived from browser, session and form and never stored, so that one leaked or planted
// elsewhere is useless. `Origin` and `Sec-Fetch-Site` are a second, independent check where browsers send them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Parameters } from '../../protocol/parameters.ts';
import { pathAndQuery } from '../wire/request-parts.ts';
import { type BrowserDeps, browserOf } from './browser-session.ts';
import { hasOwnCookie } from './cookies.ts';
import { LANGUAGE_FIELD } from './language.ts';

/** Name of the hidden field of every form. */
export const CSRF_FIELD = 'csrf';

/** Purpose of the token of the language switch. */
export const LANGUAGE_FORM = 'language';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The token for a form on the page that `reply` sends. Sets the device cookie if the browser has none. */
export async function csrfToken(
  deps: BrowserDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  purpose: string,
): Promise<string> {
  const browser = browserOf(deps, request);
  const handle = (await browser.currentHandle()) ?? '';
  return deps.ports.secrets.mac('csrf', browser.device.ensure(reply), handle, purpose).toString('base64url');
}

/** Name of the second hidden field of a form that says itself who the person is. */
export const DEVICE_CSRF_FIELD = 'csrf_device';

/** The token for a form that was shown to this browser, whoever was signed in. */
export const deviceCsrfToken = (
  deps: BrowserDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  purpose: string,
): string =>
  deps.ports.secrets.mac('csrf', browserOf(deps, request).device.ensure(reply), purpose).toString('base64url');

/**
 * Whether a form that `verifyCsrf` refused was shown to this browser before somebody signed in, or signed in again, in
 * another tab. What it says may count if it is about that person.
 */
export function isFromEarlierTab(
  deps: BrowserDeps,
  request: FastifyRequest,
  form: Parameters,
  purpose: string,
): boolean {
  const { device } = browserOf(deps, request);
  const token = form.get(DEVICE_CSRF_FIELD) ?? '';
  if (form.has(LANGUAGE_FIELD) || !isFromOwnPages(request, deps.authUrl)) return false;
  if (device.id === undefined || form.isDoubled(DEVICE_CSRF_FIELD) || !TOKEN.test(token)) return false;
  return deps.ports.secrets.verify(Buffer.from(token, 'base64url'), 'csrf', device.id, purpose);
}

/**
 * Whether the posted form came from a page with `csrfToken(…, purpose)` that was shown to this browser while the same
 * account was current. If not: 403, and nothing changes.
 * @param field name of the field with the token
 */
export async function verifyCsrf(
  deps: BrowserDeps,
  request: FastifyRequest & WithRefusal,
  form: Parameters,
  purpose: string,
  field = CSRF_FIELD,
): Promise<boolean> {
  // The language switch of a page that answers a form: the form is shown again, and nothing is done.
  if (form.has(LANGUAGE_FIELD)) {
    request[VERIFIED] = (await isOwnForm(deps, request, form, LANGUAGE_FORM, CSRF_FIELD)) ? 'switch' : undefined;
    return false;
  }
  if (!(await isOwnForm(deps, request, form, purpose, field))) return false;
  request[VERIFIED] = 'form';
  return true;
}

async function isOwnForm(
  deps: BrowserDeps,
  request: FastifyRequest & WithRefusal,
  form: Parameters,
  purpose: string,
  field: string,
): Promise<boolean> {
  const browser = browserOf(deps, request);
  const token = form.get(field) ?? '';
  request[REFUSAL] = findRefusal(request, deps.authUrl);
  if (!isFromOwnPages(request, deps.authUrl)) return false;
  if (browser.device.id === undefined || form.isDoubled(field) || !TOKEN.test(token)) return false;
  const handle = (await browser.currentHandle()) ?? '';
  return deps.ports.secrets.verify(Buffer.from(token, 'base64url'), 'csrf', browser.device.id, handle, purpose);
}

/** Why a form was refused. Sending it again helps only after `form-expired`. */
export type FormRefusal = {
  code: 'form-expired' | 'cookies-blocked' | 'other-host';
  /** For `other-host`: both origins. For `cookies-blocked`: path and query of the page with the form. */
  values?: { here: string; server: string } | { again: string };
};

const EXPIRED: FormRefusal = { code: 'form-expired' };
const REFUSAL = Symbol('refusal of its form');
const VERIFIED = Symbol('verified form');
type WithRefusal = { [REFUSAL]?: FormRefusal; [VERIFIED]?: 'form' | 'switch' | undefined };

/** Whether `verifyCsrf` found the language switch of a page that was shown to this browser and session. */
export const isLanguageSwitch = (request: FastifyRequest & WithRefusal): boolean => request[VERIFIED] === 'switch';

/** Whether the posted texts are of the person who is now signed in: the form was shown in this session. */
export const isOfThisSession = (request: FastifyRequest & WithRefusal): boolean => request[VERIFIED] !== undefined;

/** Why `verifyCsrf` refused the form. */
export const formRefusalOf = (request: FastifyRequest & WithRefusal): FormRefusal => request[REFUSAL] ?? EXPIRED;

function findRefusal(request: FastifyRequest, authUrl: string): FormRefusal {
  const { headers, host } = request;
  const { origin, 'sec-fetch-site': site } = headers;
  // A page that posts to its own origin is a page of this server, opened under another name of it.
  const isOwnPage = origin !== undefined && (site === 'same-origin' || origin.split('://')[1] === host);
  if (isOwnPage && origin !== authUrl) return { code: 'other-host', values: { here: origin, server: authUrl } };
  // Browsers leave our cookies out when another site sends the form, whether they block them or not.
  const blocked = isFromOwnPages(request, authUrl) && !hasOwnCookie(headers.cookie, authUrl);
  return blocked ? { code: 'cookies-blocked', values: { again: pathAndQuery(request) } } : EXPIRED;
}

/** Browsers send `none` when a person reloads the response to a form. Programs send neither header. */
function isFromOwnPages(request: FastifyRequest, authUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  return (
    (origin === undefined || origin === authUrl) && (site === undefined || site === 'same-origin' || site === 'none')
  );
}
