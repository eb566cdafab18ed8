// CORS (contract 8). `Origin` decides headers, never the outcome: a browser application may read a response if the
// application that the response is about registered the origin, and an error if any application did.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../../core/applications/applications/application.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { siteDomainForms } from '../../protocol/site-domain.ts';
import type { Route } from '../routes/route.ts';

const EXPOSED = 'WWW-Authenticate, Retry-After, X-Request-Id, DPoP-Nonce';
const PREFLIGHT_HEADERS = 'authorization, content-type, accept, dpop';
const PREFLIGHT_SECONDS = '600';

type Cors = Route['cors'];
type Deps = { applications: Pick<Ports['applications'], 'isOriginRegistered'> };

/** CORS headers of every response of the route. */
export function corsHeaders(cors: Cors): Readonly<Record<string, string>> {
  if (cors === 'registered') return { vary: 'Origin' };
  return cors === 'any' ? { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED } : {};
}

/**
 * Lets the origin read the response about this application, if the application registered it. May be called before it
 * is known whether the response is an error: an origin registered by this application is registered by some
 * application.
 */
export function allowOriginOf(application: Application, request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  const forms = siteDomainForms(origin);
  const isRegistered = application.platforms.some((entry) => entry.siteDomains.some((one) => forms.includes(one)));
  if (isRegistered) allowOrigin(origin, reply);
}

/**
 * Lets the origin read an error of the route, if any application registered it. If the lookup fails, sets no headers.
 */
export async function allowOriginOfAny(deps: Deps, origin: string, reply: FastifyReply): Promise<void> {
  if (await isRegisteredByAny(deps, origin)) allowOrigin(origin, reply);
}

/** Answers 204 with `Allow`. A preflight from an origin that may call the route also learns what it may send. */
export async function answerOptions(
  deps: Deps,
  { cors, allowed }: { cors: Cors; allowed: readonly string[] },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.code(204).header('allow', allowed.join(', '));
  const { origin } = request.headers;
  if (cors && origin !== undefined && (cors === 'any' || (await isRegisteredByAny(deps, origin)))) {
    if (cors === 'registered') allowOrigin(origin, reply);
    reply
      .header('access-control-allow-methods', allowed.join(', '))
      .header('access-control-allow-headers', PREFLIGHT_HEADERS)
      .header('access-control-max-age', PREFLIGHT_SECONDS);
  }
  return reply.send();
}

function allowOrigin(origin: string, reply: FastifyReply): void {
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED);
}

async function isRegisteredByAny(deps: Deps, origin: string): Promise<boolean> {
  const forms = siteDomainForms(origin);
  if (forms.length === 0) return false;
  try {
    return await deps.applications.isOriginRegistered(forms);
  } catch {
    // The response itself says that the database is unavailable; without headers the browser hides it, which is safe.
    return false;
  }
}
