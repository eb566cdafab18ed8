// Forms of ours are taken only from pages of ours, shown to this browser and this session (contract 9; case K1). The
// token is derived, never stored: it names the browser, the session and the form, so one leaked or planted elsewhere fits
// nothing. `Origin` and `Sec-Fetch-Site` are a second, independent check where browsers send them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Parameters } from '../../protocol/parameters.ts';
import { type BrowserDeps, browserOf } from './browser-session.ts';

/** The hidden field of every form of ours. */
export const CSRF_FIELD = 'csrf';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The token for a form on a page that `reply` will carry. Gives the browser its device cookie if it has none. */
export function csrfToken(deps: BrowserDeps, request: FastifyRequest, reply: FastifyReply, purpose: string): string {
  const browser = browserOf(deps, request);
  const deviceId = browser.ensureDevice(reply);
  return deps.ports.secrets.mac('csrf', deviceId, browser.handle ?? '', purpose).toString('base64url');
}

/** Whether the posted form came from a page with `csrfToken(…, purpose)`, here and now. Refused: 403, nothing changes. */
export function checkCsrf(deps: BrowserDeps, request: FastifyRequest, form: Parameters, purpose: string): boolean {
  const browser = browserOf(deps, request);
  const token = form.get(CSRF_FIELD) ?? '';
  if (!isFromOurPages(request, deps.authUrl)) return false;
  if (browser.deviceId === undefined || form.isDoubled(CSRF_FIELD) || !TOKEN.test(token)) return false;
  const mac = Buffer.from(token, 'base64url');
  return deps.ports.secrets.verify(mac, 'csrf', browser.deviceId, browser.handle ?? '', purpose);
}

/** `none` is what a browser sends when a person reloads the answer to a form. Programs send neither header. */
function isFromOurPages(request: FastifyRequest, authUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  return (
    (origin === undefined || origin === authUrl) && (site === undefined || site === 'same-origin' || site === 'none')
  );
}
