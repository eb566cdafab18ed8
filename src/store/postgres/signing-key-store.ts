// Signing keys on PostgreSQL. Inserts and rotations hold an advisory lock, so that what they read is still true when
// they write.
import type { SigningKey } from '../../core/keys/signing-key.ts';
import type { SigningKeyStore } from '../../core/keys/signing-key-store.ts';
import { SIGNING_KEYS_LOCK } from './locks.ts';
import type { Postgres } from './postgres.ts';
import type { Run } from './run.ts';
import { statement } from './statement.ts';

const LIST = statement('select * from signing_keys order by algorithm, number');

const FIND_NUMBER = statement('select 1 from signing_keys where algorithm = $algorithm and number = $number');
const INSERT = statement(`
  insert into signing_keys (id, algorithm, number, public_jwk, sealed_private_key, created_at, signs_from, revoked_at)
  values ($id, $algorithm, $number, $publicJwk, $sealedPrivateKey, $createdAt, $signsFrom, $revokedAt)`);
const SCHEDULE = statement(`
  update signing_keys set signs_from = $to where id = $id and signs_from = $from and revoked_at is null`);
const REVOKE_OLDER = statement(`
  update signing_keys set revoked_at = $at where algorithm = $algorithm and number < $belowNumber and revoked_at is null`);
const RESEAL = statement(`
  update signing_keys set sealed_private_key = $to where id = $id and sealed_private_key = $from`);
const REMOVE = statement('delete from signing_keys where algorithm = $algorithm and number < $belowNumber');

export function createSigningKeyStore({ read, write, transaction }: Postgres): SigningKeyStore {
  /**
   * Inserts all keys when every number is free and `first` returns true; otherwise inserts nothing and returns false.
   */
  const insertAll = async (run: Run, keys: readonly SigningKey[], first = async () => true): Promise<boolean> => {
    for (const { algorithm, number } of keys) {
      if ((await run(FIND_NUMBER, { algorithm, number })).count > 0) return false;
    }
    if (!(await first())) return false;
    for (const key of keys) await run(INSERT, key);
    return true;
  };
  return {
    list: async () => [...(await read<SigningKey>(LIST))],
    insert: (keys) => transaction((run) => insertAll(run, keys), [SIGNING_KEYS_LOCK]),
    rotate: ({ algorithm, schedule, made, revoke }) =>
      transaction(
        async (run) => {
          const change = schedule && (async () => (await run(SCHEDULE, schedule)).count === 1);
          if (!(await insertAll(run, made, change))) return false;
          if (revoke) await run(REVOKE_OLDER, { ...revoke, algorithm });
          return true;
        },
        [SIGNING_KEYS_LOCK],
      ),
    reseal: async (id, from, to) => (await write(RESEAL, { id, from, to })).count === 1,
    remove: async (algorithm, belowNumber) => {
      await write(REMOVE, { algorithm, belowNumber });
    },
  };
}
