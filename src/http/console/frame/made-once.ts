// A secret that a console form made is shown once, by the page that the form redirects to (303); the query names it.
import type { FastifyRequest } from 'fastify';
import {
  isSecretWaiting,
  newPlace,
  placeOfForm,
  showOnce,
  storeSecret,
} from '../../../core/sign-in/sessions/shown-once.ts';
import type { Made } from '../../../views/console/parts/console-page.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import { pathOf, queryOf } from '../../wire/request-parts.ts';
import { madeMeanwhile, type Outcome } from './outcome.ts';
import type { Entered } from './place.ts';

const at = (request: FastifyRequest, { signedIn }: Entered) => ({
  sessionId: signedIn.session.id,
  page: pathOf(request),
});

export const withMade = (path: string, id: string): string => `${path}?made=${id}`;

/** @param made `form`: the same value each time one form is sent; undefined: each submission makes something new */
export async function storeMade(
  { ports }: AuthDeps,
  request: FastifyRequest,
  entered: Entered,
  made: { secret: string; form?: string },
): Promise<Outcome> {
  const here = at(request, entered);
  const place = made.form === undefined ? newPlace(ports, here) : placeOfForm(ports, here, made.form);
  await storeSecret(ports, place, made.secret);
  return { kind: 'made', id: place.id };
}

/** For a form that was sent twice by a double click: what the first one made, as long as nobody has seen it. */
export async function findMade(
  { ports }: AuthDeps,
  request: FastifyRequest,
  entered: Entered,
  form: string,
): Promise<Outcome> {
  const place = placeOfForm(ports, at(request, entered), form);
  return (await isSecretWaiting(ports, place)) ? { kind: 'made', id: place.id } : madeMeanwhile;
}

/** Undefined: the query names nothing. */
export async function readMade(deps: AuthDeps, request: FastifyRequest, entered: Entered): Promise<Made | undefined> {
  const id = queryOf(request).get('made');
  if (id === undefined || request.method !== 'GET') return undefined;
  return { secret: await showOnce(deps.ports, { ...at(request, entered), id }) };
}
