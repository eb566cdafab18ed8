// /policy/logo (contract 29): the logo of the service, in the body as it is, as an application's logo. In a member of
// `/policy` it would be a third larger than the largest body.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkLogo } from '../../../core/logos/logo.ts';
import { LOGO_TYPES } from '../../../core/logos/logo-image.ts';
import { changePolicy, type WantedPolicy } from '../../../core/policy/change-policy.ts';
import { followedPolicy } from '../../../core/policy/policy.ts';
import { type ServiceLogo, serviceLogoBytes, toServiceLogo } from '../../../core/policy/service-logo.ts';
import type { Ports } from '../../../core/ports.ts';
import { httpError, InputError } from '../../errors/http-error.ts';
import { logChange } from '../../log/logged-change.ts';
import { NO_QUERY } from '../../routes/query-parameters.ts';
import type { ApiRoute } from '../../routes/route.ts';
import { requireAcceptable } from '../../wire/accept.ts';
import { imageTypeOf } from '../../wire/bodies.ts';
import { isKnown, requireTag } from '../../wire/entity-tags.ts';
import { askedBy, requireChanged } from './policy.ts';

type Deps = { ports: Ports };

export const policyLogoRoutes = (deps: Deps): ApiRoute[] => {
  const shared = { access: 'api-token', scope: 'policy', query: NO_QUERY } as const;
  return [
    {
      path: '/policy/logo',
      errors: 'problem',
      methods: {
        GET: {
          ...shared,
          produces: LOGO_TYPES,
          beforeBody: () => requireLogo(deps),
          body: 'none',
          audit: 'harmless: shows no person',
          handle: (request, reply) => show(deps, request, reply),
        },
        PUT: {
          ...shared,
          produces: LOGO_TYPES,
          body: 'image',
          audit: 'change',
          handle: (request, reply) => logChange(deps, request, askedBy(request), (ports) => put(ports, request, reply)),
        },
        DELETE: {
          ...shared,
          beforeBody: () => requireLogo(deps),
          body: 'none',
          audit: 'change',
          handle: (request, reply) =>
            logChange(deps, request, askedBy(request), (ports) => remove(ports, request, reply)),
        },
      },
    },
  ];
};

/** As it is stored now, also where this process does not follow it yet. */
async function current({ livePolicy }: Ports): Promise<ServiceLogo | undefined> {
  await livePolicy.refresh();
  return followedPolicy(livePolicy.kinds, livePolicy.stored()).logo;
}

/** @throws 404 */
async function requireLogo({ ports }: Deps): Promise<void> {
  if (!(await current(ports))) throw httpError(404, NO_LOGO);
}

const tagOf = ({ hash }: ServiceLogo): string => `"${hash}"`;

const send = (reply: FastifyReply, logo: ServiceLogo): FastifyReply =>
  reply.header('etag', tagOf(logo)).type(logo.mediaType).send(serviceLogoBytes(logo));

async function show({ ports }: Deps, request: FastifyRequest, reply: FastifyReply) {
  const logo = await current(ports);
  if (!logo) throw httpError(404, NO_LOGO);
  requireAcceptable(request, [logo.mediaType]);
  return isKnown(request, tagOf(logo)) ? reply.header('etag', tagOf(logo)).code(304).send() : send(reply, logo);
}

const NO_LOGO = 'The service has no logo.';

/** Changes the logo that `If-Match` names, or any. @throws 412, also for `If-Match: *` if there is no logo */
async function change(ports: Ports, request: FastifyRequest, wanted: WantedPolicy): Promise<void> {
  const { livePolicy } = ports;
  const revision = request.headers['if-match'] === undefined ? undefined : livePolicy.revision();
  requireChanged(await changePolicy(ports, { wanted, revision }));
}

function requireLogoTag(request: FastifyRequest, logo: ServiceLogo | undefined): void {
  if (request.headers['if-match'] !== undefined && !logo) throw httpError(412);
  requireTag(request, logo && tagOf(logo));
}

async function put(ports: Ports, request: FastifyRequest, reply: FastifyReply) {
  const mediaType = imageTypeOf(request);
  requireAcceptable(request, [mediaType]);
  requireLogoTag(request, await current(ports));
  const { logo, faults } = checkLogo(mediaType, request.body as Buffer);
  if (faults.length > 0) throw new InputError(faults);
  const serviceLogo = toServiceLogo(logo);
  await change(ports, request, { logo: serviceLogo });
  return send(reply, serviceLogo);
}

async function remove(ports: Ports, request: FastifyRequest, reply: FastifyReply) {
  const logo = await current(ports);
  requireLogoTag(request, logo);
  if (!logo) throw httpError(404, NO_LOGO);
  await change(ports, request, { logo: null });
  return reply.code(204).send();
}
