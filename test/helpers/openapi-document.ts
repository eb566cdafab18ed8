// Reads an OpenAPI document like a program that knows nothing else about the server: which operations there are, what
// they accept, and whether an answer is declared.
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Json = { [member: string]: unknown };
export type Schema = Json;
export type Media = { schema: Schema; example?: unknown };
type Header = { required?: boolean; schema: Schema };
export type Link = { operationId: string; parameters: Record<string, string> };
export type Response = {
  description: string;
  headers?: Record<string, Header>;
  content?: Record<string, Media>;
  links?: Record<string, Link>;
};
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema };

export type Operation = {
  id: string;
  method: string;
  path: string;
  server: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  body: { required: boolean; content: Record<string, Media> } | undefined;
  responses: Record<string, Response>;
};

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
/** Decodes a step of a pointer (RFC 6901). */
const readStep = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');

export class ApiDocument {
  readonly document: Json;
  readonly operations: readonly Operation[];
  private readonly ajv = new Ajv2020.default({ allErrors: true, strict: true, allowUnionTypes: true });
  private readonly compiled = new Map<Schema, ValidateFunction>();

  constructor(document: Json) {
    this.document = document;
    addFormats.default(this.ajv);
    const { schemas } = document.components as { schemas: Record<string, Schema> };
    // The document itself is not a schema. The schemas in it are extracted and checked against their dialect.
    for (const [name, schema] of Object.entries(schemas)) this.ajv.addSchema(byName(schema), name);
    this.operations = this.readOperations();
  }

  /** Resolves a reference; returns other values unchanged. */
  resolve<T>(value: T): T {
    const { $ref } = (value ?? {}) as { $ref?: string };
    if ($ref === undefined) return value;
    const steps = $ref.replace(/^#\//, '').split('/').map(readStep);
    const found = steps.reduce<unknown>((place, step) => (place as Json | undefined)?.[step], this.document);
    if (found === undefined) throw new Error(`${$ref} leads nowhere`);
    return this.resolve(found as T);
  }

  operation(id: string): Operation {
    const found = this.operations.find((one) => one.id === id);
    if (!found) throw new Error(`No operation ${id}`);
    return found;
  }

  /** Returns the faults of a value by its schema; empty: none. @throws Error when the schema is not valid */
  faultsOf(schema: Schema, value: unknown): string[] {
    let validate = this.compiled.get(schema);
    if (!validate) {
      validate = this.ajv.compile(byName(schema));
      this.compiled.set(schema, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
  }

  allows = (schema: Schema, value: unknown): boolean => this.faultsOf(schema, value).length === 0;

  /**
   * Returns what the document did not declare about an answer. `default` does not count, because it promises nothing
   * that a program could rely on.
   */
  checkAnswer(operation: Operation, { status, headers, text }: Answer): string[] {
    const promised = operation.responses[String(status)];
    if (!promised) return [`answered ${status}, which is not declared: ${text.slice(0, 200)}`];
    const faults = this.checkHeaders(promised, headers);
    if (!promised.content) return text === '' ? faults : [...faults, `answered ${status} with a body`];
    const type = String(headers['content-type']).split(';')[0] ?? '';
    const media = promised.content[type];
    if (!media) return [...faults, `answered ${status} as ${type}, which is not declared`];
    const body = type.endsWith('json') ? readJson(text) : text;
    return [...faults, ...this.faultsOf(media.schema, body).map((fault) => `answered ${status}: ${fault} in ${text}`)];
  }

  private checkHeaders({ headers = {} }: Response, sent: Answer['headers']): string[] {
    return Object.entries(headers).flatMap(([name, { required, schema }]) => {
      const value = sent[name.toLowerCase()];
      if (value === undefined) return required ? [`has no ${name}`] : [];
      const read = schema.type === 'integer' ? Number(value) : value;
      return this.faultsOf(schema, read).map((fault) => `has ${name}: ${value}, which ${fault}`);
    });
  }

  private readOperations(): Operation[] {
    const { paths, servers } = this.document as { paths: Record<string, Json>; servers: { url: string }[] };
    return Object.entries(paths).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method]).map((method) => {
        const own = item[method] as Json;
        const places = (item.servers ?? servers) as { url: string }[];
        const parameters = [...((item.parameters ?? []) as Parameter[]), ...((own.parameters ?? []) as Parameter[])];
        const body = own.requestBody as { required?: boolean; content: Record<string, Media> } | undefined;
        return {
          id: own.operationId as string,
          method: method.toUpperCase(),
          path,
          server: places[0]?.url ?? '',
          summary: own.summary as string,
          tags: own.tags as string[],
          security: own.security as Operation['security'],
          parameters: parameters.map((one) => this.resolve(one)),
          body: body && { required: body.required === true, content: body.content },
          responses: this.readResponses(own.responses as Record<string, Response>),
        };
      }),
    );
  }

  private readResponses(responses: Record<string, Response>): Record<string, Response> {
    return Object.fromEntries(
      Object.entries(responses).map(([status, response]) => {
        const { headers = {}, ...rest } = this.resolve(response);
        const read = Object.entries(headers).map(([name, header]) => [name, this.resolve(header)]);
        return [status, { ...rest, headers: Object.fromEntries(read) }];
      }),
    );
  }
}

/** The schema with references by the names that Ajv knows. */
const byName = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/components/schemas/', '"$ref":"')) as Schema;

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
