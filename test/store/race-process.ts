// A process of its own for races: opens the database it is given, says that it is ready, and calls one method many
// times at once for each message. Ends when its parent lets go.
import { sealEntries } from '../../src/core/audit/seal-entries.ts';
import type { PasskeyUse } from '../../src/core/passkeys/passkey-use.ts';
import type { Database } from '../../src/core/ports.ts';
import { createServerSecrets } from '../../src/core/secrets.ts';
import type { Session } from '../../src/core/sessions/session.ts';
import { ConfirmationNeeded } from '../../src/core/sessions/session-proof.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { NOW } from './contract/given.ts';
import type { RaceJob } from './contract/use-database.ts';

const [url = ''] = process.argv.slice(2);
const clock = { now: () => NOW };
const database: Database = url.startsWith('sqlite:')
  ? await openSqlite({ path: url.slice('sqlite:'.length), clock })
  : await openPostgres({ url, poolSize: 10, timeoutMs: 20_000, clock });
const { codes, tokens, emailChanges, factors, passkeys, sessions } = database.stores;
const auditDeps = { ...database.stores, clock, secrets: createServerSecrets(Buffer.alloc(32, 7)) };
const recorded = database.recording({ actor: { role: 'server' }, action: 'race' }, clock);

const METHODS: { readonly [Method in RaceJob['method']]: (input: never) => Promise<boolean> } = {
  redeem: (input) => codes.redeem(input),
  rotate: (input) => tokens.rotate(input),
  'take-back': async (input) => typeof (await emailChanges.takeBack(input)) === 'object',
  /** Writes an entry with a change, and seals what is there. */
  audit: async ({ name }: { name: string }) => {
    const isWritten = await recorded.sealedValues.insert({ name, sealed: Buffer.alloc(1), createdAt: NOW });
    await sealEntries(auditDeps);
    return isWritten;
  },
  'change-address': async (input) => (await emailChanges.prove(input)) === 'changed',
  enrol: (input) => refusedWithoutProof(factors.enrol(input)),
  'use-step': (input) => factors.useStep(input),
  'use-recovery-code': (input) => factors.useRecoveryCode(input),
  'add-passkey': async (input) => (await passkeys.add(input)) === 'added',
  'remove-passkey': async (input) => (await refusedWithoutProof(passkeys.remove(input))) === 'removed',
  'sign-in-by-passkey': async ({ session, passkey }: { session: Session; passkey: PasskeyUse }) =>
    (await sessions.start(session, undefined, passkey)) !== undefined,
};

/** The session of the proof ended a moment earlier. */
const refusedWithoutProof = <Result>(act: Promise<Result>): Promise<Result | false> =>
  act.catch((error: unknown) => {
    if (error instanceof ConfirmationNeeded) return false;
    throw error;
  });

process.on('message', async ({ method, inputs }: RaceJob) => {
  const results = await Promise.all(inputs.map((input) => METHODS[method](input as never)));
  process.send?.(results.filter((spent) => spent).length);
});
process.on('disconnect', () => database.close());
process.send?.('ready');
