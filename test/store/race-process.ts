// A process of its own for races: opens the database it is given, says that it is ready, and calls one method many
// times at once for each message. Ends when its parent lets go.
import type { Database } from '../../src/core/ports.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { NOW } from './contract/given.ts';
import type { RaceJob } from './contract/use-database.ts';

const [url = ''] = process.argv.slice(2);
const clock = { now: () => NOW };
const database: Database = url.startsWith('sqlite:')
  ? await openSqlite({ path: url.slice('sqlite:'.length), clock })
  : await openPostgres({ url, poolSize: 10, timeoutMs: 20_000, clock });
const { codes, tokens, emailChanges } = database.stores;

const METHODS: { readonly [Method in RaceJob['method']]: (input: never) => Promise<boolean> } = {
  redeem: (input) => codes.redeem(input),
  rotate: (input) => tokens.rotate(input),
  'take-back': async (input) => (await emailChanges.takeBack(input)) !== undefined,
  'change-address': async (input) => (await emailChanges.prove(input)) === 'changed',
};

process.on('message', async ({ method, inputs }: RaceJob) => {
  const results = await Promise.all(inputs.map((input) => METHODS[method](input as never)));
  process.send?.(results.filter((spent) => spent).length);
});
process.on('disconnect', () => database.close());
process.send?.('ready');
