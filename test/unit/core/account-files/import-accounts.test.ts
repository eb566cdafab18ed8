// What the import tells while it reads (contract 30). What it stores: test/contract/stores and test/processes.
import { expect, test } from 'vitest';
import { createGroupFinder } from '../../../../src/core/operating/account-files/brought-groups.ts';
import type { ImportLine, SourceLine } from '../../../../src/core/operating/account-files/import-accounts.ts';
import { createNoteCounts } from '../../../../src/core/operating/account-files/note-counts.ts';
import type { ImportCounts } from '../../../../src/core/operating/account-files/tell-results.ts';
import { type Group, MAX_GROUPS } from '../../../../src/core/people/groups/group.ts';
import { USERNAME_KEY } from '../../../../src/core/people/usernames/username-key.ts';
import { someApplication } from '../../../contract/stores/given.ts';
import { someGroup } from '../../../contract/stores/group-store.ts';
import { givenApi } from '../../../helpers/given-api.ts';
import { importLines } from '../../../helpers/import-lines.ts';
import { givenPerson, givenPorts } from '../accounts/open-ports.ts';

const world = givenPorts();

async function* linesOf(...contents: readonly object[]): AsyncGenerator<SourceLine> {
  for (const [index, json] of contents.entries()) yield { at: { line: index + 1 }, content: { json } };
}

test('contract 30: progress is told while every line is refused, too', async () => {
  const told: number[] = [];
  const refused: number[] = [];
  const counts = await importLines(world.ports, linesOf({ email: 1 }, { email: 'mina' }, {}), {
    onRefused: ({ line }) => void refused.push(line),
    onNote: () => {},
    onProgress: (so: Readonly<ImportCounts>) => void told.push(so.refused),
  });
  expect(refused).toEqual([1, 2, 3]);
  expect(told).toEqual([1, 2, 3]);
  expect(counts).toMatchObject({ read: 3, created: 0, refused: 3 });
});

test('contract 30: a dry run stores nothing, no key of usernames either, and finds the same faults', async () => {
  const lines = () => linesOf({ email: 'dry@example.com', username: 'dry.run' }, { email: 'mina' });
  const quiet = { onRefused: () => {}, onNote: () => {} };
  expect(await importLines(world.ports, lines(), { ...quiet, dryRun: true })).toMatchObject({
    created: 1,
    refused: 1,
  });
  expect(await world.ports.accounts.findByEmailKey('dry@example.com')).toBeUndefined();
  expect(await world.ports.sealedValues.find(USERNAME_KEY)).toBeUndefined();
  expect(await importLines(world.ports, lines(), quiet)).toMatchObject({ created: 1, refused: 1 });
  const taken = linesOf({ email: 'other@example.com', username: 'Dry.Run' });
  expect(await importLines(world.ports, taken, { ...quiet, dryRun: true })).toMatchObject({ withoutUsername: 1 });
});

test('contract 2: a username that is reserved while the import runs is left out, whoever decided before', async () => {
  const { policy, clock } = world.ports;
  const notes: (readonly string[])[] = [];
  async function* lines(): AsyncGenerator<SourceLine> {
    yield* linesOf(
      { email: 'free@example.com', username: 'free.name' },
      { email: 'gr@example.com', username: 'Gr.Ace' },
    );
    await policy.change({ revision: 0, values: { reservedUsernames: ['grace'] }, now: clock.now() });
  }
  const tell = { onRefused: () => {}, onNote: (_: unknown, told: readonly string[]) => void notes.push(told) };
  expect(await importLines(world.ports, lines(), tell)).toMatchObject({ created: 2, withoutUsername: 1 });
  expect(notes).toEqual([['/username: left out, because it is reserved; --with-roles gives it']]);
  expect((await world.ports.accounts.findByEmailKey('gr@example.com'))?.username).toBeUndefined();
  expect((await world.ports.accounts.findByEmailKey('free@example.com'))?.username).toBe('free.name');
});

test('contract 30: a dry run counts what the file has twice as the run does', async () => {
  const owner = await givenPerson(world.ports, { role: 'owner' });
  const application = someApplication(owner.id);
  await world.ports.applications.insert(application, 9);
  const subjects = { [application.id]: 'sub-1' };
  const { resource } = await givenApi(world);
  const api_subjects = { [resource]: 'sub-2' };
  const lines = () =>
    linesOf(
      { email: 'twice@example.com', username: 'twice' },
      { email: 'Twice@example.com' },
      { email: 'thrice@example.com', username: 'TWICE' },
      { email: 'one@example.com', subjects },
      { email: 'two@example.com', subjects },
      // Refused, so that another may have its address.
      { email: 'two@example.com' },
      { email: 'three@example.com', api_subjects },
      { email: 'four@example.com', api_subjects: { [`${resource}/`]: 'sub-2' } },
    );
  const tell = async (dryRun: boolean) => {
    const told: string[] = [];
    const tellAt = ({ line }: { line: number }, texts: readonly string[]) => void told.push(`${line} ${texts}`);
    const counts = await importLines(world.ports, lines(), { dryRun, onRefused: tellAt, onNote: tellAt });
    return { counts, told };
  };
  const tried = await tell(true);
  expect(tried.counts).toMatchObject({ read: 8, created: 5, existing: 1, refused: 2, withoutUsername: 1 });
  expect(await tell(false)).toEqual(tried);
});

