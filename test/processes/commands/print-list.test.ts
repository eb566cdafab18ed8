// Lists of any length: printed while they are read, as one document or as one table.
import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type ListEntry, printList } from '../../../src/cli/frame/print-list.ts';

const HEADING = ['ID', 'NAME'];

async function* entries(count: number): AsyncGenerator<ListEntry> {
  for (let id = 0; id < count; id += 1) yield { json: { id, tags: [id] }, cells: [String(id), null] };
}

async function printed(count: number, asJson: boolean): Promise<string> {
  const output = new PassThrough();
  const all = text(output);
  await printList({ heading: HEADING, entries: entries(count) }, asJson, output);
  output.end();
  return all;
}

it.each([0, 1, 2, 501])('contract 1: %i entries are one document, written as any other', async (count) => {
  const documents = Array.from({ length: count }, (_, id) => ({ id, tags: [id] }));
  expect(await printed(count, true)).toBe(`${JSON.stringify(documents, undefined, 2)}\n`);
});

it('contract 1: a table has its heading even when nothing is listed', async () => {
  expect(await printed(0, false)).toBe('ID  NAME\n');
  expect(await printed(2, false)).toBe('ID  NAME\n0   -\n1   -\n');
});

it.each([true, false])('contract 1: 200,000 entries are printed (as a document: %s)', async (asJson) => {
  const all = await printed(200_000, asJson);
  if (asJson) expect(JSON.parse(all)).toHaveLength(200_000);
  else expect(all.split('\n')).toHaveLength(200_002);
});

it('contract 1: nothing is read ahead of a reader who waits', async () => {
  let read = 0;
  let written = 0;
  async function* counted(): AsyncGenerator<ListEntry> {
    for await (const entry of entries(10_000)) {
      read += 1;
      yield entry;
    }
  }
  // Takes the first chunks, and waits from then on.
  const output = new Writable({ highWaterMark: 1, write: (_, __, done) => void (++written < 3 && done()) });
  void printList({ heading: HEADING, entries: counted() }, true, output);
  for (let turns = 0; turns < 500; turns += 1) await turn();
  expect(written).toBe(3);
  expect(read).toBeLessThan(2_000);
});

it('contract 1: a reader who goes away ends the list without a fault', async () => {
  const gone = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  const output = new Writable({ write: (_, __, done) => done(gone) });
  output.on('error', () => {});
  await printList({ heading: HEADING, entries: entries(10_000) }, true, output);
  const broken = new Writable({ write: (_, __, done) => done(new Error('the disk is full')) });
  broken.on('error', () => {});
  await expect(printList({ heading: HEADING, entries: entries(9) }, true, broken)).rejects.toThrow('the disk is full');
});
