// Where a sign-in that stands alone leads: the page of ours that was wanted before. It travels in the query of
// `/login`, `/sign-up` and `/select-account`, where anybody may write what they like; so only pages known here are
// places, never an address (no open redirect). Of an invitation the secret in its link travels along, in the form that
// secrets of ours have.
import type { FastifyRequest } from 'fastify';
import { SECTIONS, sectionPath } from '../../views/console/parts/sections.ts';
import { queryOf } from '../wire/request-parts.ts';
import { readLinkToken } from './link-token.ts';

const PLACE = 'to';
const USUAL = '/account';
const PLACES: readonly string[] = [
  '/account/username',
  '/console',
  '/console/api-tokens',
  '/console/applications/new',
  '/welcome',
];
const OF_APPLICATION = /^\/console\/applications\/([0-9a-f]{32})(?![^/])/;

const isPlace = (path: string): boolean => {
  const id = OF_APPLICATION.exec(path)?.[1];
  return PLACES.includes(path) || (id !== undefined && SECTIONS.some((section) => sectionPath(id, section) === path));
};

/** For the query of a sign-in page: the page at this path, or the nearest above it; empty where there is none. */
export function queryForPlace(path: string): string {
  const above = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  if (isPlace(path)) return `?${PLACE}=${path}`;
  return above === '' ? '' : queryForPlace(above);
}

const INVITATION = '/invitation';

/** For the query of a sign-in page: the page behind the link of an invitation. */
export const queryForInvitation = (token: string): string => `?${PLACE}=${INVITATION}&token=${token}`;

/** What the sign-in page at hand was told. `query`: the same for the next one, with its question mark, or empty. */
export function readPlace(request: FastifyRequest): { path: string; query: string } {
  const query = queryOf(request);
  const path = query.isDoubled(PLACE) ? undefined : query.get(PLACE);
  const token = path === INVITATION ? readLinkToken(query) : undefined;
  if (token !== undefined) return { path: `${INVITATION}?token=${token}`, query: queryForInvitation(token) };
  return path !== undefined && isPlace(path) ? { path, query: `?${PLACE}=${path}` } : { path: USUAL, query: '' };
}
