// Goes through a JSON document of any size, with one read of its file in memory at a time. Brackets and quotes say
// where a value ends; nothing else in it is looked at.
import type { ByteSource } from './byte-source.ts';

/** The file cannot be read as JSON to its end. */
export class BrokenJson extends Error {
  override readonly name = 'BrokenJson';
}

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
const BACKSLASH = 0x5c;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Where the program is in the document. Each method rejects with `BrokenJson` or the error of the source. */
export type JsonDocument = {
  /** The next byte that is no space; it is not taken. @param allowed when given, the byte must be one of these */
  peek(...allowed: readonly number[]): Promise<number>;
  take(...allowed: readonly number[]): Promise<number>;
  /** Takes a value. @param add is given its bytes in parts */
  takeValue(add: (part: Buffer) => void): Promise<void>;
  /** Rejects unless only spaces follow. */
  end(): Promise<void>;
  /** Closes the source. */
  close(): Promise<void>;
};

export function openJsonDocument({ name, open }: ByteSource): JsonDocument {
  const parts = open()[Symbol.asyncIterator]();
  let part: Buffer = Buffer.alloc(0);
  let at = 0;
  /** Where `part` begins in the file. */
  let offset = 0;

  /** @returns false: the file has ended */
  async function readOn(): Promise<boolean> {
    const { done, value } = await parts.next();
    if (done) return false;
    offset += part.length;
    part = value;
    at = offset === 0 && part.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
    return true;
  }

  /** Skips spaces. @returns false: nothing else follows */
  async function hasMore(): Promise<boolean> {
    for (;;) {
      while (at < part.length && isSpace(part[at])) at += 1;
      if (at < part.length) return true;
      if (!(await readOn())) return false;
    }
  }

  const endsEarly = () => new BrokenJson(`${name} ends in the middle of the JSON document`);
  const broken = () => new BrokenJson(`${name} is not valid JSON at byte ${offset + at + 1}`);

  async function peek(...allowed: readonly number[]): Promise<number> {
    if (!(await hasMore())) throw endsEarly();
    const byte = part[at] as number;
    if (allowed.length > 0 && !allowed.includes(byte)) throw broken();
    return byte;
  }

  return {
    peek,
    async take(...allowed) {
      const byte = await peek(...allowed);
      at += 1;
      return byte;
    },
    async takeValue(add) {
      if (BEGINS_NO_VALUE.includes(await peek())) throw broken();
      const findEnd = createValueScan();
      for (;;) {
        const end = findEnd(part, at);
        add(part.subarray(at, end));
        at = end ?? part.length;
        if (end !== undefined) return;
        if (!(await readOn())) throw endsEarly();
      }
    },
    async end() {
      if (await hasMore()) throw broken();
    },
    close: async () => void (await parts.return?.()),
  };
}

const BEGINS_NO_VALUE: readonly number[] = [COMMA, COLON, CLOSE_LIST, CLOSE_OBJECT];

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** @returns a function that finds where the value ends; undefined: it goes on in the next part */
function createValueScan(): (part: Buffer, from: number) => number | undefined {
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  return (part, from) => {
    for (let at = from; at < part.length; at += 1) {
      const byte = part[at];
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInText = false;
        if (!isInText && depth === 0) return at + 1;
      } else if (byte === QUOTE) {
        isInText = true;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        depth += 1;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        // At depth 0 it is that of the list or object around a number or word.
        if (depth === 0) return at;
        depth -= 1;
        if (depth === 0) return at + 1;
      } else if (depth === 0 && (byte === COMMA || isSpace(byte))) {
        return at;
      }
    }
    return undefined;
  };
}
