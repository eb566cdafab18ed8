// A process of its own for races: opens the database it is given, says that it is ready, and calls one method many
// times at once for each message. Ends when its parent lets go.
import { sealEntries } from '../../src/core/audit/seal-entries.ts';
import type { Database } from '../../src/core/ports.ts';
import { createServerSecrets } from '../../src/core/secrets.ts';
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
const auditDeps = { ...database.stores, clock, secrets: createServerSecrets(Buffer.alloc(32, 7)) };
const recorded = database.recording({ actor: { role: 'server' }, action: 'race' }, clock);

const METHODS: { readonly [Method in RaceJob['method']]: (input: never) => Promise<boolean> } = {
  redeem: (input) => codes.redeem(input),
  rotate: (input) => tokens.rotate(input),
  'take-back': async (input) => (await emailChanges.takeBack(input)) !== undefined,
  /** Writes an entry with a change, and seals what is there. */
  audit: async ({ name }: { name: string }) => {
    const isWritten = await recorded.sealedValues.insert({ name, sealed: Buffer.alloc(1), createdAt: NOW });
    await sealEntries(auditDeps);
    return isWritten;
  },
  'change-address': async (input) => (await emailChanges.prove(input)) === 'changed',
};

process.on('message', async ({ method, inputs }: RaceJob) => {
  const results = await Promise.all(inputs.map((input) => METHODS[method](input as never)));
  process.send?.(results.filter((spent) => spent).length);
});
process.on('disconnect', () => database.close());
process.send?.('ready');
