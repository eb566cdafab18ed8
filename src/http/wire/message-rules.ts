// The rules of contract 9 and 10 that a request's first line and headers must keep, whatever its route. They run before
// routing (Fastify's `rewriteUrl`), so that nothing unreadable ever reaches the router.
import { type IncomingMessage, METHODS } from 'node:http';
import { isIPv6 } from 'node:net';
import { type HttpError, httpError } from '../errors/http-error.ts';
import { hasBody, isHttp2 } from './request-parts.ts';

export const MAX_URL_BYTES = 8 * 1024;
export const MAX_HEADER_BYTES = 16 * 1024;
export const MAX_BODY_BYTES = 64 * 1024;
/** Of a form with a file, read to its end so that a file too large is told beside its field: a photo of a telephone. */
export const MAX_FILE_FORM_BYTES = 8 * 1024 * 1024;
/** Contract 10, slow clients. */
export const HEADERS_TIMEOUT_MS = 10_000;
export const REQUEST_TIMEOUT_MS = 15_000;
/** Node's own limit on the whole head: above ours, so that our checks can tell 414 and 431 apart. */
export const MAX_HEAD_BYTES = 48 * 1024;

/** A path that no route has: where refused requests are routed to, to be answered by their refusal. */
const NOWHERE = '/*/*/*/*';
/** Over HTTP/1.1 the parser knows the methods; HTTP/2 passes anything. One that no route allows stands in for those. */
const NO_ROUTES_METHOD = 'UNLINK';
const KNOWN_METHODS = new Set(METHODS);
/** Requests that carry no body (contract 9). */
export const NEVER_WITH_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);
/** Headers that mean something here and that Node would silently read the first of. */
const SINGLE_HEADERS = new Set(['host', 'authorization', 'content-type', 'origin', 'if-match', 'if-none-match']);
const SINGLE_LENGTHS = new Set([...SINGLE_HEADERS].map((name) => name.length));

/** Where it is not sure what the bytes behind the head are, none of them is read as a request. */
const CLOSE = { headers: { connection: 'close' } };

export type MessageRules = {
  /** The target to route by, in origin form. */
  readTarget(message: IncomingMessage): string;
  /** Why the request is refused before it is routed, with the path it was meant for; undefined for all others. */
  refusalOf(message: IncomingMessage): { error: HttpError; path: string } | undefined;
  /** Whether the request was `OPTIONS *`: about the server, not about a path. */
  isAboutServer(message: IncomingMessage): boolean;
};

/** @param ownHosts host names (without port, in lower case) that an absolute-form target may name besides loopback. */
export function createMessageRules(ownHosts: readonly string[]): MessageRules {
  const refusals = new WeakMap<IncomingMessage, { error: HttpError; path: string }>();
  const aboutServer = new WeakSet<IncomingMessage>();
  const hosts = new Set(ownHosts);

  const readTarget = (message: IncomingMessage): string => {
    const sent = message.url ?? '';
    if (!KNOWN_METHODS.has(message.method ?? '')) message.method = NO_ROUTES_METHOD;
    let target = sent;
    let error: HttpError | undefined;
    if (!sent.startsWith('/')) {
      const absolute = readAbsoluteForm(sent, message.method, hosts);
      if (typeof absolute === 'string') target = absolute;
      else error = absolute;
    }
    error ??= checkTarget(target) ?? checkHeaders(message);
    if (error) {
      refusals.set(message, { error, path: pathOf(target) });
      return NOWHERE;
    }
    if (target !== '*') return target;
    if (message.method === 'OPTIONS') aboutServer.add(message);
    return NOWHERE;
  };

  return {
    readTarget,
    refusalOf: (message) => refusals.get(message),
    isAboutServer: (message) => aboutServer.has(message),
  };
}

/** The path of a target, without its query. */
export const pathOf = (target: string): string => target.split('?', 1)[0] ?? '';

