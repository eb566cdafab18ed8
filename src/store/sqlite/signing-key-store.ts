// Signing keys on SQLite.
import type { SigningKey } from '../../core/keys/signing-key.ts';
import type { SigningKeyStore } from '../../core/keys/signing-key-store.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

export function createSigningKeyStore({ writer: { connection, write }, reader }: Sqlite): SigningKeyStore {
  const list = prepare<SigningKey>(reader.connection, 'select * from signing_keys order by algorithm, number');
  const insertAll = prepareInsert(connection);
  const schedule = prepare(
    connection,
    'update signing_keys set signs_from = $to where id = $id and signs_from = $from and revoked_at is null',
  );
  const revokeOlder = prepare(
    connection,
    `update signing_keys set revoked_at = $at
     where algorithm = $algorithm and number < $belowNumber and revoked_at is null`,
  );
  const reseal = prepare(
    connection,
    'update signing_keys set sealed_private_key = $to where id = $id and sealed_private_key = $from',
  );
  const remove = prepare(connection, 'delete from signing_keys where algorithm = $algorithm and number < $belowNumber');

  return {
    list: () => reader.read(() => list.all()),
    insert: (keys) => write(() => insertAll(keys)),
    rotate: ({ algorithm, schedule: change, made, revoke }) =>
      write(() => {
        // `insertAll` comes first: it writes only when the whole rotation can be written.
        if (!insertAll(made, change && (() => schedule.run(change) === 1))) return false;
        if (revoke) revokeOlder.run({ algorithm, ...revoke });
        return true;
      }),
    reseal: (id, from, to) => write(() => reseal.run({ id, from, to }) === 1),
    remove: async (algorithm, belowNumber) => {
      await write(() => remove.run({ algorithm, belowNumber }));
    },
  };
}

/** Inserts all keys when every number is free and `first` returns true; otherwise inserts nothing and returns false. */
function prepareInsert(connection: Sqlite['writer']['connection']) {
  const taken = prepare(connection, 'select 1 from signing_keys where algorithm = $algorithm and number = $number');
  const insert = prepare(
    connection,
    `insert into signing_keys (id, algorithm, number, public_jwk, sealed_private_key, created_at, signs_from, revoked_at)
     values ($id, $algorithm, $number, $publicJwk, $sealedPrivateKey, $createdAt, $signsFrom, $revokedAt)`,
  );
  return (keys: readonly SigningKey[], first: () => boolean = () => true): boolean => {
    if (keys.some((key) => taken.get(key)) || !first()) return false;
    for (const key of keys) insert.run(key);
    return true;
  };
}
