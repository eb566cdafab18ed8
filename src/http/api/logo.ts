// /applications/:id/logo (contract 3): a small image, in the body as it is. Its bytes are checked, and it is never
// fetched from a URL (case N7). The auth host serves it to everybody (`http/pictures/logos.ts`).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../../core/applications/applications/application.ts';
import { removeLogo, setLogo } from '../../core/applications/logos/edit-logo.ts';
import type { Logo } from '../../core/ground/logos/logo.ts';
import { LOGO_TYPES } from '../../core/ground/logos/logo-image.ts';
import { callerOf } from '../callers/access.ts';
import { httpError, InputError } from '../errors/http-error.ts';
import { NO_QUERY } from '../routes/query-parameters.ts';
import type { ApiRoute } from '../routes/route.ts';
import { requireAcceptable } from '../wire/accept.ts';
import { imageTypeOf } from '../wire/bodies.ts';
import { isKnown, requireTag } from '../wire/entity-tags.ts';
import { getApplication, SHOWS_NOBODY } from './application-methods.ts';
import { routesOf } from './frame/route-table.ts';
import { portsOf } from './logged-route.ts';
import type { RegistrationDeps } from './registration-deps.ts';

export function logoRoutes(deps: RegistrationDeps): ApiRoute[] {
  const of = { access: 'owner', scope: 'applications', query: NO_QUERY } as const;
  return routesOf({
    'GET /applications/:id/logo': {
      ...of,
      produces: LOGO_TYPES,
      beforeBody: async (request) => requireLogo(await getApplication(deps, request)),
      body: 'none',
      audit: SHOWS_NOBODY,
      handle: (request, reply) => show(deps, request, reply),
    },
    'PUT /applications/:id/logo': {
      ...of,
      produces: LOGO_TYPES,
      beforeBody: (request) => getApplication(deps, request, 'change'),
      body: 'image',
      handle: (request, reply) => put(request, reply),
    },
    'DELETE /applications/:id/logo': {
      ...of,
      beforeBody: async (request) => requireLogo(await getApplication(deps, request, 'change')),
      body: 'none',
      handle: (request, reply) => remove(request, reply),
    },
  });
}

/** @throws 404 */
function requireLogo({ logoHash }: Application): void {
  if (logoHash === undefined) throw httpError(404, 'This application has no logo.');
}

const tagOf = (hash: string): string => `"${hash}"`;

/** @throws 412, for `If-Match: *` if there is no logo */
const allow = (request: FastifyRequest) => (current: Application) => {
  const { logoHash } = current;
  const isForSome = request.headers['if-match'] !== undefined;
  if (isForSome && logoHash === undefined) throw httpError(412);
  requireTag(request, logoHash && tagOf(logoHash));
};

const placeOf = (request: FastifyRequest) => ({
  caller: callerOf(request),
  applicationId: (request.params as { id: string }).id,
  allow: allow(request),
});

const send = (reply: FastifyReply, { mediaType, image, hash }: Logo): FastifyReply =>
  reply.header('etag', tagOf(hash)).type(mediaType).send(image);

async function show({ ports }: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const logo = await ports.logos.find(placeOf(request).applicationId);
  if (!logo) throw httpError(404);
  requireAcceptable(request, [logo.mediaType]);
  if (!isKnown(request, tagOf(logo.hash))) return send(reply, logo);
  return reply.header('etag', tagOf(logo.hash)).code(304).send();
}

async function put(request: FastifyRequest, reply: FastifyReply) {
  const mediaType = imageTypeOf(request);
  requireAcceptable(request, [mediaType]);
  const edit = await setLogo(portsOf(request), { ...placeOf(request), mediaType, image: request.body as Buffer });
  if (edit.kind === 'refused') throw new InputError(edit.faults);
  if (edit.kind === 'gone') throw httpError(404);
  return send(reply, edit.logo);
}

async function remove(request: FastifyRequest, reply: FastifyReply) {
  if (!(await removeLogo(portsOf(request), placeOf(request)))) throw httpError(404);
  return reply.code(204).send();
}