/** RFC 9112 3.2.2: a complete URL, as a proxy sends it. Its host decides only whether the request is meant for us. */
function readAbsoluteForm(target: string, method: string | undefined, ownHosts: ReadonlySet<string>) {
  if (target === '*')
    return method === 'OPTIONS' ? target : httpError(400, 'Only OPTIONS supports the request target `*`.');
  const match = /^https?:\/\/([^/?]*)(.*)$/is.exec(target);
  if (!match) return httpError(400, 'The request target is neither a path nor a complete URL.');
  const [, authority = '', rest = ''] = match;
  const host = /^(\[[0-9a-f:.]+\]|[^:@[\]]+)(?::\d{1,5})?$/i.exec(authority)?.[1]?.toLowerCase();
  if (host === undefined) return httpError(400, 'The host in the request target is malformed.');
  if (!ownHosts.has(host) && !isLoopback(host)) return httpError(421);
  if (rest === '') return method === 'OPTIONS' ? '*' : '/';
  return rest.startsWith('?') ? `/${rest}` : rest;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);

function checkTarget(target: string): HttpError | undefined {
  if (target.length > MAX_URL_BYTES) return httpError(414);
  if (/[^\x21\x22\x24-\x7E]/.test(target))
    return httpError(400, 'The URL has characters that must be percent-encoded.');
  if (target.includes('%')) return checkPercentEncoding(pathOf(target));
  return undefined;
}

/** Of the path; the query is read by `Parameters`, under the same rules. */
function checkPercentEncoding(path: string): HttpError | undefined {
  try {
    if (!decodeURIComponent(path).includes('\0')) return undefined;
  } catch {
    // Told below: a lone percent sign, or bytes that are not UTF-8.
  }
  return httpError(400, 'The path has malformed percent-encoding, is not UTF-8, or contains a NUL character.');
}

function checkHeaders(message: IncomingMessage): HttpError | undefined {
  const { rawHeaders, headers } = message;
  let bytes = 0;
  let seen = '';
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    // The colon, the space and the line's end count as well.
    bytes += name.length + (rawHeaders[index + 1]?.length ?? 0) + 4;
    if (!SINGLE_LENGTHS.has(name.length)) continue;
    const lowerName = name.toLowerCase();
    if (!SINGLE_HEADERS.has(lowerName)) continue;
    if (seen.includes(`${lowerName};`))
      return httpError(400, `The header ${lowerName} was sent more than once.`, { code: 'header-doubled' });
    seen += `${lowerName};`;
  }
  if (bytes > MAX_HEADER_BYTES) return httpError(431);
  const version = versionOf(message);
  if (version === undefined) return httpError(400, 'The HTTP version is not 1.0, 1.1 or 2.');
  if (version === '1.1' && headers.host === undefined) return httpError(400, 'The Host header is missing.');
  if (!isHost(headers.host ?? headers[':authority'] ?? '')) return httpError(400, 'The Host header is malformed.');
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') return httpError(417);
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return httpError(400, 'The only supported transfer coding is chunked.', CLOSE);
  if (NEVER_WITH_BODY.has(message.method ?? '') && hasBody(message)) {
    return httpError(400, `A ${message.method} request must not have a body.`, { ...CLOSE, code: 'body-unexpected' });
  }
  return undefined;
}

/**
 * RFC 9112 3.2, RFC 3986 3.2.2: a name or an address, and a port. Empty is what a client without an authority sends.
 */
function isHost(sent: string | readonly string[]): boolean {
  const match = /^(?:\[([0-9a-f:.]+)\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*)(?::(\d{0,5}))?$/i.exec(String(sent));
  return match !== null && (match[1] === undefined || isIPv6(match[1])) && Number(match[2] ?? 0) <= 65_535;
}

/** The parser takes `HTTP/2.0` in a request line for a version like any other; real HTTP/2 has a stream. */
function versionOf(message: IncomingMessage): '1.0' | '1.1' | '2.0' | undefined {
  const { httpVersion } = message;
  if (httpVersion === '1.1' || httpVersion === '1.0') return httpVersion;
  return isHttp2(message) ? '2.0' : undefined;
}
