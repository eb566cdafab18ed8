// JSON Lines in constant memory (contract 30): every line with its number, whatever stands in the file.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileBytes } from '../../../src/outside/account-files/byte-source.ts';
import { MAX_ENTRY_BYTES } from '../../../src/outside/account-files/json-entry.ts';
import { type JsonLine, readJsonLines } from '../../../src/outside/account-files/json-lines.ts';
import { createReportFile } from '../../../src/outside/account-files/report-file.ts';

const TOO_LONG = 'is longer than 1048576 bytes: shorten or remove its longest values, and import the file again';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-lines-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function linesOf(content: string | Buffer): Promise<JsonLine[]> {
  const file = join(folder, 'lines.jsonl');
  writeFileSync(file, content);
  const lines: JsonLine[] = [];
  for await (const line of readJsonLines(fileBytes(file))) lines.push(line);
  return lines;
}
const json = (line: number, value: unknown) => ({ line, content: { json: value } });

test('contract 30: lines end in LF or CR LF, the last one also without; empty ones are skipped and counted', async () => {
  expect(await linesOf('\uFEFF{"a":1}\r\n\n  \n[2]\n"셋"')).toEqual([json(1, { a: 1 }), json(4, [2]), json(5, '셋')]);
  expect(await linesOf('')).toEqual([]);
  expect(await linesOf('1\n')).toEqual([json(1, 1)]);
});

test('contract 30: what is no JSON, no UTF-8 or too long is told, and the next line is read', async () => {
  const broken = Buffer.concat([
    Buffer.from('{"a"\n"'),
    Buffer.from([0xff]),
    Buffer.from(`"\n"${'x'.repeat(MAX_ENTRY_BYTES)}"\n1\n`),
  ]);
  expect(await linesOf(broken)).toEqual([
    { line: 1, content: { faults: ['is not JSON'] } },
    { line: 2, content: { faults: ['is not UTF-8'] } },
    { line: 3, content: { faults: [TOO_LONG] } },
    json(4, 1),
  ]);
});

test('contract 30: a line of the largest size is read, across any number of reads', async () => {
  const text = '가'.repeat(Math.floor((MAX_ENTRY_BYTES - 2) / 3));
  expect(await linesOf(`${JSON.stringify(text)}\n7`)).toEqual([json(1, text), json(2, 7)]);
});

test('contract 30: a report is made with its first entry, for its owner alone, and replaces an earlier one', async () => {
  const path = join(folder, 'report.jsonl');
  writeFileSync(path, 'of an earlier run', { mode: 0o644 });
  const report = createReportFile(path);
  expect(() => statSync(path)).toThrow();
  await report.write({ line: 1 });
  await report.write({ line: 2 });
  await report.close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const lines: JsonLine[] = [];
  for await (const line of readJsonLines(fileBytes(path))) lines.push(line);
  expect([report.entries, lines]).toEqual([2, [json(1, { line: 1 }), json(2, { line: 2 })]]);
});

test('contract 30: a report that cannot be written is told', async () => {
  const report = createReportFile(join(folder, 'nowhere', 'report.jsonl'));
  await report.write({ line: 1 });
  await expect(report.close()).rejects.toThrow(/ENOENT/);
});
