// A process of its own for races (contract/race-processes.ts): opens the database that it is told, and calls one method
// many times at once for each job. Ends when its parent lets go.

import { ConfirmationNeeded } from '../../src/core/ground/acts/session-proof.ts';
import { createServerSecrets } from '../../src/core/ground/secrets.ts';
import type { Database } from '../../src/core/operating/ports.ts';
import { sealEntries } from '../../src/core/server/audit/seal-entries.ts';
import type { PasskeyUse } from '../../src/core/sign-in/passkeys/passkey-use.ts';
import type { Session } from '../../src/core/sign-in/sessions/session.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { NOW } from './stores/given.ts';
import type { RaceJob, ToRaceProcess } from './stores/race-processes.ts';
import { stopBeingOperator } from './stores/stop-operator.ts';

const clock = { now: () => NOW };
const secrets = createServerSecrets(Buffer.alloc(32, 7));
const openDatabase = (url: string): Promise<Database> =>
  url.startsWith('sqlite:')
    ? openSqlite({ path: url.slice('sqlite:'.length), clock })
    : openPostgres({ url, poolSize: 10, timeoutMs: 20_000, clock });

type Methods = { readonly [Method in RaceJob['method']]: (input: never) => Promise<boolean> };

function methodsOf({ stores, recording }: Database): Methods {
  const { codes, tokens, emailChanges, factors, passkeys, sessions, spentJwts, deviceCodes } = stores;
  const recorded = recording({ actor: { role: 'server' }, action: 'race' as never }, clock);
  return {
    redeem: (input) => codes.redeem(input),
    rotate: (input) => tokens.rotate(input),
    'take-back': async (input) => typeof (await emailChanges.takeBack(input)) === 'object',
    /** Writes an entry with a change, and seals what is there. */
    audit: async ({ name }: { name: string }) => {
      const isWritten = await recorded.sealedValues.insert({ name, sealed: Buffer.alloc(1), createdAt: NOW });
      await sealEntries({ ...stores, clock, secrets });
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
    'issue-code': async (input) => (await codes.issue(input)) === 'issued',
    'spend-jwt': (input) => spentJwts.spend(input),
    'redeem-device': (input) => deviceCodes.redeem(input),
    /** Denies without a grant. */
    'answer-device': (input: Parameters<typeof deviceCodes.confirm>[0]) =>
      input.grant ? deviceCodes.confirm(input) : deviceCodes.deny(input),
    'stop-operator': (input) => stopBeingOperator(stores, input),
  };
}

/** The session of the proof ended a moment earlier. */
const refusedWithoutProof = <Result>(act: Promise<Result>): Promise<Result | false> =>
  act.catch((error: unknown) => {
    if (error instanceof ConfirmationNeeded) return false;
    throw error;
  });

let opened: { url: string; database: Database; methods: Methods } | undefined;

/** @returns how many calls did what they were to do */
async function obey(told: ToRaceProcess): Promise<number> {
  if ('database' in told) {
    if (opened?.url === told.database) return 0;
    await opened?.database.close();
    const database = await openDatabase(told.database);
    opened = { url: told.database, database, methods: methodsOf(database) };
    return 0;
  }
  const { method, inputs } = told;
  const results = await Promise.all(inputs.map((input) => opened?.methods[method](input as never)));
  return results.filter((spent) => spent).length;
}

process.on('message', async (told: ToRaceProcess) => process.send?.(await obey(told)));
process.on('disconnect', () => opened?.database.close());
