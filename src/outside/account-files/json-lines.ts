// Reads JSON Lines (one JSON document a line, in UTF-8) in constant memory, whatever is in the file.
import type { ByteSource } from './byte-source.ts';
import { collectEntries, type EntryContent } from './json-entry.ts';

/** `line`: its number, from 1. */
export type JsonLine = { line: number; content: EntryContent };

const LINE_FEED = 0x0a;

/** Empty lines are skipped. @throws the error of the source */
export async function* readJsonLines(source: ByteSource): AsyncGenerator<JsonLine> {
  const bytes = collectEntries();
  let line = 1;
  for await (const chunk of source.open()) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      bytes.add(chunk.subarray(from, at));
      const content = bytes.end();
      if (content) yield { line, content };
      line += 1;
      from = at + 1;
    }
    bytes.add(chunk.subarray(from));
  }
  const content = bytes.end();
  if (content) yield { line, content };
}
