// What the page `/api-reference` shows, read from the document at /openapi, so that the two cannot differ. Run by the
// build.
import type {
  Operation,
  Parameter,
  ReferenceAnswer,
  ReferenceField,
  ReferenceProps,
  Type,
} from '../../views/developers/reference-props.ts';
import type { JsonSchema } from './json-schema.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;
type Media = { schema?: JsonSchema; example?: unknown };
type Content = Readonly<Record<string, Media>>;
type Response = { description: string; content?: Content };
type Described = { name: string; in: string; required?: boolean; description: string; schema: JsonSchema };

type DocumentOperation = {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  security: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly JsonSchema[];
  requestBody?: { required?: boolean; content: Content };
  responses: Readonly<Record<string, Response | JsonSchema>>;
};

type Path = { servers?: readonly { url: string }[]; parameters?: readonly JsonSchema[] } & Readonly<
  Record<string, unknown>
>;

type Document = {
  info: { description: string };
  servers: readonly { url: string }[];
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Path>>;
  webhooks: JsonSchema;
  components: { schemas: Schemas; parameters: Schemas; responses: Readonly<Record<string, Response>> };
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** @param json the document at /openapi */
export function readReference(json: JsonSchema): ReferenceProps {
  const document = json as unknown as Document;
  const operations = Object.entries(document.paths).flatMap(([path, described]) =>
    METHODS.filter((method) => described[method] !== undefined).map((method) =>
      operationOf(document, [path, described], method),
    ),
  );
  return {
    description: document.info.description,
    groups: document.tags.map(({ name, description }) => ({
      id: `tag-${name.replaceAll(' ', '-')}`,
      name,
      description,
      operations: operations.filter(({ tag }) => tag === name),
    })),
    // The page is to be read: what a message of an event contains is in the document alone.
    schemas: Object.entries(document.components.schemas)
      .filter(([name]) => !JSON.stringify(document.webhooks).includes(`/${name}"`))
      .map(([name, schema]) => ({ name, fields: fieldsOf(schema) })),
  };
}

function operationOf(document: Document, [path, described]: [string, Path], method: string): Operation {
  const operation = described[method] as DocumentOperation;
  const { requestBody, responses } = operation;
  const parameters = [...(described.parameters ?? []), ...(operation.parameters ?? [])];
  const [media] = Object.values(requestBody?.content ?? {});
  return {
    id: operation.operationId,
    tag: operation.tags[0] ?? '',
    method: method.toUpperCase(),
    path,
    url: `${(described.servers ?? document.servers)[0]?.url}${path}`,
    summary: operation.summary,
    description: operation.description,
    access: accessOf(operation),
    forMachines: schemesOf(operation).includes('machineToken'),
    scope: scopeOf(operation),
    parameters: parameters.map((parameter) => parameterOf(resolve(document, parameter) as unknown as Described)),
    body: requestBody && {
      required: requestBody.required === true,
      mediaTypes: Object.keys(requestBody.content),
      schema: nameOf(media?.schema),
      fields: fieldsOf(resolve(document, media?.schema ?? {})),
      example: media?.example,
    },
    answers: Object.entries(responses).map(([status, response]) =>
      answerOf(status, resolve(document, response as JsonSchema) as unknown as Response),
    ),
  };
}

function accessOf(operation: DocumentOperation): Operation['access'] {
  const schemes = schemesOf(operation);
  if (schemes.includes('accessToken')) return 'accessToken';
  if (!schemes.includes('apiToken')) return 'public';
  const scope = scopeOf(operation);
  if (scope === undefined) return 'anyApiToken';
  return scope === 'applications' ? 'ownerApiToken' : 'staffApiToken';
}

const scopeOf = ({ security }: DocumentOperation): string | undefined =>
  security.flatMap(({ apiToken = [] }) => (apiToken.length > 0 ? [apiToken.join(' ')] : []))[0];

const schemesOf = ({ security }: DocumentOperation): string[] => security.flatMap((one) => Object.keys(one));

const parameterOf = ({ name, in: place, required, description, schema }: Described): Parameter => ({
  ...fieldOf(name, schema, required === true),
  place: place as Parameter['place'],
  description,
});

function answerOf(status: string, { description, content = {} }: Response): ReferenceAnswer {
  const [media] = Object.values(content);
  const schema = media?.schema;
  return {
    status,
    description,
    mediaTypes: Object.keys(content),
    type: schema && (nameOf(schema) !== undefined || schema.type === 'array') ? typeOf(schema) : undefined,
    example: media?.example,
  };
}

/** `#/components/schemas/Application` → the schema. */
function resolve(document: Document, value: JsonSchema): JsonSchema {
  if (typeof value.$ref !== 'string') return value;
  const steps = value.$ref.split('/').slice(1);
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as JsonSchema;
}

const nameOf = (schema: JsonSchema | undefined): string | undefined =>
  typeof schema?.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;

function fieldsOf({ properties = {}, required = [] }: JsonSchema): ReferenceField[] {
  // Requests may repeat what only the server sets; the schema of a request has no type for it.
  return Object.entries(properties as Schemas)
    .filter(([, schema]) => schema.readOnly !== true || schema.type !== undefined)
    .map(([name, schema]) => fieldOf(name, schema, (required as readonly string[]).includes(name)));
}

function fieldOf(name: string, described: JsonSchema, required: boolean): ReferenceField {
  const { schema, nullable } = withoutNull(described);
  const inner = (schema.items as JsonSchema | undefined) ?? schema;
  return {
    name,
    required,
    nullable,
    readOnly: schema.readOnly === true,
    type: typeOf(schema),
    values: (inner.enum ?? (inner.const === undefined ? [] : [inner.const])) as readonly unknown[],
    length: rangeOf(inner.minLength, inner.maxLength),
    entries: rangeOf(schema.minItems, schema.maxItems),
    range: rangeOf(inner.minimum, inner.maximum === Number.MAX_SAFE_INTEGER ? undefined : inner.maximum),
    format: inner.format as string | undefined,
    pattern: inner.pattern as string | undefined,
    byDefault: schema.default,
    description: schema.description as string | undefined,
    fields: fieldsOf(schema),
  };
}

/** A member that a patch removes is `anyOf` its schema and null. */
function withoutNull(schema: JsonSchema): { schema: JsonSchema; nullable: boolean } {
  const parts = schema.anyOf as readonly JsonSchema[] | undefined;
  const [first] = parts?.filter(({ type }) => type !== 'null') ?? [];
  if (first) return { schema: { ...schema, ...first }, nullable: true };
  const { type } = schema;
  if (!Array.isArray(type)) return { schema, nullable: false };
  return { schema: { ...schema, type: type.find((one) => one !== 'null') }, nullable: type.includes('null') };
}

function typeOf(schema: JsonSchema): Type {
  const ref = nameOf(schema);
  if (ref !== undefined) return { kind: 'ref', name: ref };
  if (schema.type === 'array') return { kind: 'list', of: typeOf((schema.items ?? {}) as JsonSchema) };
  const known = ['string', 'integer', 'boolean', 'object'] as const;
  return { kind: known.find((kind) => kind === schema.type) ?? 'any' };
}

const rangeOf = (minimum: unknown, maximum: unknown): ReferenceField['range'] =>
  minimum === undefined && maximum === undefined
    ? undefined
    : { minimum: minimum as number | undefined, maximum: maximum as number | undefined };