test('contract 30: what a line says of applications and APIs that are not here is left out with a note, the rest is imported', async () => {
  const { ports } = world;
  const owner = await givenPerson(ports, { role: 'owner' });
  const here = someApplication(owner.id);
  await ports.applications.insert(here, 9);
  const connected = { sub: 'c', created_at: '2020-01-01T00:00:00Z', items: {} };
  const line = {
    email: 'moved@example.com',
    subjects: { [here.id]: 'kept', nowhere: 'x' },
    connections: { gone: connected, nowhere2: connected },
    api_subjects: { 'https://gone.example': 'x', 'not a resource': 'y' },
  };
  const notes: (readonly string[])[] = [];
  const run = (dryRun: boolean) =>
    importLines(ports, linesOf(line), {
      dryRun,
      onRefused: (_at, reasons) => void notes.push(['refused', ...reasons]),
      onNote: (_at, told) => void notes.push(told),
    });
  for (const dryRun of [true, false]) {
    expect(await run(dryRun)).toMatchObject({ created: 1, refused: 0 });
    const leftOut = ['nowhere', 'gone', 'nowhere2'].map(
      (id) => `${id}: the sub is left out, because there is no such application`,
    );
    const apis = ['https://gone.example', 'not a resource'].map(
      (resource) => `${resource}: the sub is left out, because there is no such API`,
    );
    expect(notes.splice(0)).toEqual([[...leftOut, ...apis]]);
  }
  const [found] = await ports.accounts.findBySub('kept', 2);
  expect(found?.email).toBe('moved@example.com');
});

test('contract 30: what is left out is counted by what it is, of those that were created, in dry run and run', async () => {
  const someNotes = [
    ['groups: left out'],
    ['groups: left out', 'notBefore: left out'],
    ['groups: left out'],
    undefined,
  ];
  async function* lines(): AsyncGenerator<ImportLine> {
    for (const [index, notes] of someNotes.entries()) {
      const email = index === 2 ? 'nobody' : `counted-${index}@example.com`;
      yield { at: { line: index + 1 }, content: { json: { email, username: `counted.${index}` } }, notes };
    }
    yield { at: { line: 5 }, content: { json: { email: 'counted-5@example.com', username: 'COUNTED.0' } } };
    yield { at: { file: 'hashes', line: 1 }, password: { faults: ['is not JSON'] } };
    yield { at: { file: 'hashes', line: 2 }, password: { notes: ['passwords: a line is of no user in the file'] } };
  }
  for (const dryRun of [true, false]) {
    const refused: unknown[] = [];
    const counts = await importLines(world.ports, lines(), {
      dryRun,
      onRefused: (...told) => void refused.push(told),
      onNote: () => {},
    });
    expect(counts).toMatchObject({ read: 5, created: 4, refused: 1, refusedPasswords: 1, withoutUsername: 1 });
    expect(counts.notes).toEqual([
      { note: 'groups: left out', lines: 2 },
      { note: '/username: left out, because it is or was another account’s', lines: 1 },
      { note: 'notBefore: left out', lines: 1 },
      { note: 'passwords: a line is of no user in the file', lines: 1 },
    ]);
    // A batch is stored after the lines that follow it were read.
    expect(refused).toEqual([
      [{ line: 3 }, [expect.stringMatching(/^\/email/)]],
      [{ file: 'hashes', line: 1 }, ['is not JSON']],
    ]);
  }
});

