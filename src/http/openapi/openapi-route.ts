// GET /openapi (contract 1; OpenAPI 3.1): how programs call the API. The build makes the document (template.ts); a
// server only fills in the URLs of its hosts.
import type { Route } from '../routes/route.ts';
import { sendConstant } from '../wire/constant-body.ts';

/** Stand for the public URLs in the template. */
export const PLACEHOLDERS = { apiUrl: '{api_url}', authUrl: '{auth_url}' } as const;

export type HostUrls = { apiUrl: string; authUrl: string };

export function openapiRoute(template: string, { apiUrl, authUrl }: HostUrls): Route {
  const text = template
    .replaceAll(`"${PLACEHOLDERS.apiUrl}"`, () => JSON.stringify(apiUrl))
    .replaceAll(`"${PLACEHOLDERS.authUrl}"`, () => JSON.stringify(authUrl));
  return {
    path: '/openapi',
    errors: 'negotiated',
    cors: 'any',
    methods: {
      GET: {
        access: 'public',
        body: 'none',
        handle: sendConstant({
          text,
          type: 'application/json; charset=utf-8',
          cacheControl: 'public, max-age=300',
          isTagged: true,
        }),
      },
    },
  };
}
