// Calls the operations of an OpenAPI document. It fills in paths by creating resources or following links, and can send
// what a well-behaved library would never send.
import { Agent, request } from 'node:http';
import { png, WEBP } from './images.ts';
import type { Answer, ApiDocument, Operation } from './openapi-document.ts';

export type Values = Readonly<Record<string, string>>;

export type Call = {
  values?: Values;
  query?: string;
  headers?: Record<string, string>;
  body?: string | Buffer | undefined;
  method?: string;
  /** Default: the credentials that the operation requires; null: none. */
  authorization?: string | null;
};

export class ApiClient {
  readonly document: ApiDocument;
  /** By the name of the security scheme, and `staffToken`. */
  private readonly credentials: Readonly<Record<string, string>>;
  private made = 0;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 8 });

  /** Makes of an example what can be sent once more: of what there can be once, another. */
  private readonly another: (example: string, made: number) => string;

  constructor(
    document: ApiDocument,
    credentials: Readonly<Record<string, string>>,
    another: (example: string, made: number) => string = (example) => example,
  ) {
    this.document = document;
    this.credentials = credentials;
    this.another = another;
  }

  close(): void {
    this.agent.destroy();
  }

  call(operation: Operation, call: Call = {}): Promise<Answer> {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => call.values?.[name] ?? `{${name}}`);
    const scheme = credentialOf(operation);
    const authorization = call.authorization === undefined ? scheme && this.credentials[scheme] : call.authorization;
    return this.send(`${operation.server}${path}${call.query ?? ''}`, {
      method: call.method ?? operation.method,
      headers: { ...(authorization ? { authorization } : {}), ...call.headers },
      body: call.body,
    });
  }

  /** Sends the document's example, where the operation has a body. `type`: one of the declared types. */
  callWithExample(operation: Operation, call: Call = {}, type = this.typeOf(operation)): Promise<Answer> {
    const example = type === undefined ? undefined : bodyOf(type, operation.body?.content[type]?.example);
    this.made += 1;
    const body = typeof example === 'string' ? this.another(example, this.made) : example;
    if (type === undefined || body === undefined) return this.call(operation, call);
    return this.call(operation, { ...call, headers: { 'content-type': type, ...call.headers }, body });
  }

  typeOf(operation: Operation): string | undefined {
    return Object.keys(operation.body?.content ?? {}).at(-1);
  }

  /** Returns values for which the path exists: from the POST that creates such resources, or from a link. */
  async given(path: string): Promise<Values> {
    const found = path.includes('{') ? await this.madeOrFound(path) : {};
    if (!found) throw new Error(`The document tells no way to ${path}`);
    // A resource with a fixed name, which no POST creates, is created by its PUT.
    const put = this.document.operations.find((one) => one.path === path && one.method === 'PUT');
    if (put && !path.endsWith('}')) await this.callWithExample(put, { values: found });
    return found;
  }

  private async madeOrFound(path: string): Promise<Values | undefined> {
    const made = (await this.make(path)) ?? (await this.follow(path, (outer) => this.given(outer)));
    return made ?? (await this.follow(path, (outer) => this.find(outer)));
  }

  /** The same without creating anything. */
  async find(path: string): Promise<Values | undefined> {
    if (!path.includes('{')) return {};
    if (!path.endsWith('}')) return this.find(path.slice(0, path.lastIndexOf('/')));
    return this.follow(path, (outer) => this.find(outer));
  }

  private async make(path: string): Promise<Values | undefined> {
    const last = /\{\w+\}$/.exec(path);
    const collection = last ? path.slice(0, -last[0].length - 1) : path.slice(0, path.lastIndexOf('/'));
    if (!last) return this.given(collection);
    const maker = this.document.operations.find((one) => one.path === collection && one.responses['201']);
    if (!maker) return undefined;
    const answer = await this.callWithExample(maker, { values: await this.given(collection) });
    const location = String(answer.headers.location);
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const match = new RegExp(`^${maker.server}${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(location);
    if (!match) throw new Error(`${maker.id} answered ${answer.status} and led to ${location}: ${answer.text}`);
    return Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? '']));
  }

  private async follow(
    path: string,
    enter: (path: string) => Promise<Values | undefined>,
  ): Promise<Values | undefined> {
    const sources = this.document.operations.flatMap((source) =>
      Object.values((source.responses['200'] ?? source.responses['202'])?.links ?? {})
        .filter(({ operationId }) => this.document.operation(operationId).path === path)
        .map((link) => ({ source, link })),
    );
    // Operations that create something come before those that list.
    sources.sort((a, b) => Number(b.source.method === 'POST') - Number(a.source.method === 'POST'));
    for (const { source, link } of sources) {
      const values = await enter(source.path);
      if (!values) continue;
      const answer = await this.callWithExample(source, { values });
      const read = Object.entries(link.parameters).map(([name, expression]) => [
        name,
        expression.startsWith('$request.path.')
          ? values[expression.slice('$request.path.'.length)]
          : valueAt(JSON.parse(answer.text), expression.replace('$response.body#', '')),
      ]);
      if (read.every(([, value]) => typeof value === 'string')) return Object.fromEntries(read);
    }
    return undefined;
  }

  private send(
    url: string,
    { method, headers, body }: { method: string; headers: Record<string, string>; body: Call['body'] },
  ) {
    return new Promise<Answer>((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      // The path is sent as written, without the changes of a URL parser.
      const { hostname, port, origin } = new URL(url);
      const path = url.slice(origin.length);
      const options = { hostname, port, path, method, headers: { ...length, ...headers }, agent: this.agent };
      const sent = request(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

/** A document cannot contain an image; any program that sends one has its own. */
const IMAGES: Readonly<Record<string, Buffer>> = { 'image/png': png(4), 'image/webp': WEBP.lossy };

const bodyOf = (type: string, example: unknown): string | Buffer | undefined =>
  example === undefined ? IMAGES[type] : JSON.stringify(example);

const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((place, step) => (place as Record<string, unknown> | undefined)?.[step], value);

/** Operations with a scope of operators need a token of their own, `staffToken`. */
function credentialOf({ security }: Operation): string | undefined {
  const [[scheme, [scope = 'applications']] = [undefined, []]] = Object.entries(security[0] ?? {});
  return scheme === 'apiToken' && scope !== 'applications' ? 'staffToken' : scheme;
}
