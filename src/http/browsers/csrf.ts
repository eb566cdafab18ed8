// CSRF protection: forms are accepted only from this server's pages, shown to this browser and this session (contract
// 9; case K1). The token is derived from browser, session and form and never stored, so that one leaked or planted
// elsewhere is useless. `Origin` and `Sec-Fetch-Site` are a second, independent check where browsers send them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Parameters } from '../../protocol/parameters.ts';
import { type BrowserDeps, browserOf } from './browser-session.ts';

/** Name of the hidden field of every form. */
export const CSRF_FIELD = 'csrf';

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
  const browser = browserOf(deps, request);
  const token = form.get(field) ?? '';
  request[REFUSAL] = findRefusal(request, deps.authUrl);
  if (!isFromOurPages(request, deps.authUrl)) return false;
  if (browser.device.id === undefined || form.isDoubled(field) || !TOKEN.test(token)) return false;
  const handle = (await browser.currentHandle()) ?? '';
  return deps.ports.secrets.verify(Buffer.from(token, 'base64url'), 'csrf', browser.device.id, handle, purpose);
}

/** Why a form was refused. Sending it again helps only after `form-expired`. */
export type FormRefusal = {
  code: 'form-expired' | 'cookies-blocked' | 'other-host';
  /** For `other-host`: both origins. */
  values?: { here: string; server: string };
};

const EXPIRED: FormRefusal = { code: 'form-expired' };
const REFUSAL = Symbol('refusal of its form');
type WithRefusal = { [REFUSAL]?: FormRefusal };

/** Why `verifyCsrf` refused the form. */
export const whyRefused = (request: FastifyRequest & WithRefusal): FormRefusal => request[REFUSAL] ?? EXPIRED;

function findRefusal({ headers, host }: FastifyRequest, authUrl: string): FormRefusal {
  const { origin, 'sec-fetch-site': site } = headers;
  // Only a page of this server posts to its own origin: the origin is a second name of the server.
  const isOurs = origin !== undefined && (site === 'same-origin' || origin.split('://')[1] === host);
  if (isOurs && origin !== authUrl) return { code: 'other-host', values: { here: origin, server: authUrl } };
  return headers.cookie === undefined ? { code: 'cookies-blocked' } : EXPIRED;
}

/** Browsers send `none` when a person reloads the response to a form. Programs send neither header. */
function isFromOurPages(request: FastifyRequest, authUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  return (
    (origin === undefined || origin === authUrl) && (site === undefined || site === 'same-origin' || site === 'none')
  );
}
