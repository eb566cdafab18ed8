// Guard of routes for a signed-in person. Others are redirected to sign in, or to choose one of the accounts signed in
// on the device; both lead back to the requested page. The only place that asks for the second factor which policy
// demands of the console and of the account's own pages (contract 24).
import type { FastifyRequest } from 'fastify';
import { lacksAt, type PlaceOfUse } from '../../core/sign-in/factors/second-factor-policy.ts';
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import type { Guard } from '../routes/route.ts';
import { type BrowserDeps, browserOf } from './browser-session.ts';
import { queryForPageOf } from './return-path.ts';

export function createSessionGuard(deps: BrowserDeps): Guard {
  return (request, reply, done) => {
    browserOf(deps, request)
      .accounts()
      .then(async ({ current, all }) => {
        const page = current
          ? await pageBefore(deps, request, current)
          : `${all.length > 0 ? '/select-account' : '/login'}${queryForPageOf(request)}`;
        if (page === undefined) done();
        else reply.redirect(page, 303);
      })
      .catch(done);
  };
}

/** Where a person proves or sets up a second factor before the page they want. Undefined: the page opens. */
async function pageBefore(
  { ports }: BrowserDeps,
  request: FastifyRequest,
  signedIn: SignedIn,
): Promise<string | undefined> {
  // As the route declares it: the path of the request may be spelled otherwise, as in `/%63onsole`.
  const path = request.routeOptions.url ?? '';
  const place = placeOf(path);
  const lacks = place && (await lacksAt(ports, signedIn, place));
  if (lacks === 'step-up') return `/confirm${queryForPageOf(request)}`;
  return lacks === 'enrolment' && !ENROLMENT_PAGES.includes(path)
    ? `${SECOND_FACTOR_PATH}${queryForPageOf(request)}`
    : undefined;
}

/** Says that policy demands a second factor, and leads to `ENROLMENT_PAGES`. */
export const SECOND_FACTOR_PATH = '/second-factor';
const ENROLMENT_PAGES = ['/account/two-step', '/account/passkeys'];

/** Pages outside both are steps of signing in, and lead nowhere else. */
function placeOf(path: string): PlaceOfUse | undefined {
  const [, first] = path.split('/', 2);
  return first === 'console' || first === 'account' ? first : undefined;
}

/** Who is signed in, on a route behind the guard. */
export async function getSignedIn(deps: BrowserDeps, request: FastifyRequest): Promise<SignedIn> {
  const signedIn = await browserOf(deps, request).signedIn();
  if (!signedIn) throw new Error('A route for a session ran without one.');
  return signedIn;
}
