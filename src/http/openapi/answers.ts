// The successful responses of an operation, and the links from them to other operations.
import { LOGO_TYPES } from '../../core/ground/logos/logo-image.ts';
import { refTo } from './component-schemas.ts';
import { headerRefs } from './headers.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Answers, Operation } from './operation.ts';
import { parametersIn } from './parameters.ts';

/** Responses by status. */
export function answersOf(path: string, name: string, { answers }: Operation): Record<string, JsonSchema> {
  switch (answers.kind) {
    case 'list':
      return { 200: listed(path, answers) };
    case 'resource':
      return { 200: shown(path, answers), ...(name === 'GET' && isTagged(answers) && NOT_MODIFIED) };
    case 'invited':
      return { 202: invited(path, answers) };
    case 'claims':
      return { 200: claims(answers) };
    case 'image':
      return { 200: IMAGE_SHOWN, ...(name === 'GET' && NOT_MODIFIED) };
    case 'created':
      return {
        201: {
          description: 'Created. See Location; there is no body.',
          headers: headerRefs('X-Request-Id', 'Location'),
        },
      };
    case 'queued':
      return { 202: { description: 'Queued. There is no body.', headers: headerRefs('X-Request-Id') } };
    case 'removed':
      return { 204: { description: 'Deleted. There is no body.', headers: headerRefs('X-Request-Id') } };
    case 'document':
      return {
        200: {
          description: 'An OpenAPI document.',
          headers: headerRefs('X-Request-Id', 'ETag'),
          content: { 'application/json': { schema: DOCUMENT } },
        },
        ...NOT_MODIFIED,
      };
  }
}

/** Whether GET supports `If-None-Match`. */
export const isTagged = (answers: Answers): boolean =>
  answers.kind === 'document' || answers.kind === 'image' || (answers.kind === 'resource' && answers.tagged);

/** A logo, in requests and responses. */
export const IMAGES: JsonSchema = Object.fromEntries(
  LOGO_TYPES.map((type) => [type, { schema: { contentMediaType: type } }]),
);

const IMAGE_SHOWN = {
  description: 'The image, unchanged.',
  headers: headerRefs('X-Request-Id', 'ETag'),
  content: IMAGES,
};

const DOCUMENT = {
  type: 'object',
  properties: {
    openapi: { type: 'string', pattern: '^3\\.1\\.' },
    info: { type: 'object' },
    paths: { type: 'object' },
  },
  required: ['openapi', 'info', 'paths'],
};

const NOT_MODIFIED = {
  304: {
    description: 'Not modified since the ETag in If-None-Match. There is no body.',
    headers: headerRefs('X-Request-Id', 'ETag'),
  },
};

type Of<Kind> = Extract<Answers, { kind: Kind }>;

function listed(path: string, { of, order = 'in order of creation', example, leadsTo }: Of<'list'>): JsonSchema {
  return {
    description: `A page of the list, ${order}.`,
    headers: headerRefs('X-Request-Id', 'Link'),
    content: { 'application/json': { schema: { type: 'array', maxItems: 100, items: refTo(of) }, example } },
    ...(leadsTo && { links: link(path, leadsTo, `/0/${leadsTo.member}`) }),
  };
}

function shown(path: string, { schema, example, tagged, leadsTo }: Of<'resource'>): JsonSchema {
  return {
    description: 'The current resource.',
    headers: tagged ? headerRefs('X-Request-Id', 'ETag') : headerRefs('X-Request-Id'),
    content: { 'application/json': { schema: refTo(schema), example } },
    ...(leadsTo && { links: link(path, leadsTo, '/id') }),
  };
}

const invited = (path: string, { schema, example, leadsTo }: Of<'invited'>): JsonSchema => ({
  description: 'The person is invited. Send them the link.',
  headers: headerRefs('X-Request-Id'),
  content: { 'application/json': { schema: refTo(schema), example } },
  links: link(path, leadsTo, '/id'),
});

const claims = ({ schema, example }: Of<'claims'>): JsonSchema => ({
  description: 'The claims. The application’s settings decide which of the two types is the default.',
  headers: headerRefs('X-Request-Id'),
  content: {
    'application/json': { schema: refTo(schema), example },
    'application/jwt': {
      schema: {
        type: 'string',
        pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$',
        description: 'The same claims, `iss` and `aud`, signed.',
      },
    },
  },
});

/** @param pointer to the id of the resource that the other operation is about */
function link(path: string, { id, parameter }: { id: string; parameter: string }, pointer: string): JsonSchema {
  const kept = parametersIn(path).map((name) => [name, `$request.path.${name}`]);
  return {
    [id]: { operationId: id, parameters: { ...Object.fromEntries(kept), [parameter]: `$response.body#${pointer}` } },
  };
}
