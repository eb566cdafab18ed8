// The only parser of JSON bodies (contract 9). If two parsers treat a duplicate member differently, checks can be
// bypassed. So invalid UTF-8, NUL and duplicate members at any depth, which `JSON.parse` accepts, are refused.
import { hasLoneSurrogate, type JsonToken, jsonTokens } from '../../protocol/json-text.ts';
import { httpError } from '../errors/http-error.ts';

/** Valid requests nest at most four levels deep. */
const MAX_DEPTH = 16;
const MALFORMED = { code: 'json-malformed' } as const;
const MEMBER_DOUBLED = { code: 'json-member-doubled' } as const;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws 400 with what is wrong. `__proto__` is refused because copying such an object can change its prototype. */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw httpError(400, 'The body is not UTF-8.', MALFORMED);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw httpError(400, 'The body is not JSON.', MALFORMED);
  }
  checkMembers(text);
  return value;
}

function checkMembers(text: string): void {
  for (const token of jsonTokens(text)) {
    if (token.kind === 'string') checkString(token);
    else if (token.depth > MAX_DEPTH) throw httpError(400, 'The body is nested too deeply.', MALFORMED);
  }
}

function checkString({ value, isMember, isDoubled }: Extract<JsonToken, { kind: 'string' }>): void {
  if (value.includes('\0')) throw httpError(400, 'The body contains a NUL character.', MALFORMED);
  if (hasLoneSurrogate(value)) throw httpError(400, 'The body contains an unpaired surrogate.', MALFORMED);
  if (isDoubled)
    throw httpError(400, `The body has the member ${JSON.stringify(value)} more than once.`, MEMBER_DOUBLED);
  if (isMember && value === '__proto__')
    throw httpError(400, 'The body has the forbidden member "__proto__".', MALFORMED);
}
