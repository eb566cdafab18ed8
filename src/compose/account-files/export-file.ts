// The file of an export.
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { explain } from './file-faults.ts';

/**
 * Writes JSON Lines into a new file that only its owner can read. A file that could not be finished is removed.
 * @throws StartRefused when the file exists or cannot be written
 */
export async function writeAccountFile(path: string, lines: AsyncIterable<object>): Promise<void> {
  const stream = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(Readable.from(textOf(lines)), stream);
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    if (!exists) await rm(path, { force: true });
    throw explain(error);
  }
}

export async function* textOf(lines: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}
