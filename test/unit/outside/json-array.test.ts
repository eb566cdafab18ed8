// The entries of a list in a JSON document, in constant memory (contract 30): each by itself, whatever else is in the
// document.
import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileBytes } from '../../../src/outside/account-files/byte-source.ts';
import { MissingList, readJsonArray } from '../../../src/outside/account-files/json-array.ts';
import { BrokenJson } from '../../../src/outside/account-files/json-document.ts';
import type { EntryContent } from '../../../src/outside/account-files/json-entry.ts';
import { pathOfBuilt } from '../../program/fork-built.ts';

const MIB = 1024 * 1024;
const TOO_LONG = {
  faults: ['is longer than 1048576 bytes: shorten or remove its longest values, and import the file again'],
};
const json = (value: unknown) => ({ json: value });

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-list-'));
  file = join(folder, 'list.json');
});
afterAll(() => rmSync(folder, { recursive: true }));

async function read(content: string | Buffer): Promise<EntryContent[]> {
  writeFileSync(file, content);
  const entries: EntryContent[] = [];
  for await (const entry of readJsonArray(fileBytes(file), 'users')) entries.push(entry);
  return entries;
}

test('contract 30: entries of every kind are read, and nothing else of the document', async () => {
  const values = [{ a: '"}],\\', b: [{ users: [1] }] }, [], {}, 'x', '\\', '', 12.5e3, true, null, '셋 🦊'];
  const document = {
    realm: 'a "quoted" [name',
    clients: [{ users: ['not these'] }],
    users: values,
    last: { users: [2] },
  };
  for (const space of [undefined, 2]) {
    expect(await read(JSON.stringify(document, undefined, space))).toEqual(values.map(json));
  }
  expect(await read('\uFEFF \n{"\\u0075sers"\t:\r[ 1 ,2 ] }\n')).toEqual([json(1), json(2)]);
});

test('contract 30: entries are the same wherever a read ends', async () => {
  const values = Array.from({ length: 3000 }, (_, index) => ({ id: index, text: `"\\${'가'.repeat(index % 50)}` }));
  expect(await read(`${' '.repeat(7)}${JSON.stringify({ users: values })}`)).toEqual(values.map(json));
});

test('contract 30: an entry of the largest size is read; a longer one is refused alone, whatever makes it long', async () => {
  const text = 'x'.repeat(MIB - 2);
  const long = [
    `"${text}y"`,
    `{"a":[${'1,'.repeat(MIB / 2)}1]}`,
    '['.repeat(MIB) + ']'.repeat(MIB),
    '1'.repeat(MIB + 1),
  ];
  expect(await read(`{"users":["${text}",${long.join(',\n')},{"id":7}]}`)).toEqual([
    json(text),
    ...long.map(() => TOO_LONG),
    json({ id: 7 }),
  ]);
});

test('contract 30: an entry that is no JSON or no UTF-8 is refused alone', async () => {
  const broken = Buffer.concat([
    Buffer.from('{"users":[{"a":},nothing,{"a":"'),
    Buffer.from([0xff]),
    Buffer.from('"},{"a":1]'),
    Buffer.from(',2]}'),
  ]);
  const notJson = { faults: ['is not JSON'] };
  expect(await read(broken)).toEqual([notJson, notJson, { faults: ['is not UTF-8'] }, notJson, json(2)]);
});

test.each([
  '{}',
  '{"realm":"shop"}',
  '{"users":null}',
  '{"users":{"a":1}}',
  '{"users":"[1]"}',
  '[1]',
  '{"user":1}\n{"user":2}\n',
])('contract 30: a document without the list is told (%s)', async (text) => {
  await expect(read(text)).rejects.toThrow(new MissingList(`${file} has no list "users"`));
});

test.each([
  ['{"users":[]}', []],
  [' { "users" : [ \n ] } ', []],
])('contract 30: a list that is empty is no fault (%s)', async (text, entries) => {
  expect(await read(text)).toEqual(entries);
});

test.each([
  ['', 'ends in the middle'],
  ['{"users":[1', 'ends in the middle'],
  ['{"users":[{"a":"]}', 'ends in the middle'],
  ['{"users":[1]', 'ends in the middle'],
  ['{"realm":', 'ends in the middle'],
  ['users', 'at byte 1'],
  ['{users:[]}', 'at byte 2'],
  ['{"users" [1]}', 'at byte 10'],
  ['{"users":[}', 'at byte 11'],
  ['{"users":[1,]}', 'at byte 13'],
  ['{"users":[1 2]}', 'at byte 13'],
  ['{"users":[1],}', 'at byte 14'],
  ['{"realm":,"users":[]}', 'at byte 10'],
  ['{"users":[1]} {', 'at byte 15'],
])('contract 30: a document that is broken outside of its entries is told (%s)', async (text, words) => {
  const reading = read(text);
  await expect(reading).rejects.toThrow(BrokenJson);
  await expect(reading).rejects.toThrow(words);
});

test('contract 30: a file that cannot be read is told, and one that is not read to its end is closed', async () => {
  await expect(readJsonArray(fileBytes(join(folder, 'nowhere')), 'users').next()).rejects.toThrow(/ENOENT/);
  writeFileSync(file, JSON.stringify({ users: Array.from({ length: 100_000 }, () => 'some text') }));
  const entries = readJsonArray(fileBytes(file), 'users');
  expect(await entries.next()).toEqual({ done: false, value: json('some text') });
  expect(await entries.return(undefined)).toEqual({ done: true, value: undefined });
});

test('contract 30: an entry, a name and a value beside the list of 64 MiB each take no memory', async () => {
  const long = 'x'.repeat(64 * MIB);
  writeFileSync(file, '{"realm":"');
  for (const part of [long, '","', long, '":1,"users":[{"id":"', long, '"},{"id":7}]}']) appendFileSync(file, part);
  const run = promisify(execFile)(process.execPath, [pathOfBuilt('unit/outside/json-array-process'), file]);
  const { entries, mib } = JSON.parse((await run).stdout) as { entries: EntryContent[]; mib: number };
  expect(entries).toEqual([TOO_LONG, json({ id: 7 })]);
  expect(mib).toBeLessThan(100);
});
