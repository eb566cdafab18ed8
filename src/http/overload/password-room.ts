// Wherever a password is hashed, more come than can be hashed (case M16): who finds no place is refused before the
// database is asked or a page is made. Later every try had cost two commits, and a flood of them held up everybody. No
// network gets more places than its share, whichever of the pages it floods (contract 10).
import type { FastifyRequest } from 'fastify';
import type { PasswordHasher } from '../../core/passwords/password-hasher.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { RouteMethod } from '../routes/route.ts';
import { createRefusals } from './refuse-overload.ts';

export type PasswordRoomDeps = Pick<AuthDeps, 'clientAddressOf'> & {
  ports: { passwords: Pick<PasswordHasher, 'reserve'> };
};

type Handler = RouteMethod['handle'];

const nextRefusal = createRefusals();

/** Does the work with a place kept for its password. @throws 503 when the client finds none */
export async function inPasswordRoom<Result>(
  { clientAddressOf, ports }: PasswordRoomDeps,
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const giveBack = ports.passwords.reserve(clientAddressOf(request));
  if (!giveBack) throw nextRefusal();
  try {
    return await work();
  } finally {
    giveBack();
  }
}

/**
 * The same handler, with a place kept for its password. Its form is read by then: a slow client takes nobody's place.
 */
export const withPasswordRoom =
  (deps: PasswordRoomDeps, handle: Handler): Handler =>
  (request, reply) =>
    inPasswordRoom(deps, request, async () => handle(request, reply));
