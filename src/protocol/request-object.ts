// Reads a request object (OpenID Connect Core 6.1, RFC 9101): a JWT that carries the parameters of an authorization
// request. This server does not support them, but the parameters that say where to send the refusal may be in the
// object only. Its payload is as trustworthy as the query beside it, because both have the same author.
import { hasMemberTwice } from './json-text.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const BASE64URL = /^[\w-]*$/;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Returns the members of the payload; no signature is verified.
 * @returns undefined when the text is not a JWS in compact form (RFC 7515 7.1) whose header and payload are JSON
 *   objects with each member once, such as an encrypted object (five parts) or a nested one
 */
export function readRequestObject(text: string): JsonObject | undefined {
  const [header = '', payload = '', signature, ...more] = text.split('.');
  if (signature === undefined || more.length > 0 || !BASE64URL.test(signature)) return undefined;
  return typeof parsePart(header)?.alg === 'string' ? parsePart(payload) : undefined;
}

function parsePart(part: string): JsonObject | undefined {
  // A length of one more than a multiple of four encodes no whole byte.
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
