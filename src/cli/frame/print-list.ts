// Prints a list while it is read, so that a million entries need no more memory than ten.
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { tableLines } from './text-table.ts';

export type ListEntry = { json: unknown; cells: readonly (string | null)[] };

export type List = { heading: readonly string[]; entries: AsyncIterable<ListEntry> };

/** Rows whose column widths are computed together, before the first of them is printed. */
const ROWS_PER_BLOCK = 500;

/** Resolves as `printText` does (`| head`). */
export async function printList(list: List, asJson: boolean, output: NodeJS.WritableStream): Promise<void> {
  await printText(asJson ? jsonOf(list) : tableOf(list), output);
}

/** Resolves when the text is written, or when the reader has closed the pipe. */
export async function printText(text: AsyncIterable<string>, output: NodeJS.WritableStream): Promise<void> {
  // The pipeline closes the sink and leaves the output open, which others use too.
  const sink = new Writable({
    decodeStrings: false,
    write: (chunk: string, _, done) => void output.write(chunk, done),
  });
  try {
    await pipeline(Readable.from(text), sink);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

/** The text is the same as from `JSON.stringify` with an indent of two spaces. */
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
    if (waiting.length < ROWS_PER_BLOCK) continue;
    yield `${tableLines(waiting, widths)}\n`;
    waiting = [];
  }
  if (waiting.length > 0) yield `${tableLines(waiting, widths)}\n`;
}
