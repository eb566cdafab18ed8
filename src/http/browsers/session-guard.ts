// Guard of routes for a signed-in person: others are sent to sign in, or to say which of the device's accounts they
// are; both lead back to the page that was wanted.

import type { FastifyRequest } from 'fastify';
import type { SignedIn } from '../../core/sessions/session.ts';
import type { Guard } from '../routes/route.ts';
import { type BrowserDeps, browserOf } from './browser-session.ts';
import { queryForPlace } from './return-place.ts';

export function createSessionGuard(deps: BrowserDeps): Guard {
  return (request, reply, done) => {
    browserOf(deps, request)
      .accounts()
      .then(({ current, all }) => {
        if (current) done();
        else reply.redirect(`${all.length > 0 ? '/select-account' : '/login'}${queryForPlace(pathOf(request))}`, 303);
      }, done);
  };
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

/** Who is signed in, behind the guard. */
export async function getSignedIn(deps: BrowserDeps, request: FastifyRequest): Promise<SignedIn> {
  const signedIn = await browserOf(deps, request).signedIn();
  if (!signedIn) throw new Error('A route for a session ran without one.');
  return signedIn;
}
