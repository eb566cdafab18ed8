// Answers to what never became a request: bytes that are no HTTP, heads past every limit, clients too slow to finish.
// Node gives the bare socket here, so the answer is written by hand, in the shape of the path where one can be seen.
import { METHODS, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../core/clock.ts';
import { type HttpErrorStatus, httpError } from '../errors/http-error.ts';
import { toOAuthJson, toProblem, toProblemJson } from '../errors/problem.ts';
import type { ErrorShape } from '../routes/route.ts';
import { hangUp, isBehindAnswer } from './connection-end.ts';
import { MAX_URL_BYTES, pathOf } from './message-rules.ts';

/** `rawPacket`: the bytes that came last; `bytesParsed`: how many of them could be read. */
type ClientError = { code?: string; rawPacket?: unknown; bytesParsed?: number };

export type ClientErrorOptions = {
  clock: Clock;
  nextRequestId: () => string;
  headers: Readonly<Record<string, string>>;
  /** Public origin of the auth host, where errors are explained. */
  authUrl: string;
  shapeOfPath: (path: string) => ErrorShape;
  /** What the route at this path allows; undefined: no such route. */
  allowedAt: (path: string) => readonly string[] | undefined;
  /** Told of each answer, for log and metrics. */
  onAnswered: (answer: { requestId: string; status: number }) => void;
};

export type ClientErrorHandler = (error: ClientError, socket: Duplex) => void;

export function createClientErrorHandler(options: ClientErrorOptions): ClientErrorHandler {
  const answer: ClientErrorHandler = (error, peer) => {
    const socket = peer as Socket;
    // Whatever became of the body: its request has had its answer, which ends the connection.
    if (isBehindAnswer(socket)) return;
    const underWay = answerUnderWay(socket);
    if (underWay?.req.complete === true && error.code !== 'ECONNRESET') {
      // Pipelined behind good requests: their answers leave first, or the client would take this one for theirs.
      underWay.once('finish', () => setImmediate(answer, error, socket));
      return;
    }
    if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent === true) {
      // Nobody is listening, or an answer is being written: a second one would corrupt it.
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

/** Node keeps the response being written on the socket; there is no public way to it. */
const answerUnderWay = (socket: Duplex) => (socket as { _httpMessage?: ServerResponse | null })._httpMessage;

const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]+) (\S+) HTTP\/1\.[01]\r?$/gm;

function readClientError(error: ClientError, options: ClientErrorOptions): ClientFault {
  const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : '';
  const { method = '', path = '' } = lastRequestLine(packet, error.bytesParsed ?? 0) ?? {};
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, path };
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    const sent = /^\S+ (\S*)/.exec(packet)?.[1] ?? '';
    return { status: sent.length > MAX_URL_BYTES ? 414 : 431, path };
  }
  // The parser knows no other methods than Node's; a known path still says what it allows.
  const isUnknownMethod = error.code === 'HPE_INVALID_METHOD' && !METHODS.includes(method);
  const allow = isUnknownMethod ? options.allowedAt(path) : undefined;
  return { status: allow ? 405 : 400, path, allow };
}

/** Of the request that broke: good ones may stand before it in the same packet. */
function lastRequestLine(packet: string, until: number): { method: string; path: string } | undefined {
  const last = [...packet.matchAll(REQUEST_LINE)].filter(({ index }) => index <= until).at(-1);
  return last && { method: last[1] ?? '', path: pathOf(last[2] ?? '') };
}

type ClientFault = { status: HttpErrorStatus; path: string; allow?: readonly string[] | undefined };
