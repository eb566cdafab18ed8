// A file of JSON Lines that tells what became of the lines of an import. It is made with its first entry, and only its
// owner can read it.

import { once } from 'node:events';
import { createWriteStream, rmSync, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

export type ReportFile = {
  readonly path: string;
  readonly entries: number;
  /** Resolves when the next entry may be written. @throws the error of the file system */
  write(entry: object): Promise<void>;
  close(): Promise<void>;
};

/** Removes the file of an earlier run. */
export function createReportFile(path: string): ReportFile {
  rmSync(path, { force: true });
  let stream: WriteStream | undefined;
  let failure: Error | undefined;
  let entries = 0;
  return {
    path,
    get entries() {
      return entries;
    },
    async write(entry) {
      entries += 1;
      stream ??= createWriteStream(path, { mode: 0o600 }).on('error', (error) => {
        failure = error;
      });
      if (failure) throw failure;
      if (!stream.write(`${JSON.stringify(entry)}\n`)) await once(stream, 'drain');
    },
    async close() {
      if (!stream) return;
      stream.end();
      await finished(stream);
    },
  };
}
