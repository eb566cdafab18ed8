// Finds members that an object of a JSON text has more than once. `JSON.parse` keeps the last of them without a word,
// and whoever reads the file may have meant the first (RFC 8259 4).

/** `names` is undefined for a list. */
type Container = { names: Set<string> | undefined; name: string; index: number };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * @param text valid JSON
 * @returns JSON pointers (RFC 6901), in the order of the text; each once
 */
export function repeatedMembers(text: string): string[] {
  const repeated = new Set<string>();
  const open: Container[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at += 1) {
    const current = open.at(-1);
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfText(text, at);
        if (isName && current?.names) {
          current.name = JSON.parse(text.slice(at, end)) as string;
          if (current.names.has(current.name)) repeated.add(pointerTo(open));
          current.names.add(current.name);
          isName = false;
        }
        at = end - 1;
        break;
      }
      case COMMA:
        isName = current?.names !== undefined;
        if (current) current.index += 1;
        break;
      case OPEN_OBJECT:
      case OPEN_LIST:
        isName = text.charCodeAt(at) === OPEN_OBJECT;
        open.push({ names: isName ? new Set() : undefined, name: '', index: 0 });
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open.pop();
        isName = false;
        break;
    }
  }
  return [...repeated];
}

/** The index after the closing quote. */
function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
}

const pointerTo = (open: readonly Container[]): string =>
  open.map(({ names, name, index }) => `/${names ? name.replaceAll('~', '~0').replaceAll('/', '~1') : index}`).join('');
