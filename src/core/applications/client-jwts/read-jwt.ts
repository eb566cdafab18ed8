// Reads a JWT that an application sent, before anything in it is believed: header and claims as they stand. Its
// signature is checked by `JwtCrypto`.
import { hasMemberTwice } from '../../../protocol/json-text.ts';

export type SentJwt = {
  /** As sent. */
  text: string;
  header: Readonly<Record<string, unknown>>;
  claims: Readonly<Record<string, unknown>>;
};

/** Far above real assertions and proofs. */
const MAX_LENGTH = 8 * 1024;

/** @returns undefined when it is no compact JWS with JSON objects in it (RFC 7515 7.1), or not in its only spelling */
export function readJwt(text: string): SentJwt | undefined {
  const [header, claims, signature, ...rest] = text.length > MAX_LENGTH ? [] : text.split('.');
  if (header === undefined || claims === undefined || signature === undefined || rest.length > 0) return undefined;
  if (!isCanonical(signature)) return undefined;
  const read = { header: objectIn(header), claims: objectIn(claims) };
  return read.header && read.claims && { text, header: read.header, claims: read.claims };
}

function objectIn(part: string): SentJwt['header'] | undefined {
  if (!isCanonical(part)) return undefined;
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part, 'base64url'));
    const value: unknown = JSON.parse(json);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    // Where two parsers differ on which of two members counts, one of them judges what the other does not use.
    return isObject && !hasMemberTwice(json) ? (value as SentJwt['header']) : undefined;
  } catch {
    return undefined;
  }
}

/** Unused bits, padding and white space would make a second spelling of the same bytes. */
const isCanonical = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part;

/** A NumericDate (RFC 7519 2) in ms; undefined when it is absent; NaN when it is no number. */
export const timeIn = ({ claims }: SentJwt, name: string): number | undefined => {
  const value = claims[name];
  if (value === undefined) return undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value * 1000 : Number.NaN;
};

/** Hints where a key lies. Keys are taken from the registration alone, and no address in a JWT is ever fetched. */
const ELSEWHERE = ['jwk', 'jku', 'x5u', 'x5c'];

/** Whether the header brings a key along, or says where one is. */
export const namesOwnKey = ({ header }: SentJwt): boolean => ELSEWHERE.some((name) => Object.hasOwn(header, name));
