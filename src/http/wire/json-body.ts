// The one reader of JSON bodies (contract 9). Two readers that differ on a doubled member are how checks are passed
// around, so what `JSON.parse` forgives is refused: invalid UTF-8, NUL, doubled members at any depth.
import { hasLoneSurrogate, type JsonToken, jsonTokens } from '../../protocol/json-text.ts';
import { httpError } from '../errors/http-error.ts';

/** Nothing of ours nests deeper than four levels. */
const MAX_DEPTH = 16;
/** The refusals told here besides what the detail says. */
const MALFORMED = { code: 'json-malformed' } as const;
const MEMBER_DOUBLED = { code: 'json-member-doubled' } as const;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws 400 saying what is wrong. `__proto__` is refused: as a member it is a trap for whoever copies the object. */
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
