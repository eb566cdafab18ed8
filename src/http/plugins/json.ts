// The one reader of JSON bodies (contract 9). Two readers that differ on a doubled member are how checks are passed
// around, so what `JSON.parse` forgives is refused: invalid UTF-8, NUL, doubled members at any depth.
import { httpError } from '../http-error.ts';

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

type Level = Set<string> | 'array';
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]]/g;
const LONE_SURROGATE = /\p{Surrogate}/u;
const COLON = /\s*:/y;

/** Walks over text that is known to be JSON; the names of each open object are what may not come again. */
function checkMembers(text: string): void {
  const open: Level[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : 'array');
      if (open.length > MAX_DEPTH) throw httpError(400, 'The body is nested too deeply.', MALFORMED);
    } else if (token === '}' || token === ']') {
      open.pop();
    } else {
      checkString(token, isName(text, index + token.length), open.at(-1));
    }
  }
}

function isName(text: string, end: number): boolean {
  COLON.lastIndex = end;
  return COLON.test(text);
}

function checkString(token: string, isMember: boolean, level: Level | undefined): void {
  const decoded = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
  if (decoded.includes('\0')) throw httpError(400, 'The body contains the character NUL.', MALFORMED);
  if (LONE_SURROGATE.test(decoded)) throw httpError(400, 'The body contains half of a surrogate pair.', MALFORMED);
  if (!isMember || !(level instanceof Set)) return;
  if (level.has(decoded))
    throw httpError(400, `The body has the member ${JSON.stringify(decoded)} twice.`, MEMBER_DOUBLED);
  if (decoded === '__proto__')
    throw httpError(400, 'The body has a member "__proto__", which is never known.', MALFORMED);
  level.add(decoded);
}
