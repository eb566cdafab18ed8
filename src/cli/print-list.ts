// Prints a list while it is read, so that one of a million entries needs no more memory than one of ten.
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { tableLines } from './text-table.ts';

export type ListEntry = { json: unknown; cells: readonly (string | null)[] };

export type List = { heading: readonly string[]; entries: AsyncIterable<ListEntry> };

/** Rows whose widths are known before the first of them is printed. */
const ROWS_AT_ONCE = 500;

/** Resolves when all of it is written, or when the reader wants no more (`| head`). */
export async function printList(list: List, asJson: boolean, output: NodeJS.WritableStream): Promise<void> {
  const text = Readable.from(asJson ? jsonOf(list) : tableOf(list));
  // The stream itself stays open: it is not this list's alone.
  const sink = new Writable({
    decodeStrings: false,
    write: (chunk: string, _, done) => void output.write(chunk, done),
  });
  try {
    await pipeline(text, sink);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

/** As `JSON.stringify` writes a list of two spaces' indent. */
async function* jsonOf({ entries }: List): AsyncGenerator<string> {
  let isFirst = true;
  for await (const { json } of entries) {
    const text = JSON.stringify(json, undefined, 2).replaceAll('\n', '\n  ');
    yield `${isFirst ? '[' : ','}\n  ${text}`;
    isFirst = false;
  }
  yield isFirst ? '[]\n' : '\n]\n';
}

async function* tableOf({ heading, entries }: List): AsyncGenerator<string> {
  const widths = heading.map(() => 0);
  let waiting: (readonly (string | null)[])[] = [heading];
  for await (const { cells } of entries) {
    waiting.push(cells);
    if (waiting.length < ROWS_AT_ONCE) continue;
    yield `${tableLines(waiting, widths)}\n`;
    waiting = [];
  }
  if (waiting.length > 0) yield `${tableLines(waiting, widths)}\n`;
}
