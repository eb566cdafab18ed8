// Members that stand twice in one object of an account file (contract 30): `JSON.parse` would keep the last in silence.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileBytes } from '../../../src/outside/account-files/byte-source.ts';
import { readJsonLines } from '../../../src/outside/account-files/json-lines.ts';
import { repeatedMembers } from '../../../src/outside/account-files/repeated-members.ts';

test.each<[string, string[]]>([
  ['{}', []],
  ['[]', []],
  ['"a"', []],
  ['12.5e3', []],
  ['{"email":"email","b":["email","email"]}', []],
  ['[{"a":1},{"a":2}]', []],
  ['{"a":{"a":{"a":1}},"b":{"a":1}}', []],
  ['{"a":1,"a":1}', ['/a']],
  ['{"a":1,"a":2,"a":3}', ['/a']],
  ['{"a":{"x":1},"a":{"x":2}}', ['/a']],
  ['{ "a" : 1 , "b" : [ {} , { "c" : 1 , "d" : { } , "c" : 2 } ] }', ['/b/1/c']],
  ['{"email":1,"\\u0065mail":2}', ['/email']],
  ['{"a\\\\":1,"a\\"":2,"a\\\\":3}', ['/a\\']],
  ['{"a/b":1,"~":2,"a/b":3,"~":4}', ['/a~1b', '/~0']],
  ['{"":1,"":2}', ['/']],
  ['{"__proto__":1,"__proto__":2}', ['/__proto__']],
  ['{"a":"\\"},{\\"a\\":","b":"[{","a":0}', ['/a']],
])('RFC 8259 4: in %s these stand twice: %j', (text, pointers) => {
  expect(repeatedMembers(text)).toEqual(pointers);
});

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
