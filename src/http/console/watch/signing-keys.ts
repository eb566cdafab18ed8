// GET /console/signing-keys: what each signing key does now and until when, for operators alone (contract 29). Private
// halves of keys are not told.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tellKeys } from '../../../core/keys/tell-keys.ts';
import { renderSigningKeys, SIGNING_KEYS } from '../../../views/console/watch/signing-keys.tsx';
import { pageContext } from '../../browsers/page-context.ts';
import { sendPage } from '../../browsers/page-headers.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { enterAsOperator } from '../place.ts';

export const signingKeyRoutes = (deps: AuthDeps): Route[] => [
  {
    path: SIGNING_KEYS,
    errors: 'page',
    methods: {
      GET: {
        access: 'session',
        body: 'none',
        audit: 'harmless: shows no person',
        handle: (request, reply) => show(deps, request, reply),
      },
    },
  },
];

async function show(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  await enterAsOperator(deps, request);
  const { keys, clock, rules } = deps.ports;
  const algorithms = tellKeys(await keys.list(), clock.now(), rules);
  return sendPage(reply, renderSigningKeys(await pageContext(deps, request, reply), { algorithms }));
}
