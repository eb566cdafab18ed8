// The page of this server to return to after a sign-in outside an authorization request. It travels in the query of
// `/login`, `/sign-up` and `/select-account`, which anybody can write, so only paths known here are accepted, never a
// URL (no open redirect). For an invitation the token of its link travels along, if it is well-formed.
import type { FastifyRequest } from 'fastify';
import { SECTIONS, sectionPath } from '../../views/console/parts/sections.ts';
import { queryOf } from '../wire/request-parts.ts';
import { readLinkToken } from './link-token.ts';

const PARAMETER = 'to';
const DEFAULT_PATH = '/account';
const PATHS: readonly string[] = [
  '/account/username',
  '/console',
  '/console/api-tokens',
  '/console/applications/new',
  '/welcome',
];
const APPLICATION_PATH = /^\/console\/applications\/([0-9a-f]{32})(?![^/])/;

const isReturnPath = (path: string): boolean => {
  const id = APPLICATION_PATH.exec(path)?.[1];
  return PATHS.includes(path) || (id !== undefined && SECTIONS.some((section) => sectionPath(id, section) === path));
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

/** The path to return to, from the query of a sign-in page. `query`: for the next such page, with `?`, or empty. */
export function readReturnPath(request: FastifyRequest): { path: string; query: string } {
  const query = queryOf(request);
  const path = query.isDoubled(PARAMETER) ? undefined : query.get(PARAMETER);
  const token = path === INVITATION ? readLinkToken(query) : undefined;
  if (token !== undefined) return { path: `${INVITATION}?token=${token}`, query: queryForInvitation(token) };
  return path !== undefined && isReturnPath(path)
    ? { path, query: `?${PARAMETER}=${path}` }
    : { path: DEFAULT_PATH, query: '' };
}
