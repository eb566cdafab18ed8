// A secret that a console form made is shown once, by the page that the form redirects to (303); the query names it.
import type { FastifyRequest } from 'fastify';
import {
  isSecretWaiting,
  newPlace,
  placeOfForm,
  showOnce,
  storeSecret,
} from '../../../core/sign-in/sessions/one-time-display.ts';
import type { CreatedSecret } from '../../../views/console/parts/console-page.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import { pathOf, queryOf } from '../../wire/request-parts.ts';
import type { ConsoleContext } from './console-context.ts';
import { type ActOutcome, madeMeanwhile } from './outcome.ts';

const at = (request: FastifyRequest, { signedIn }: ConsoleContext) => ({
  sessionId: signedIn.session.id,
  page: pathOf(request),
});

export const withCreatedSecret = (path: string, id: string): string => `${path}?made=${id}`;

/** @param made `form`: the same value each time one form is sent; undefined: each submission makes something new */
export async function storeCreatedSecret(
  { ports }: AuthDeps,
  request: FastifyRequest,
  entered: ConsoleContext,
  made: { secret: string; form?: string },
): Promise<ActOutcome> {
  const here = at(request, entered);
  const place = made.form === undefined ? newPlace(ports, here) : placeOfForm(ports, here, made.form);
  await storeSecret(ports, place, made.secret);
  return { kind: 'made', id: place.id };
}

/** For a form that was sent twice by a double click: what the first one made, as long as nobody has seen it. */
export async function findCreatedSecret(
  { ports }: AuthDeps,
  request: FastifyRequest,
  entered: ConsoleContext,
  form: string,
): Promise<ActOutcome> {
  const place = placeOfForm(ports, at(request, entered), form);
  return (await isSecretWaiting(ports, place)) ? { kind: 'made', id: place.id } : madeMeanwhile;
}

/** Undefined: the query names nothing. */
export async function readCreatedSecret(
  deps: AuthDeps,
  request: FastifyRequest,
  entered: ConsoleContext,
): Promise<CreatedSecret | undefined> {
  const id = queryOf(request).get('made');
  if (id === undefined || request.method !== 'GET') return undefined;
  return { secret: await showOnce(deps.ports, { ...at(request, entered), id }) };
}
