// Members that stand twice in one object of an account file (contract 30): `JSON.parse` would keep the last in silence.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileBytes } from '../../../src/outside/account-files/byte-source.ts';
import { readJsonLines } from '../../../src/outside/account-files/json-lines.ts';

test('contract 30: a line with a member twice is refused with the member, and the next one is read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-twice-'));
  const file = join(folder, 'lines.jsonl');
  writeFileSync(file, '{"email":"a@b.example","email":"c@d.example","profile":{"name":"A","name":"B"}}\n{"a":1}\n');
  const lines = [];
  for await (const line of readJsonLines(fileBytes(file))) lines.push(line);
  rmSync(folder, { recursive: true });
  expect(lines).toEqual([
    { line: 1, content: { faults: ['/email: is there more than once', '/profile/name: is there more than once'] } },
    { line: 2, content: { json: { a: 1 } } },
  ]);
});
