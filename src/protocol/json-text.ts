// What `JSON.parse` forgives: a member twice in one object, of which it keeps the last. Two readers that differ on it
// are how checks are passed around, so whoever reads JSON from outside asks here what stands in the text.

export type JsonToken =
  /** An object or array begins; `depth` counts it. */
  | { kind: 'open'; depth: number }
  /** `isMember`: the name of a member; `isDoubled`: the object had one of that name before. */
  | { kind: 'string'; value: string; isMember: boolean; isDoubled: boolean };

type Level = Set<string> | 'array';
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]]/g;
const COLON = /\s*:/y;

/** @param text known to be JSON; the names of each open object are what may not come again. */
export function* jsonTokens(text: string): Generator<JsonToken> {
  const open: Level[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : 'array');
      yield { kind: 'open', depth: open.length };
    } else if (token === '}' || token === ']') {
      open.pop();
    } else {
      yield readString(token, isName(text, index + token.length), open.at(-1));
    }
  }
}

export const hasMemberTwice = (text: string): boolean => {
  for (const token of jsonTokens(text)) if (token.kind === 'string' && token.isDoubled) return true;
  return false;
};

/** Half of a surrogate pair has no UTF-8: such a text cannot be sent on. */
export const hasLoneSurrogate = (text: string): boolean => /\p{Surrogate}/u.test(text);

function isName(text: string, end: number): boolean {
  COLON.lastIndex = end;
  return COLON.test(text);
}

function readString(token: string, beforeColon: boolean, level: Level | undefined): JsonToken {
  const value = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
  if (!beforeColon || !(level instanceof Set)) return { kind: 'string', value, isMember: false, isDoubled: false };
  const isDoubled = level.has(value);
  level.add(value);
  return { kind: 'string', value, isMember: true, isDoubled };
}
