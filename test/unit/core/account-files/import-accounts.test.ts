// What the import tells while it reads (contract 30). What it stores: test/contract/stores and test/processes.
import { expect, test } from 'vitest';
import {
  type ImportCounts,
  importAccounts,
  type SourceLine,
} from '../../../../src/core/account-files/import-accounts.ts';
import { USERNAME_KEY } from '../../../../src/core/usernames/username-key.ts';
import { someApplication } from '../../../contract/stores/given.ts';
import { givenPerson, givenPorts } from '../accounts/open-ports.ts';

const world = givenPorts();

async function* linesOf(...contents: readonly object[]): AsyncGenerator<SourceLine> {
  for (const [index, json] of contents.entries()) yield { at: { line: index + 1 }, content: { json } };
}

test('contract 30: progress is told while every line is refused, too', async () => {
  const told: number[] = [];
  const refused: number[] = [];
  const counts = await importAccounts(world.ports, linesOf({ email: 1 }, { email: 'mina' }, {}), {
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
  expect(await importAccounts(world.ports, lines(), { ...quiet, dryRun: true })).toMatchObject({
    created: 1,
    refused: 1,
  });
  expect(await world.ports.accounts.findByEmailKey('dry@example.com')).toBeUndefined();
  expect(await world.ports.sealedValues.find(USERNAME_KEY)).toBeUndefined();
  expect(await importAccounts(world.ports, lines(), quiet)).toMatchObject({ created: 1, refused: 1 });
  const taken = linesOf({ email: 'other@example.com', username: 'Dry.Run' });
  expect(await importAccounts(world.ports, taken, { ...quiet, dryRun: true })).toMatchObject({ withoutUsername: 1 });
});

test('contract 30: a dry run counts what the file has twice as the run does', async () => {
  const owner = await givenPerson(world.ports, { role: 'owner' });
  const application = someApplication(owner.id);
  await world.ports.applications.insert(application, 9);
  const subjects = { [application.id]: 'sub-1' };
  const lines = () =>
    linesOf(
      { email: 'twice@example.com', username: 'twice' },
      { email: 'Twice@example.com' },
      { email: 'thrice@example.com', username: 'TWICE' },
      { email: 'one@example.com', subjects },
      { email: 'two@example.com', subjects },
      // Refused, so that another may have its address.
      { email: 'two@example.com' },
    );
  const tell = async (dryRun: boolean) => {
    const told: string[] = [];
    const tellAt = ({ line }: { line: number }, texts: readonly string[]) => void told.push(`${line} ${texts}`);
    const counts = await importAccounts(world.ports, lines(), { dryRun, onRefused: tellAt, onNote: tellAt });
    return { counts, told };
  };
  const tried = await tell(true);
  expect(tried.counts).toMatchObject({ read: 6, created: 4, existing: 1, refused: 1, withoutUsername: 1 });
  expect(await tell(false)).toEqual(tried);
});

test('contract 30: what a line says of applications that are not here is left out with a note, the rest is imported', async () => {
  const { ports } = world;
  const owner = await givenPerson(ports, { role: 'owner' });
  const here = someApplication(owner.id);
  await ports.applications.insert(here, 9);
  const connected = { sub: 'c', created_at: '2020-01-01T00:00:00Z', items: {} };
  const line = {
    email: 'moved@example.com',
    subjects: { [here.id]: 'kept', nowhere: 'x' },
    connections: { gone: connected, nowhere2: connected },
  };
  const notes: (readonly string[])[] = [];
  const run = (dryRun: boolean) =>
    importAccounts(ports, linesOf(line), {
      dryRun,
      onRefused: (_at, reasons) => void notes.push(['refused', ...reasons]),
      onNote: (_at, told) => void notes.push(told),
    });
  for (const dryRun of [true, false]) {
    expect(await run(dryRun)).toMatchObject({ created: 1, refused: 0 });
    const leftOut = ['nowhere', 'gone', 'nowhere2'].map(
      (id) => `${id}: the sub is left out, because there is no such application`,
    );
    expect(notes.splice(0)).toEqual([leftOut]);
  }
  const [found] = await ports.accounts.findBySub('kept', 2);
  expect(found?.email).toBe('moved@example.com');
});
