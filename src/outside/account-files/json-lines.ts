// Reads JSON Lines (one JSON document a line, in UTF-8) in constant memory, whatever is in the file.
import { createReadStream } from 'node:fs';

/** `line`: its number, from 1. */
export type JsonLine = { line: number; content: { json: unknown } | { faults: readonly string[] } };

/** Longer lines are refused. An account with everything it can have is far shorter. */
export const MAX_LINE_BYTES = 1024 * 1024;

const LINE_FEED = 0x0a;

/** Empty lines are skipped. @throws the error of the file system */
export async function* readJsonLines(path: string): AsyncGenerator<JsonLine> {
  let number = 0;
  for await (const bytes of linesOf(path)) {
    number += 1;
    if (bytes === 'too-long') {
      yield { line: number, content: { faults: [`is longer than ${MAX_LINE_BYTES} bytes`] } };
      continue;
    }
    const content = parse(bytes);
    if (content !== undefined) yield { line: number, content };
  }
}

/** @returns undefined for an empty line */
function parse(bytes: Buffer): JsonLine['content'] | undefined {
  let text: string;
  try {
    // Without a byte order mark, which some programs put at the beginning of the file.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { faults: ['is not UTF-8'] };
  }
  if (text.trim() === '') return undefined;
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return { faults: ['is not JSON'] };
  }
}

async function* linesOf(path: string): AsyncGenerator<Buffer | 'too-long'> {
  let parts: Buffer[] = [];
  let length = 0;
  const end = (): Buffer | 'too-long' => {
    const line = length > MAX_LINE_BYTES ? 'too-long' : Buffer.concat(parts);
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    while (from < chunk.length) {
      const at = chunk.indexOf(LINE_FEED, from);
      const to = at === -1 ? chunk.length : at;
      length += to - from;
      // The rest of a line that is too long is not kept.
      if (length <= MAX_LINE_BYTES) parts.push(chunk.subarray(from, to));
      else parts = [];
      if (at !== -1) yield end();
      from = to + 1;
    }
  }
  if (length > 0) yield end();
}
