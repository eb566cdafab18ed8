// The rules of contract 9 and 10 for the request line and headers of every request. They run before routing (Fastify's
// `rewriteUrl`), so that the router never sees a malformed target.
import { type IncomingMessage, METHODS } from 'node:http';
import { isIPv6 } from 'node:net';
import { MAX_PICTURE_BYTES } from '../../core/people/pictures/picture.ts';
import { type HttpError, httpError } from '../errors/http-error.ts';
import { hasBody, isHttp2 } from './request-parts.ts';

export const MAX_URL_BYTES = 8 * 1024;
export const MAX_HEADER_BYTES = 16 * 1024;
export const MAX_BODY_BYTES = 64 * 1024;
/** Of the policy: both lists of domains, each with as many as it may have and those as long as they may be. */
export const MAX_POLICY_BYTES = 4 * 1024 * 1024;
/** Of a form with a file. A phone's photo fits, so that the page can report beside the field that it is too large. */
export const MAX_FILE_FORM_BYTES = 8 * 1024 * 1024;
/** Of a form with a picture: the file, and its fields. Only this route takes so much (contract 27). */
export const MAX_PICTURE_FORM_BYTES = MAX_PICTURE_BYTES + MAX_BODY_BYTES;
/** Contract 10, slow clients. */
export const HEADERS_TIMEOUT_MS = 10_000;
export const REQUEST_TIMEOUT_MS = 15_000;
/** Of a form with a picture (contract 27). */
export const PICTURE_TIMEOUT_MS = 60_000;
/** Node's limit on the request line and headers. It is above ours, so that our checks can distinguish 414 and 431. */
export const MAX_HEAD_BYTES = 48 * 1024;

/** Refused requests are routed to this path, which has no route, and are answered with their refusal. */
const NOWHERE = '/*/*/*/*';
/** Replaces unknown methods. Node's HTTP/1.1 parser rejects them, but HTTP/2 lets them through. */
const NO_ROUTES_METHOD = 'UNLINK';
const KNOWN_METHODS = new Set(METHODS);
/** Methods whose requests have no body (contract 9). */
export const NEVER_WITH_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);
/** If one of these is repeated, Node silently uses the first. */
const SINGLE_HEADERS = new Set(['host', 'authorization', 'content-type', 'origin', 'if-match', 'if-none-match']);
const SINGLE_LENGTHS = new Set([...SINGLE_HEADERS].map((name) => name.length));

/** If the end of the body is uncertain, nothing after it may be parsed as a request. */
const CLOSE = { headers: { connection: 'close' } };

export type MessageRules = {
  /** The target to route by, in origin form. */
  readTarget(message: IncomingMessage): string;
  /** The reason for a refusal before routing, and the requested path. Undefined for all other requests. */
  refusalOf(message: IncomingMessage): { error: HttpError; path: string } | undefined;
  /** Whether the request is `OPTIONS *`: about the server, not about a path. */
  isAboutServer(message: IncomingMessage): boolean;
};

/** @param ownHosts host names (lower case, without port) that an absolute-form target may name, besides loopback */
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

/** RFC 9112 3.2.2: a complete URL. Its host only decides whether the request is meant for this server. */
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

/** Of the path. `Parameters` applies the same rules to the query. */
function checkPercentEncoding(path: string): HttpError | undefined {
  try {
    if (!decodeURIComponent(path).includes('\0')) return undefined;
  } catch {
    // A lone percent sign, or bytes that are not UTF-8.
  }
  return httpError(400, 'The path has malformed percent-encoding, is not UTF-8, or contains a NUL character.');
}

function checkHeaders(message: IncomingMessage): HttpError | undefined {
  const { rawHeaders, headers } = message;
  let bytes = 0;
  let seen = '';
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    // With the colon, the space and the line break.
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
 * RFC 9112 3.2, RFC 3986 3.2.2: a name or an address, and a port. It is empty if the target has no authority.
 */
function isHost(sent: string | readonly string[]): boolean {
  const match = /^(?:\[([0-9a-f:.]+)\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*)(?::(\d{0,5}))?$/i.exec(String(sent));
  return match !== null && (match[1] === undefined || isIPv6(match[1])) && Number(match[2] ?? 0) <= 65_535;
}

/** The HTTP/1.1 parser accepts `HTTP/2.0` in a request line. Real HTTP/2 requests have a stream. */
function versionOf(message: IncomingMessage): '1.0' | '1.1' | '2.0' | undefined {
  const { httpVersion } = message;
  if (httpVersion === '1.1' || httpVersion === '1.0') return httpVersion;
  return isHttp2(message) ? '2.0' : undefined;
}
