// Responses to bytes that never become a request: malformed HTTP, oversized headers, clients that are too slow. Node
// only provides the socket, so the response is written by hand, in the error format of the path if one can be read.
import { METHODS, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../core/ground/clock.ts';
import { type HttpErrorStatus, httpError } from '../errors/http-error.ts';
import { toOAuthJson, toProblem, toProblemJson } from '../errors/problem.ts';
import type { ErrorShape } from '../routes/route.ts';
import { hangUp, isBehindAnswer } from './connection-end.ts';
import { MAX_URL_BYTES, pathOf } from './message-rules.ts';
import { hasNoTimeLimit } from './slow-bodies.ts';

/** `rawPacket`: the bytes received last. `bytesParsed`: how many of them were valid. */
type ClientError = { code?: string; rawPacket?: unknown; bytesParsed?: number };

export type ClientErrorOptions = {
  clock: Clock;
  nextRequestId: () => string;
  headers: Readonly<Record<string, string>>;
  /** Public URL of the auth host, which documents the errors. */
  authUrl: string;
  shapeOfPath: (path: string) => ErrorShape;
  /** The methods of the route at this path. Undefined if there is none. */
  allowedAt: (path: string) => readonly string[] | undefined;
  /** For log and metrics. */
  onAnswered: (answer: { requestId: string; status: number }) => void;
};

const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

export type ClientErrorHandler = (error: ClientError, socket: Duplex) => void;

export function createClientErrorHandler(options: ClientErrorOptions): ClientErrorHandler {
  const answer: ClientErrorHandler = (error, peer) => {
    const socket = peer as Socket;
    if (error.code === REQUEST_TIMEOUT && hasNoTimeLimit(socket)) return;
    // The request of this body has its response, which ends the connection.
    if (isBehindAnswer(socket)) return;
    const underWay = answerUnderWay(socket);
    if (underWay?.req.complete === true && error.code !== 'ECONNRESET') {
      // Pipelined behind valid requests. Their responses go first, or the client would take this one for theirs.
      underWay.once('finish', () => setImmediate(answer, error, socket));
      return;
    }
    if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent === true) {
      // The client is gone, or a response is being written, which a second one would corrupt.
      socket.end();
      return;
    }
    const requestId = options.nextRequestId();
    const { status, path, allow } = readClientError(error, options);
    const problem = toProblem(httpError(status));
    const isOAuth = options.shapeOfPath(path) === 'oauth';
    const body = isOAuth ? toOAuthJson(problem, options.authUrl) : toProblemJson(problem, options.authUrl);
    const headers: Readonly<Record<string, string>> = {
      ...options.headers,
      ...(allow ? { allow: allow.join(', ') } : {}),
      'content-type': isOAuth ? 'application/json' : 'application/problem+json',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
      date: new Date(options.clock.now()).toUTCString(),
      'x-request-id': requestId,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    hangUp(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    options.onAnswered({ requestId, status });
  };
  return answer;
}

/** Node stores the current response on the socket and has no public API for it. */
const answerUnderWay = (socket: Duplex) => (socket as { _httpMessage?: ServerResponse | null })._httpMessage;

const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]+) (\S+) HTTP\/1\.[01]\r?$/gm;

function readClientError(error: ClientError, options: ClientErrorOptions): ClientFault {
  const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : '';
  const { method = '', path = '' } = lastRequestLine(packet, error.bytesParsed ?? 0) ?? {};
  if (error.code === REQUEST_TIMEOUT) return { status: 408, path };
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    const sent = /^\S+ (\S*)/.exec(packet)?.[1] ?? '';
    return { status: sent.length > MAX_URL_BYTES ? 414 : 431, path };
  }
  // Node's parser rejects methods that it does not know. If the path has a route, the response is 405 all the same.
  const isUnknownMethod = error.code === 'HPE_INVALID_METHOD' && !METHODS.includes(method);
  const allow = isUnknownMethod ? options.allowedAt(path) : undefined;
  return { status: allow ? 405 : 400, path, allow };
}

/** The request line of the malformed request. Valid requests can precede it in the same packet. */
function lastRequestLine(packet: string, until: number): { method: string; path: string } | undefined {
  const last = [...packet.matchAll(REQUEST_LINE)].filter(({ index }) => index <= until).at(-1);
  return last && { method: last[1] ?? '', path: pathOf(last[2] ?? '') };
}

type ClientFault = { status: HttpErrorStatus; path: string; allow?: readonly string[] | undefined };
