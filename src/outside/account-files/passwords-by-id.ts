// Joins two files of any size by an id, in constant memory: a part of the ids at a time, for which both files are read
// again. So no copy of the hashes is left on a disk.

import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { fileBytes } from './byte-source.ts';
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

export type Joined =
  | (JsonLine & { value: string | undefined })
  /** A line of the second file that is of no use, and why: it is broken, or only nobody's. */
  | { line: number; told: { faults: readonly string[] } | { notes: readonly string[] } };

type Value = { hash: string; line: number; isUsed: boolean };

/**
 * Each line of the users' file once, with the value of its id; and each line of the second file that has none of them.
 * @param bytesAtOnce for tests
 */
export async function* joinById(joining: Joining, bytesAtOnce = BYTES_AT_ONCE): AsyncGenerator<Joined> {
  const { usersFile, valuesFile, idOf } = joining;
  const parts = Math.max(1, Math.ceil(statSync(valuesFile).size / bytesAtOnce));
  for (let part = 0; part < parts; part += 1) {
    const values = new Map<string, Value>();
    yield* readValues(joining, values, { part, parts });
    for await (const line of readJsonLines(fileBytes(usersFile))) {
      const id = 'json' in line.content ? idOf(line.content.json) : undefined;
      // Lines without an id come with the first part.
      if ((id === undefined ? 0 : partOf(id, parts)) !== part) continue;
      const value = id === undefined ? undefined : values.get(id);
      if (value) value.isUsed = true;
      yield { ...line, value: value?.hash };
    }
    for (const { line, isUsed } of values.values()) {
      if (!isUsed) yield { line, told: { notes: ['passwords: a line is of no user in the file'] } };
    }
  }
}

/** Fills `values` with those of one part of the ids. */
async function* readValues(
  { valuesFile, readValue }: Joining,
  values: Map<string, Value>,
  { part, parts }: { part: number; parts: number },
): AsyncGenerator<Joined> {
  for await (const { line, content } of readJsonLines(fileBytes(valuesFile))) {
    const read = 'json' in content ? readValue(content.json) : undefined;
    if (!read) {
      const faults = 'faults' in content ? content.faults : ['has no id of a user, or no hash'];
      if (part === 0) yield { line, told: { faults } };
      continue;
    }
    if (partOf(read.id, parts) !== part) continue;
    const known = values.get(read.id);
    if (known) yield { line, told: { faults: [`is of the same user as line ${known.line}, which is used`] } };
    else values.set(read.id, { hash: read.hash, line, isUsed: false });
  }
}

const partOf = (id: string, parts: number): number =>
  parts === 1 ? 0 : hash('sha256', id, 'buffer').readUInt32BE() % parts;
