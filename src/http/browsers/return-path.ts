// The page of this server to return to after a sign-in outside an authorization request. It travels in the query of
// `/login`, `/sign-up` and `/select-account`, which anybody can write, so only pages of this server are accepted, never
// a URL (no open redirect). What the page needs travels along, if it is well-formed: the token of an invitation's link;
// the API key of the application whose connection was wanted, and the origin that the person came from; the code of a
// device.
import type { FastifyRequest } from 'fastify';
import { API_KEY } from '../../core/applications/applications/application.ts';
import { readUserCode, showUserCode } from '../../core/grants/device-codes/user-code.ts';
import { parseUrl } from '../../core/ground/parse-url.ts';
import { SECTIONS, sectionPath } from '../../views/console/parts/sections.ts';
import { ACCOUNT_PAGES, accountPath, RECEIPTS_PATH } from '../../views/page/account-pages.ts';
import { pathOf, queryOf } from '../wire/request-parts.ts';
import { readLinkToken } from './link-token.ts';

const PARAMETER = 'to';
const DEFAULT_PATH = '/account';
const PATHS: readonly string[] = [
  ...ACCOUNT_PAGES.map(accountPath).filter((path) => path !== DEFAULT_PATH),
  '/account/delete',
  '/account/email/code',
  '/account/passkeys',
  RECEIPTS_PATH,
  '/account/two-step',
  '/account/username',
  '/console',
  '/console/applications/new',
  '/welcome',
];
/** A page of the console that is about no application, or an account, a group or an API that operators look at. */
const CONSOLE_PATH = /^\/console\/(?:[a-z-]+|policy\/documents|(?:accounts|groups|apis)\/[0-9a-f]{32})$/;
const APPLICATION_PATH = /^\/console\/applications\/([0-9a-f]{32})(?![^/])/;

const isReturnPath = (path: string): boolean => {
  if (PATHS.includes(path) || CONSOLE_PATH.test(path)) return true;
  const id = APPLICATION_PATH.exec(path)?.[1];
  return id !== undefined && SECTIONS.some((section) => sectionPath(id, section) === path);
};

/** Query of a sign-in page that returns to this path, or to the nearest one above it; empty if there is none. */
export function queryForReturnPath(path: string): string {
  const above = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  if (isReturnPath(path)) return `?${PARAMETER}=${path}`;
  return above === '' ? '' : queryForReturnPath(above);
}

const INVITATION = '/invitation';

/** Query of a sign-in page that returns to the page of an invitation's link. */
export const queryForInvitation = (token: string): string => `?${PARAMETER}=${INVITATION}&token=${token}`;

const CONNECTION = '/account/connections';

/** The account page with the connection of one application, which decides whether it leads back to `cameFrom`. */
function connectionPlace(apiKey: string | undefined, cameFrom: string | undefined): ReturnPlace | undefined {
  if (apiKey === undefined || !API_KEY.test(apiKey)) return undefined;
  const { origin = '' } = (cameFrom === undefined ? undefined : parseUrl(cameFrom)) ?? {};
  const from = /^https?:/.test(origin) ? `&from=${encodeURIComponent(origin)}` : '';
  return {
    path: `${CONNECTION}?client_id=${apiKey}${from}`,
    query: `?${PARAMETER}=${CONNECTION}&application=${apiKey}${from}`,
  };
}

const DEVICE = '/device';

/** The page where a device's code is typed, with the code filled in. */
export function devicePlace(typed: string | undefined): ReturnPlace {
  const code = readUserCode(typed ?? '');
  if (code === undefined) return { path: DEVICE, query: `?${PARAMETER}=${DEVICE}` };
  const filled = `user_code=${showUserCode(code)}`;
  return { path: `${DEVICE}?${filled}`, query: `?${PARAMETER}=${DEVICE}&${filled}` };
}

/** Query of a sign-in page that returns to the page of this request. */
export function queryForPageOf(request: FastifyRequest): string {
  const path = pathOf(request);
  if (path === DEVICE || path.startsWith(`${DEVICE}/`)) return devicePlace(queryOf(request).get('user_code')).query;
  if (path !== CONNECTION) return queryForReturnPath(path);
  const query = queryOf(request);
  return (
    connectionPlace(query.get('client_id'), query.get('from') ?? request.headers.referer)?.query ??
    queryForReturnPath(path)
  );
}

/** `query`: for the next sign-in page, with `?`, or empty. */
type ReturnPlace = { path: string; query: string };

/** The path to return to, from the query of a sign-in page. */
export function readReturnPath(request: FastifyRequest): ReturnPlace {
  const query = queryOf(request);
  const path = query.isDoubled(PARAMETER) ? undefined : query.get(PARAMETER);
  const token = path === INVITATION ? readLinkToken(query) : undefined;
  if (token !== undefined) return { path: `${INVITATION}?token=${token}`, query: queryForInvitation(token) };
  const connection = path === CONNECTION ? connectionPlace(query.get('application'), query.get('from')) : undefined;
  if (connection !== undefined) return connection;
  if (path === DEVICE) return devicePlace(query.get('user_code'));
  return path !== undefined && isReturnPath(path)
    ? { path, query: `?${PARAMETER}=${path}` }
    : { path: DEFAULT_PATH, query: '' };
}
