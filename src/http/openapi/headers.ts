// Headers of answers that a program may need (contract 3, 9).
import type { JsonSchema } from './json-schema.ts';

export const HEADERS = {
  ETag: {
    description: 'Names the state of the resource, for If-Match and If-None-Match.',
    required: true,
    schema: { type: 'string', pattern: '^"[^"]+"$' },
  },
  Link: {
    description: 'The next page, with rel="next"; absent on the last one.',
    schema: { type: 'string' },
  },
  Location: {
    description: 'Where the new resource is shown.',
    required: true,
    schema: { type: 'string', format: 'uri' },
  },
  'Retry-After': {
    description: 'Seconds after which trying again makes sense.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  'WWW-Authenticate': {
    description: 'What is wrong with the token (RFC 6750 3).',
    required: true,
    schema: { type: 'string', pattern: '^Bearer ' },
  },
  'X-Request-Id': {
    description: 'Finds the request in the log of the server.',
    required: true,
    schema: { type: 'string' },
  },
} as const satisfies Record<string, JsonSchema>;

export const headerRefs = (...names: (keyof typeof HEADERS)[]): JsonSchema =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
