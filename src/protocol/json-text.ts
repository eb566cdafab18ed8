// Finds what `JSON.parse` accepts silently: a member that occurs twice in one object, of which it keeps the last.
// Checks can be bypassed where two parsers differ on it, so code that parses JSON from outside examines the text here.

export type JsonToken =
  /** The start of an object or array; `depth` includes it. */
  | { kind: 'open'; depth: number }
  /**
   * `isMember`: it is the name of a member; `isDoubled`: the object already has a member of that name, to which
   * `pointer` leads (RFC 6901).
   */
  | { kind: 'string'; value: string; isMember: boolean; isDoubled: boolean; pointer?: string };

/** An object with the names of its members, or an array. `at`: the member, or the index, that the text has come to. */
type Level = { names: Set<string> | undefined; at: string | number };
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],]/g;
const COLON = /\s*:/y;

/** @param text valid JSON */
export function* jsonTokens(text: string): Generator<JsonToken> {
  const open: Level[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? { names: new Set(), at: '' } : { names: undefined, at: 0 });
      yield { kind: 'open', depth: open.length };
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (token === ',') {
      const level = open.at(-1);
      if (typeof level?.at === 'number') level.at += 1;
    } else {
      yield readString(token, isName(text, index + token.length), open);
    }
  }
}

/** JSON pointers to members that stand more than once, in the order of the text, each once. @param text valid JSON */
export function repeatedMembers(text: string): string[] {
  const repeated = new Set<string>();
  for (const token of jsonTokens(text))
    if (token.kind === 'string' && token.pointer !== undefined) repeated.add(token.pointer);
  return [...repeated];
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

function readString(token: string, beforeColon: boolean, open: readonly Level[]): JsonToken {
  const value = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
  const level = open.at(-1);
  if (!beforeColon || !level?.names) return { kind: 'string', value, isMember: false, isDoubled: false };
  const isDoubled = level.names.has(value);
  level.names.add(value);
  level.at = value;
  const member = { kind: 'string', value, isMember: true, isDoubled } as const;
  return isDoubled ? { ...member, pointer: pointerTo(open) } : member;
}

const pointerTo = (open: readonly Level[]): string =>
  open.map(({ at }) => `/${String(at).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
