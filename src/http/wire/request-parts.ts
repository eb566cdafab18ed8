// What handlers read from a request: query and form as `Parameters`, the raw query, and whether there is a body.
import type { IncomingMessage } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../../protocol/errors.ts';
import { Parameters } from '../../protocol/parameters.ts';

export const NO_PARAMETERS = Parameters.parse('');

/** What @fastify/formbody takes for a form. */
type Form = Parameters & Record<string, unknown>;

/** Queries and forms alike. @throws MalformedParameters */
export const parseParameters = (text: string): Form => (text === '' ? NO_PARAMETERS : Parameters.parse(text)) as Form;

/** The query's parameters. A malformed query never reaches a handler, and is empty on its error page. */
export const queryOf = (request: FastifyRequest): Parameters =>
  request.query instanceof Parameters ? request.query : NO_PARAMETERS;

/** The file of a form, or why there is none. */
export type SentFile =
  | { kind: 'one'; field: string; mediaType: string; parts: readonly Buffer[] }
  | { kind: 'none' | 'several' | 'too-large' };

/** A form that can have a file. */
export class FileForm {
  readonly fields: Parameters;
  readonly file: SentFile;

  constructor(fields: Parameters, file: SentFile) {
    this.fields = fields;
    this.file = file;
  }
}

/** The fields of a `form`, `optional-form` or `form-or-file` body. */
export function formOf({ body }: FastifyRequest): Parameters {
  if (body instanceof FileForm) return body.fields;
  return body instanceof Parameters ? body : NO_PARAMETERS;
}

/** The file of a `form-or-file` body. */
export const fileOf = ({ body }: FastifyRequest): SentFile => (body instanceof FileForm ? body.file : { kind: 'none' });

/** @throws OAuthError `invalid_request` naming the missing parameter */
export function requiredParameter(body: Parameters, name: string): string {
  const value = body.get(name);
  if (value === undefined) throw parameterMissing(name);
  return value;
}

export const parameterMissing = (name: string) => invalidRequest('parameter-missing', `${name} is missing.`);

/** The query as sent, without the question mark. Empty if there is none. */
export function rawQuery(request: FastifyRequest): string {
  const target = request.raw.url ?? '';
  const start = target.indexOf('?');
  return start < 0 ? '' : target.slice(start + 1);
}

/** Path of the request, whichever form its target has. */
export const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '/';

export function pathAndQuery(request: FastifyRequest): string {
  const query = rawQuery(request);
  return query === '' ? pathOf(request) : `${pathOf(request)}?${query}`;
}

/** Over HTTP/2 the stream says whether there is a body. Neither header of HTTP/1.1 is required. */
type Http2Message = IncomingMessage & { stream: ServerHttp2Stream };

/** Whether the request came over HTTP/2. An HTTP/1.1 request line can claim any version. */
export const isHttp2 = (message: IncomingMessage): message is Http2Message => 'stream' in message;

/** Whether the request has a body: a length above zero, a transfer coding, or an HTTP/2 stream that is still open. */
export function hasBody(message: IncomingMessage): boolean {
  const { headers } = message;
  const length = headers['content-length'];
  if (length !== undefined) return !/^0+$/.test(length);
  if (headers['transfer-encoding'] !== undefined) return true;
  return isHttp2(message) && !message.stream.endAfterHeaders;
}
