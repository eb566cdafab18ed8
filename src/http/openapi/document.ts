// The OpenAPI 3.1 document: the paths (`paths.ts`) and the components that they refer to.

import { MACHINE_TOKEN_PREFIX } from '../../core/applications/machine-tokens/create-machine-token.ts';
import { componentSchemas } from './component-schemas.ts';
import { HEADERS } from './headers.ts';
import type { JsonSchema } from './json-schema.ts';
import { type Operations, TAGS } from './operation.ts';
import { PARAMETERS } from './parameters.ts';
import { type DescribedHosts, describePaths } from './paths.ts';
import { refusalResponses } from './refusals.ts';
import { WEBHOOKS } from './webhooks.ts';

/** @throws Error if a route and its description do not match */
export function describeHosts(hosts: DescribedHosts, operations: Operations): JsonSchema {
  return {
    openapi: '3.1.1',
    info: INFO,
    servers: [{ url: hosts.apiUrl, description: 'The API host.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: describePaths(hosts, operations),
    webhooks: WEBHOOKS,
    components: {
      schemas: componentSchemas(),
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: refusalResponses(),
      securitySchemes: SECURITY,
    },
  };
}

const INFO = {
  title: 'Latchkey',
  // Of the API, not of the program. It stays 1, because changes only add (contract 11).
  version: '1',
  description:
    'The registration API, for managing applications, and user information. The sign-in endpoints (authorization, token, revocation, introspection, logout) are described by /.well-known/openid-configuration. Every GET route supports HEAD, and every path supports OPTIONS. Unknown members are refused. Read-only members are ignored, so you can edit the result of a GET and send it with PUT.',
};

const SECURITY = {
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'lk_api_…',
    description:
      'An API token of a person, who creates it in the console. The operation names the scopes that it must have; it does no more than its person may.',
  },
  machineToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: `${MACHINE_TOKEN_PREFIX}…`,
    description:
      'A machine token, which belongs to no person: an operator creates it with `latchkey machine-tokens create`. The operation names the scopes that it must have.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'lk_at_…',
    description: 'An access token from the token endpoint.',
  },
};
