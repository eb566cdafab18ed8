// Where an import reads and what it reports to (contract 30): files, folders of several realms, standard input.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AccountFilesInput, openAccountFiles } from '../../../src/compose/account-files/import-files.ts';
import { openAccountReports } from '../../../src/compose/account-files/reports.ts';
import { StartRefused } from '../../../src/compose/start-refused.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-sources-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function read(input: Partial<AccountFilesInput> & Pick<AccountFilesInput, 'file' | 'format'>) {
  const none = { subjectFor: [], passwords: undefined, hashConfig: undefined, realm: undefined };
  const { lines, warnings } = openAccountFiles({ ...none, standardInput: () => Readable.from([]), ...input });
  const all: unknown[] = [];
  for await (const line of lines) all.push(line);
  return { lines: all, warnings };
}
const given = (...parts: (string | Buffer)[]) => ({
  file: '-',
  standardInput: () => Readable.from(parts.map((part) => Buffer.from(part as string))),
});

describe('contract 30: reports', () => {
  const put = (name: string) => writeFileSync(join(folder, name), 'of an earlier run');

  test.each<[string, string | undefined, string]>([
    ['people.jsonl', undefined, 'people.jsonl'],
    ['export/', undefined, 'export'],
    ['people.jsonl', 'reports/of/today', 'reports/of/today/people.jsonl'],
    ['-', 'reports', 'reports/stdin'],
  ])('of %s, in the folder %s, begin with %s', async (file, report, start) => {
    const where = report === undefined ? undefined : join(folder, report);
    const { refused, notes } = openAccountReports(file === '-' ? file : join(folder, file), where);
    expect([refused.path, notes.path]).toEqual(
      ['refused', 'notes'].map((kind) => join(folder, `${start}.${kind}.jsonl`)),
    );
    await refused.write({ line: 1 });
    await refused.close();
    expect(statSync(refused.path).mode & 0o777).toBe(0o600);
    if (where !== undefined) expect(statSync(where).mode & 0o777).toBe(0o700);
  });

  test('of an earlier run are removed before anything else, also where the file is not there', () => {
    put('people.jsonl.refused.jsonl');
    put('people.jsonl.notes.jsonl');
    put('others.jsonl.refused.jsonl');
    openAccountReports(join(folder, 'people.jsonl'), undefined);
    expect(readdirSync(folder)).toEqual(['others.jsonl.refused.jsonl']);
    expect(() => openAccountReports(join(folder, 'nowhere', 'people.jsonl'), undefined)).not.toThrow();
  });

  test('that cannot be written are told before anything is imported', () => {
    put('people.jsonl');
    const taken = () => openAccountReports(join(folder, 'people.jsonl'), join(folder, 'people.jsonl'));
    expect(taken).toThrow(StartRefused);
    expect(taken).toThrow(/people\.jsonl: exists already/);
    expect(() => openAccountReports('/dev/null', undefined)).toThrow(/beside which reports can stand; --report/);
    mkdirSync(join(folder, 'people.jsonl.refused.jsonl'));
    expect(() => openAccountReports(join(folder, 'people.jsonl'), undefined)).toThrow(StartRefused);
  });
});

describe('contract 30: standard input', () => {
  test('is read as a file is, however it comes', async () => {
    const bytes = Buffer.from('{"email":"a@b.example"}\n\n{"email":"셋@b.example"}');
    const lines = [
      { at: { line: 1 }, content: { json: { email: 'a@b.example' } } },
      { at: { line: 3 }, content: { json: { email: '셋@b.example' } } },
    ];
    expect(await read({ ...given(bytes), format: 'jsonl' })).toEqual({ lines, warnings: [] });
    const one = [...bytes].map((byte) => Buffer.from([byte]));
    expect((await read({ ...given(...one), format: 'jsonl' })).lines).toEqual(lines);
    expect((await read({ ...given(), format: 'jsonl' })).lines).toEqual([]);
    const realm = given('{"realm":"shop","users":[{"id":"1",', '"email":"a@b.example"}]}');
    expect((await read({ ...realm, format: 'keycloak' })).lines).toMatchObject([
      { content: { json: { email: 'a@b.example' } } },
    ]);
    const user = given('{"user_id":"auth0|1","email":"a@b.example"}');
    expect((await read({ ...user, format: 'auth0' })).lines).toMatchObject([
      { content: { json: { email: 'a@b.example' } } },
    ]);
  });

  test.each<[string, Buffer]>([
    ['gzip', gzipSync('{}')],
    ['zip', Buffer.from('PK\u0003\u0004')],
    ['bzip2', Buffer.from('BZh9')],
    ['xz', Buffer.from([0xfd, 0x37, 0x7a, 0x58])],
    ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
  ])('that %s compressed is told, also byte by byte, and a file is', async (_name, bytes) => {
    const parts = [...bytes].map((byte) => Buffer.from([byte]));
    await expect(read({ ...given(...parts), format: 'jsonl' })).rejects.toThrow(
      new StartRefused('standard input: is compressed; unpack it first'),
    );
    const file = join(folder, 'people.jsonl');
    writeFileSync(file, bytes);
    await expect(read({ file, format: 'jsonl' })).rejects.toThrow(/people\.jsonl: is compressed/);
  });

  test('is read once: a file of passwords is joined to files alone', async () => {
    writeFileSync(join(folder, 'passwords'), '');
    await expect(read({ ...given('{}'), format: 'auth0', passwords: join(folder, 'passwords') })).rejects.toThrow(
      StartRefused,
    );
  });
});

describe('contract 30: a folder of Keycloak', () => {
  const put = (name: string, email: string) =>
    writeFileSync(join(folder, name), JSON.stringify({ users: [{ email }] }));
  const emails = async (realm?: string) => {
    const { lines, warnings } = await read({ file: folder, format: 'keycloak', realm });
    return {
      emails: lines.map((line) => (line as { content: { json: { email: string } } }).content.json.email),
      warnings,
    };
  };

  test('of two realms needs --realm, which is one of them', async () => {
    put('shop-users-0.json', 'a@shop.example');
    put('shop-users-1.json', 'b@shop.example');
    put('my-users-1-users-0.json', 'c@other.example');
    put('shop-realm.json', 'd@shop.example');
    await expect(emails()).rejects.toThrow(/has users of several realms \(my-users-1, shop\): name one with --realm/);
    await expect(emails('sho')).rejects.toThrow(/has no users of the realm sho; it has those of my-users-1, shop/);
    expect(await emails('shop')).toEqual({ emails: ['a@shop.example', 'b@shop.example'], warnings: [] });
    expect(await emails('my-users-1')).toEqual({ emails: ['c@other.example'], warnings: [] });
  });

  test('of one realm needs none; files that are missing or left out are told', async () => {
    for (const number of [1, 2, 10, 4]) put(`shop-users-${number}.json`, `${number}@shop.example`);
    put('shop-federated-users-0.json', 'f@shop.example');
    expect(await emails()).toEqual({
      emails: ['1@shop.example', '2@shop.example', '4@shop.example', '10@shop.example'],
      warnings: [
        'shop-users-N.json is missing: 0',
        'shop-users-N.json is missing: 3',
        'shop-users-N.json is missing: 5 to 9',
        expect.stringMatching(/^shop-federated-users-0\.json is left out: it has no accounts/),
      ],
    });
    await expect(emails('other')).rejects.toThrow(/no users of the realm other/);
    await expect(read({ file: join(folder, 'shop-users-1.json'), format: 'keycloak', realm: 'shop' })).rejects.toThrow(
      /--realm is for a folder/,
    );
  });
});
