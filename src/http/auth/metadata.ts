// GET /.well-known/oauth-authorization-server (RFC 8414): made once, cacheable with an ETag.
import { createHash } from 'node:crypto';
import { KNOWN_SCOPES } from '../../core/consent/named-items.ts';
import { authorizationServerMetadata } from '../../protocol/metadata.ts';
import { LANGUAGES } from '../../views/page.ts';
import type { Route } from '../route.ts';

/** @param input public origins of the two hosts. */
export function metadataRoutes(input: { authUrl: string; apiUrl: string }): Route[] {
  const body = JSON.stringify(
    authorizationServerMetadata({
      issuer: input.authUrl,
      apiUrl: input.apiUrl,
      scopes: KNOWN_SCOPES,
      languages: LANGUAGES,
    }),
  );
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return [
    {
      path: '/.well-known/oauth-authorization-server',
      errors: 'negotiated',
      cors: 'any',
      methods: {
        GET: {
          access: 'public',
          body: 'none',
          handle: (request, reply) => {
            reply.header('cache-control', 'public, max-age=300').header('etag', etag);
            if (request.headers['if-none-match'] === etag) return reply.code(304).send();
            return reply.type('application/json').send(body);
          },
        },
      },
    },
  ];
}
