// Joins two files of any size by an id, in constant memory: a part of the ids at a time, for which both files are read
// again. So no copy of the hashes is left on a disk.

import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { type JsonLine, readJsonLines } from './json-lines.ts';

/** How much of the second file is in memory at once, where it takes about five times as much. */
const BYTES_AT_ONCE = 16 * 1024 * 1024;

export type Joining = {
  usersFile: string;
  valuesFile: string;
  /** Undefined: nothing belongs to this user, or to this line. */
  idOf(user: unknown): string | undefined;
  readValue(json: unknown): { id: string; hash: string } | undefined;
};

/**
 * Each line of the users' file once, with the value of its id.
 * @param bytesAtOnce for tests
 */
export async function* joinById(
  { usersFile, valuesFile, idOf, readValue }: Joining,
  bytesAtOnce = BYTES_AT_ONCE,
): AsyncGenerator<JsonLine & { value: string | undefined }> {
  const parts = Math.max(1, Math.ceil(statSync(valuesFile).size / bytesAtOnce));
  for (let part = 0; part < parts; part += 1) {
    const values = new Map<string, string>();
    for await (const { content } of readJsonLines(valuesFile)) {
      const read = 'json' in content ? readValue(content.json) : undefined;
      if (read && partOf(read.id, parts) === part) values.set(read.id, read.hash);
    }
    for await (const line of readJsonLines(usersFile)) {
      const id = 'json' in line.content ? idOf(line.content.json) : undefined;
      // Lines without an id come with the first part.
      if ((id === undefined ? 0 : partOf(id, parts)) !== part) continue;
      yield { ...line, value: id === undefined ? undefined : values.get(id) };
    }
  }
}

const partOf = (id: string, parts: number): number =>
  parts === 1 ? 0 : hash('sha256', id, 'buffer').readUInt32BE() % parts;
