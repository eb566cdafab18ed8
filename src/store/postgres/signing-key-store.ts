// Signing keys on PostgreSQL.
import type { SigningKey } from '../../core/keys/signing-key.ts';
import type { SigningKeyStore } from '../../core/keys/signing-key-store.ts';
import type { Postgres } from './postgres.ts';
import { statement } from './statement.ts';

const LIST = statement('select * from signing_keys order by algorithm, number');

// A process that comes second waits for the first at the unique number, and then finds it taken.
const INSERT = statement(`
  insert into signing_keys (id, algorithm, number, public_jwk, sealed_private_key, created_at, signs_from, revoked_at)
  values ($id, $algorithm, $number, $publicJwk, $sealedPrivateKey, $createdAt, $signsFrom, $revokedAt)
  on conflict (algorithm, number) do nothing`);
const SCHEDULE = statement('update signing_keys set signs_from = $signsFrom where id = $id');
const REVOKE_OLDER = statement(`
  update signing_keys set revoked_at = $now where algorithm = $algorithm and number < $number and revoked_at is null`);
const RESEAL = statement(`
  update signing_keys set sealed_private_key = $to where id = $id and sealed_private_key = $from`);
const REMOVE = statement('delete from signing_keys where algorithm = $algorithm and number < $belowNumber');

/** Undoes the transaction it is thrown in. */
class NumberTaken extends Error {}

export function createSigningKeyStore(postgres: Postgres): SigningKeyStore {
  const { read, write } = postgres;
  /** All of it, or nothing when a number is taken. */
  const unlessTaken = async (intent: Parameters<typeof postgres.transaction<void>>[0]): Promise<boolean> => {
    try {
      await postgres.transaction(intent);
      return true;
    } catch (error) {
      if (error instanceof NumberTaken) return false;
      throw error;
    }
  };
  return {
    list: async () => [...(await read<SigningKey>(LIST))],
    insert: (keys) =>
      unlessTaken(async (run) => {
        for (const key of keys) if ((await run(INSERT, key)).count === 0) throw new NumberTaken();
      }),
    rotate: ({ next, signsFrom, successor, revokeOlderAt }) =>
      unlessTaken(async (run) => {
        if ((await run(INSERT, successor)).count === 0) throw new NumberTaken();
        await run(SCHEDULE, { id: next.id, signsFrom });
        if (revokeOlderAt === undefined) return;
        await run(REVOKE_OLDER, { now: revokeOlderAt, algorithm: next.algorithm, number: next.number });
      }),
    reseal: async (id, from, to) => (await write(RESEAL, { id, from, to })).count === 1,
    remove: async (algorithm, belowNumber) => {
      await write(REMOVE, { algorithm, belowNumber });
    },
  };
}
