// One entry of a file of accounts: its bytes are collected up to a limit, then parsed. So no entry fills the memory.
import { repeatedFaults } from '../../core/operating/account-files/repeated-faults.ts';

/** Longer entries are refused. An account with everything it can have is far shorter. */
export const MAX_ENTRY_BYTES = 1024 * 1024;

export type EntryContent = { json: unknown } | { faults: readonly string[] };

export type EntryBytes = {
  /** Keeps nothing of an entry that is longer than `MAX_ENTRY_BYTES`. */
  add(part: Buffer): void;
  /** Ends the entry; the next `add` begins another. @returns undefined: it is empty */
  end(): EntryContent | undefined;
};

const TOO_LONG: EntryContent = {
  faults: [`is longer than ${MAX_ENTRY_BYTES} bytes: shorten or remove its longest values, and import the file again`],
};

export function collectEntries(): EntryBytes {
  let parts: Buffer[] = [];
  let length = 0;
  return {
    add(part) {
      length += part.length;
      if (length <= MAX_ENTRY_BYTES) parts.push(part);
      else parts = [];
    },
    end() {
      const content = length > MAX_ENTRY_BYTES ? TOO_LONG : parse(Buffer.concat(parts));
      parts = [];
      length = 0;
      return content;
    },
  };
}

function parse(bytes: Buffer): EntryContent | undefined {
  let text: string;
  try {
    // Without a byte order mark, which some programs put at the beginning of the file.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { faults: ['is not UTF-8'] };
  }
  if (text.trim() === '') return undefined;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { faults: ['is not JSON'] };
  }
  const faults = repeatedFaults(text);
  return faults.length > 0 ? { faults } : { json };
}
