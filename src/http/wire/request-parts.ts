// What handlers read from a request: query and form as `Parameters`, the raw query, and whether there is a body at all.
import type { IncomingMessage } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../../protocol/errors.ts';
import { Parameters } from '../../protocol/parameters.ts';

export const NO_PARAMETERS = Parameters.parse('');

/** The query's parameters. A malformed query never reaches a handler; on its error page it counts as none. */
export const queryOf = (request: FastifyRequest): Parameters =>
  request.query instanceof Parameters ? request.query : NO_PARAMETERS;

/** The file of a form; what of it could not be taken is told by kind. */
export type SentFile =
  | { kind: 'one'; field: string; mediaType: string; bytes: Buffer }
  | { kind: 'none' | 'several' | 'too-large' };

/** A form that may bring a file. */
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

/** @throws OAuthError `invalid_request` naming what is missing */
export function requiredParameter(body: Parameters, name: string): string {
  const value = body.get(name);
  if (value === undefined) throw parameterMissing(name);
  return value;
}

export const parameterMissing = (name: string) => invalidRequest('parameter-missing', `${name} is missing.`);

/** The query as sent, without the question mark; empty when there is none. */
export function rawQuery(request: FastifyRequest): string {
  const target = request.raw.url ?? '';
  const start = target.indexOf('?');
  return start < 0 ? '' : target.slice(start + 1);
}

/** Path and query of the request, whichever form its target has. */
export function pathAndQuery(request: FastifyRequest): string {
  const path = request.url.split('?', 1)[0] ?? '/';
  const query = rawQuery(request);
  return query === '' ? path : `${path}?${query}`;
}

/** Over HTTP/2 a body is known by its stream: neither of HTTP/1.1's headers needs to be there. */
type Http2Message = IncomingMessage & { stream: ServerHttp2Stream };

/** Whether it really came over HTTP/2: the version is only what a request line says. */
export const isHttp2 = (message: IncomingMessage): message is Http2Message => 'stream' in message;

/** Whether the request has a body: a length above zero, a transfer coding, or an HTTP/2 stream that goes on. */
export function hasBody(message: IncomingMessage): boolean {
  const { headers } = message;
  const length = headers['content-length'];
  if (length !== undefined) return !/^0+$/.test(length);
  if (headers['transfer-encoding'] !== undefined) return true;
  return isHttp2(message) && !message.stream.endAfterHeaders;
}
