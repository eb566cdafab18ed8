// Guard of routes for a signed-in person. Others are redirected to sign in, or to choose one of the accounts signed in
// on the device; both lead back to the requested page.

import type { FastifyRequest } from 'fastify';
import type { SignedIn } from '../../core/sessions/session.ts';
import type { Guard } from '../routes/route.ts';
import { type BrowserDeps, browserOf } from './browser-session.ts';
import { queryForPageOf } from './return-path.ts';

export function createSessionGuard(deps: BrowserDeps): Guard {
  return (request, reply, done) => {
    browserOf(deps, request)
      .accounts()
      .then(({ current, all }) => {
        if (current) done();
        else reply.redirect(`${all.length > 0 ? '/select-account' : '/login'}${queryForPageOf(request)}`, 303);
      }, done);
  };
}

/** Who is signed in, on a route behind the guard. */
export async function getSignedIn(deps: BrowserDeps, request: FastifyRequest): Promise<SignedIn> {
  const signedIn = await browserOf(deps, request).signedIn();
  if (!signedIn) throw new Error('A route for a session ran without one.');
  return signedIn;
}
