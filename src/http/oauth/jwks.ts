// GET /oauth/jwks (contract 7; RFC 7517 5): the public keys that clients verify signatures with. The small document is
// built for each request, so that a change takes effect on every process within a second, which is how long the list of
// keys is cached.

import type { Ports } from '../../core/operating/ports.ts';
import { JWKS_MAX_AGE_SECONDS } from '../../core/server/keys/key-schedule.ts';
import type { Route } from '../routes/route.ts';
import { sendResource } from '../wire/entity-tags.ts';

export function jwksRoutes({ signingKeys }: Pick<Ports, 'signingKeys'>): Route[] {
  return [
    {
      path: '/oauth/jwks',
      errors: 'oauth',
      cors: 'any',
      methods: {
        GET: {
          access: 'public',
          body: 'none',
          handle: async (request, reply) => {
            const keys = await signingKeys.publicKeys();
            reply.header('cache-control', `public, max-age=${JWKS_MAX_AGE_SECONDS}`);
            // Every client accepts this type; several refuse RFC 7517's own (docs/decisions/0009-signing-keys.md).
            return sendResource(request, reply.type('application/json'), { keys });
          },
        },
      },
    },
  ];
}
