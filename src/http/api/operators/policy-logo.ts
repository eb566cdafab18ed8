// /policy/logo and /policy/logo-dark (contract 29): a logo of the service, in the body as it is, as an application's
// logo. In a member of `/policy` it would be a third larger than the largest body.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkLogo } from '../../../core/ground/logos/logo.ts';
import { LOGO_TYPES } from '../../../core/ground/logos/logo-image.ts';
import type { Ports } from '../../../core/operating/ports.ts';
import { changePolicy, type WantedPolicy } from '../../../core/server/policy/change-policy.ts';
import { followedPolicy, LOGO_KEYS, type LogoKey } from '../../../core/server/policy/policy.ts';
import { type ServiceLogo, serviceLogoBytes, toServiceLogo } from '../../../core/server/policy/service-logo.ts';
import { httpError, InputError } from '../../errors/http-error.ts';
import { logChange } from '../../log/logged-change.ts';
import { NO_QUERY } from '../../routes/query-parameters.ts';
import type { ApiRoute } from '../../routes/route.ts';
import { requireAcceptable } from '../../wire/accept.ts';
import { imageTypeOf } from '../../wire/bodies.ts';
import { isKnown, requireTag } from '../../wire/entity-tags.ts';
import { askedBy, requireChanged } from './policy.ts';

type Deps = { ports: Ports };
/** Which of the two logos. */
type Of = Deps & { key: LogoKey };

/** The path of each. */
const PATHS: Readonly<Record<LogoKey, string>> = { logo: '/policy/logo', logoDark: '/policy/logo-dark' };

export const policyLogoRoutes = (deps: Deps): ApiRoute[] => LOGO_KEYS.map((key) => logoRoute({ ...deps, key }));

const logoRoute = (deps: Of): ApiRoute => {
  const { key } = deps;
  const shared = { access: 'api-token', scope: 'policy', query: NO_QUERY } as const;
  return {
    path: PATHS[key],
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
        handle: (request, reply) =>
          logChange(deps, request, askedBy(request), (ports) => put({ ports, key }, request, reply)),
      },
      DELETE: {
        ...shared,
        beforeBody: () => requireLogo(deps),
        body: 'none',
        audit: 'change',
        handle: (request, reply) =>
          logChange(deps, request, askedBy(request), (ports) => remove({ ports, key }, request, reply)),
      },
    },
  };
};

/** As it is stored now, also where this process does not follow it yet. */
async function current({ ports: { livePolicy }, key }: Of): Promise<ServiceLogo | undefined> {
  await livePolicy.refresh();
  return followedPolicy(livePolicy.kinds, livePolicy.stored())[key];
}

/** @throws 404 */
async function requireLogo(of: Of): Promise<void> {
  if (!(await current(of))) throw httpError(404, NO_LOGO);
}

const tagOf = ({ hash }: ServiceLogo): string => `"${hash}"`;

const send = (reply: FastifyReply, logo: ServiceLogo): FastifyReply =>
  reply.header('etag', tagOf(logo)).type(logo.mediaType).send(serviceLogoBytes(logo));

async function show(of: Of, request: FastifyRequest, reply: FastifyReply) {
  const logo = await current(of);
  if (!logo) throw httpError(404, NO_LOGO);
  requireAcceptable(request, [logo.mediaType]);
  return isKnown(request, tagOf(logo)) ? reply.header('etag', tagOf(logo)).code(304).send() : send(reply, logo);
}

const NO_LOGO = 'The service has no logo.';

/** Changes the logo that `If-Match` names, or any. @throws 412, also for `If-Match: *` if there is no logo */
async function change({ ports, key }: Of, request: FastifyRequest, logo: ServiceLogo | null): Promise<void> {
  const { livePolicy } = ports;
  const wanted: WantedPolicy = { [key]: logo };
  const revision = request.headers['if-match'] === undefined ? undefined : livePolicy.revision();
  requireChanged(await changePolicy(ports, { wanted, revision }));
}

function requireLogoTag(request: FastifyRequest, logo: ServiceLogo | undefined): void {
  if (request.headers['if-match'] !== undefined && !logo) throw httpError(412);
  requireTag(request, logo && tagOf(logo));
}

async function put(of: Of, request: FastifyRequest, reply: FastifyReply) {
  const mediaType = imageTypeOf(request);
  requireAcceptable(request, [mediaType]);
  requireLogoTag(request, await current(of));
  const { logo, faults } = checkLogo(mediaType, request.body as Buffer);
  if (faults.length > 0) throw new InputError(faults);
  const serviceLogo = toServiceLogo(logo);
  await change(of, request, serviceLogo);
  return send(reply, serviceLogo);
}

async function remove(of: Of, request: FastifyRequest, reply: FastifyReply) {
  const logo = await current(of);
  requireLogoTag(request, logo);
  if (!logo) throw httpError(404, NO_LOGO);
  await change(of, request, null);
  return reply.code(204).send();
}
