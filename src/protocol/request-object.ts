// A request object (OpenID Connect Core 6.1, RFC 9101): a JWT that carries the parameters of an authorization request.
// This server takes none. Where the refusal is to go may stand in one and nowhere else, so its payload can be read: it
// is worth what the query string beside it is worth, for whoever wrote the one wrote the other.
import { hasMemberTwice } from './json-text.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const BASE64URL = /^[\w-]*$/;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The payload's members; no signature is verified.
 * @returns undefined when it is no JWS in compact form (RFC 7515 7.1) whose header and payload are JSON objects with
 *   each member once; so for an encrypted object (five parts), and for one inside another.
 */
export function readRequestObject(text: string): JsonObject | undefined {
  const [header = '', payload = '', signature, ...more] = text.split('.');
  if (signature === undefined || more.length > 0 || !BASE64URL.test(signature)) return undefined;
  return typeof parsePart(header)?.alg === 'string' ? parsePart(payload) : undefined;
}

function parsePart(part: string): JsonObject | undefined {
  // One character more than a multiple of four is no whole byte.
  if (!BASE64URL.test(part) || part.length % 4 === 1) return undefined;
  try {
    const text = decoder.decode(Buffer.from(part, 'base64url'));
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && !hasMemberTwice(text) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
