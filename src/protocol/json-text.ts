// Finds what `JSON.parse` accepts silently: a member that occurs twice in one object, of which it keeps the last.
// Checks can be bypassed where two parsers differ on it, so code that parses JSON from outside examines the text here.

export type JsonToken =
  /** The start of an object or array; `depth` includes it. */
  | { kind: 'open'; depth: number }
  /** `isMember`: it is the name of a member; `isDoubled`: the object already has a member of that name. */
  | { kind: 'string'; value: string; isMember: boolean; isDoubled: boolean };

type Level = Set<string> | 'array';
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]]/g;
const COLON = /\s*:/y;

/** @param text valid JSON */
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

/** Half of a surrogate pair has no UTF-8 form, so such a text cannot be sent. */
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
