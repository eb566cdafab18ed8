// What the import tells while it reads (contract 30). What it stores: test/contract/stores and test/processes.
import { expect, test } from 'vitest';
import {
  type ImportCounts,
  importAccounts,
  type SourceLine,
} from '../../../../src/core/account-files/import-accounts.ts';
import { USERNAME_KEY } from '../../../../src/core/usernames/username-key.ts';
import { givenPorts } from '../accounts/open-ports.ts';

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
