// Reserves a place for hashing a password before a request does anything else, because more requests may come than can
// be hashed (case M16). Without a free place the request gets 503 before it queries the database or renders a page.
// When the check came later, each attempt cost two commits, and a flood of them held up everybody. No network gets more
// than its share of places, whichever pages it floods (contract 10).
import type { FastifyRequest } from 'fastify';
import type { PasswordHasher } from '../../core/sign-in/passwords/password-hasher.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { RouteMethod } from '../routes/route.ts';
import { createRefusals } from './refuse-overload.ts';

export type PasswordRoomDeps = Pick<AuthDeps, 'clientAddressOf'> & {
  ports: { passwords: Pick<PasswordHasher, 'reserve'> };
};

type Handler = RouteMethod['handle'];

const nextRefusal = createRefusals();

/** Runs the work with a reserved place. @throws 503 when there is none for this client */
export async function inPasswordRoom<Result>(
  { clientAddressOf, ports }: PasswordRoomDeps,
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const release = ports.passwords.reserve(clientAddressOf(request));
  if (!release) throw nextRefusal();
  try {
    return await work();
  } finally {
    release();
  }
}

/** The same handler with a reserved place. Its form has been read by then: a slow client holds no place. */
export const withPasswordRoom =
  (deps: PasswordRoomDeps, handle: Handler): Handler =>
  (request, reply) =>
    inPasswordRoom(deps, request, async () => handle(request, reply));

/** The same, but requests that need no hash take no place. */
export const withPasswordRoomUnless = (
  needsNone: (request: FastifyRequest) => boolean,
  deps: PasswordRoomDeps,
  handle: Handler,
): Handler => {
  const inRoom = withPasswordRoom(deps, handle);
  return (request, reply) => (needsNone(request) ? handle(request, reply) : inRoom(request, reply));
};