test('contract 30: an update says what it changes and what it leaves, and a dry run counts as the run does', async () => {
  const { ports } = world;
  const [first, second] = [`$2b$10$${'a'.repeat(53)}`, `$2b$10$${'b'.repeat(53)}`];
  const known = ['known', 'stopped', 'reset'].map((name) => ({ email: `${name}@up.example`, password: first }));
  const told: string[] = [];
  const run = async (lines: AsyncIterable<ImportLine>, options: { dryRun?: boolean; update?: boolean }) => {
    const counts = await importLines(ports, lines, {
      ...options,
      onRefused: () => {},
      onNote: ({ line }, notes) => void told.push(`${line} ${notes.join(' | ')}`),
    });
    return { counts, told: told.splice(0) };
  };
  await run(linesOf(...known.map((line) => ({ ...line, email_verified: true }))), {});
  const again = () =>
    linesOf(
      { email: 'known@up.example', password: second, profile: { nickname: 'New' } },
      // Of the file itself, twice: the second line finds what the first has changed.
      { email: 'known@up.example', password: second, profile: { nickname: 'New' } },
      { email: 'stopped@up.example', disabled: true, email_verified: false },
      { email: 'fresh@up.example', password: first, profile: { name: 'A' } },
      { email: 'fresh@up.example', password: second, profile: { name: 'A' }, disabled: true, email_verified: true },
      { email: 'fresh@up.example', profile: { name: 'A' } },
      { email: 'known@up.example', profile: { nickname: 'Newer' }, email_verified: true, disabled: false },
    );
  async function* all(): AsyncGenerator<ImportLine> {
    yield* again();
    const json = { email: 'reset@up.example', email_verified: true };
    yield { at: { line: 8 }, content: { json }, mustSetPassword: true };
  }
  const tried = await run(all(), { dryRun: true, update: true });
  expect(tried.counts).toMatchObject({ read: 8, created: 1, existing: 7, updated: 3 });
  const isTrue = (what: string) => `/${what}: true in the file, and not changed: the`;
  expect(tried.counts.notes).toEqual([
    { note: `${isTrue('disabled')} account is active`, lines: 2 },
    { note: '/email_verified: false in the file, and not changed: the address is verified', lines: 1 },
    { note: `${isTrue('email_verified')} address is not verified`, lines: 1 },
    {
      note: '/password: to be replaced by the person, and not changed: that of the former import opens the account',
      lines: 1,
    },
  ]);
  expect(tried.told).toEqual([
    '1 the account exists: changed profile and password',
    '2 left alone: the account exists',
    expect.stringMatching(/^3 left alone: the account exists \| \/disabled: true .* \| \/email_verified: false/),
    expect.stringMatching(/^5 the account exists: changed password \| \/disabled: true .* \| \/email_verified: true/),
    '6 left alone: the account exists',
    '7 the account exists: changed profile',
    expect.stringMatching(/^8 left alone: the account exists \| \/password: to be replaced/),
  ]);
  expect(await run(all(), { update: true })).toEqual(tried);
  const stopped = await ports.accounts.findByEmailKey('stopped@up.example');
  expect(stopped).toMatchObject({ emailVerified: true, disabledAt: undefined });
});

test('contract 30: notes of any number are counted, the first hundred by what they say', () => {
  const counts = createNoteCounts();
  for (let index = 0; index < 150; index += 1) counts.add([`note ${index}`, `other ${index}`, 'of all']);
  counts.add(['note 0', 'note 149']);
  const list = counts.list();
  expect(list).toHaveLength(101);
  expect(list.slice(0, 3)).toEqual([
    { note: 'of all', lines: 150 },
    { note: 'others, which the report names', lines: 102 },
    { note: 'note 0', lines: 2 },
  ]);
});

test('contract 31: groups that are not here refuse the line, or are created by --with-groups, in dry run and run', async () => {
  const { ports } = world;
  await ports.groups.insert(someGroup('here'), 100);
  const lines = () =>
    linesOf(
      { email: 'in@gr.example', groups: ['here'] },
      { email: 'new@gr.example', groups: ['here', 'fresh', 'fresh-2'] },
      { email: 'again@gr.example', groups: ['fresh'] },
    );
  const run = async (options: { dryRun?: boolean; withGroups?: boolean }) => {
    const refused: (readonly string[])[] = [];
    const told = { onRefused: (_: unknown, why: readonly string[]) => void refused.push(why), onNote: () => {} };
    return { counts: await importLines(ports, lines(), { ...options, ...told }), refused };
  };
  const namesOf = async (email: string) => {
    const account = await ports.accounts.findByEmailKey(email);
    return account && (await ports.groups.listByAccount(account.id)).map(({ name }) => name);
  };
  const unknown = (name: string) => `/groups: there is no group ${name}: create it, or give --with-groups, which does`;
  const refused = [[unknown('fresh'), unknown('fresh-2')], [unknown('fresh')]];
  expect(await run({ dryRun: true })).toMatchObject({ counts: { created: 1, refused: 2 }, refused });
  expect(await run({})).toMatchObject({ counts: { created: 1, refused: 2 }, refused });
  expect(await namesOf('in@gr.example')).toEqual(['here']);
  const all = { counts: { created: 2, existing: 1, refused: 0 }, refused: [] };
  expect(await run({ dryRun: true, withGroups: true })).toMatchObject(all);
  expect(await ports.groups.findByName('fresh')).toBeUndefined();
  expect(await run({ withGroups: true })).toMatchObject(all);
  expect(await namesOf('new@gr.example')).toEqual(['fresh', 'fresh-2', 'here']);
  // No application may name what a file has created.
  expect(await ports.groups.findByName('fresh')).toMatchObject({ applications: [], label: undefined });
});

test('contract 31: there are never more groups than there can be, and a dry run says so as the run does', async () => {
  const { ports } = world;
  const full = (stored: string[]) =>
    ({
      ...ports,
      groups: {
        ...ports.groups,
        count: async () => MAX_GROUPS - 1 + stored.length,
        insert: async ({ name }: Group) => (stored.push(name) > 1 ? 'too-many' : 'created'),
        findByName: async () => undefined,
      },
    }) as typeof ports;
  for (const dryRun of [true, false]) {
    const find = createGroupFinder(full([]), { dryRun, withGroups: true });
    expect(await find(['last'])).toEqual([]);
    expect(await find(['last', 'over'])).toEqual([`/groups: over cannot be created: there are ${MAX_GROUPS} groups`]);
  }
});
