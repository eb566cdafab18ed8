// Response headers that a client may need (contract 3, 9).
import type { JsonSchema } from './json-schema.ts';

export const HEADERS = {
  ETag: {
    description: 'The current version of the resource, for If-Match and If-None-Match.',
    required: true,
    schema: { type: 'string', pattern: '^"[^"]+"$' },
  },
  Link: {
    description: 'The next page, with rel="next". Absent on the last page.',
    schema: { type: 'string' },
  },
  Location: {
    description: 'The URL of the new resource.',
    required: true,
    schema: { type: 'string', format: 'uri' },
  },
  'Retry-After': {
    description: 'Seconds to wait before retrying.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  'WWW-Authenticate': {
    description: 'What is wrong with the token (RFC 6750 3).',
    required: true,
    schema: { type: 'string', pattern: '^Bearer ' },
  },
  'X-Request-Id': {
    description: 'Identifies the request in the server’s log.',
    required: true,
    schema: { type: 'string' },
  },
} as const satisfies Record<string, JsonSchema>;

export const headerRefs = (...names: (keyof typeof HEADERS)[]): JsonSchema =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
