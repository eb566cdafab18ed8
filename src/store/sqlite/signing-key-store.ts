// Signing keys on SQLite.
import type { SigningKey } from '../../core/keys/signing-key.ts';
import type { SigningKeyStore } from '../../core/keys/signing-key-store.ts';
import type { Sqlite } from './sqlite.ts';

type Row = {
  id: string;
  algorithm: SigningKey['algorithm'];
  number: number;
  public_jwk: string;
  sealed_private_key: Buffer;
  created_at: number;
  signs_from: number;
  revoked_at: number | null;
};

export function createSigningKeyStore({ writer, reader }: Sqlite): SigningKeyStore {
  const list = reader.connection.prepare<[], Row>('select * from signing_keys order by algorithm, number');
  const insertAll = prepareInsert(writer.connection);
  const schedule = writer.connection.prepare(
    'update signing_keys set signs_from = ? where id = ? and signs_from = ? and revoked_at is null',
  );
  const revokeOlder = writer.connection.prepare(
    'update signing_keys set revoked_at = ? where algorithm = ? and number < ? and revoked_at is null',
  );
  const reseal = writer.connection.prepare(
    'update signing_keys set sealed_private_key = ? where id = ? and sealed_private_key = ?',
  );
  const remove = writer.connection.prepare('delete from signing_keys where algorithm = ? and number < ?');

  return {
    list: () => reader.read(() => list.all().map(keyOf)),
    insert: (keys) => writer.write(() => insertAll(keys)),
    rotate: ({ algorithm, schedule: change, made, revoke }) =>
      writer.write(() => {
        // Nothing is written before it is sure that all of it can be.
        if (!insertAll(made, change && (() => schedule.run(change.to, change.id, change.from).changes === 1)))
          return false;
        if (revoke) revokeOlder.run(revoke.at, algorithm, revoke.belowNumber);
        return true;
      }),
    reseal: (id, from, to) => writer.write(() => reseal.run(to, id, from).changes === 1),
    remove: async (algorithm, belowNumber) => {
      await writer.write(() => remove.run(algorithm, belowNumber));
    },
  };
}

/** Inserts all when every number is free and `first` did its part; otherwise nothing, and false. */
function prepareInsert(connection: Sqlite['writer']['connection']) {
  const isTaken = connection
    .prepare<[string, number], number>('select exists (select 1 from signing_keys where algorithm = ? and number = ?)')
    .pluck();
  const insert = connection.prepare<[Row]>(`
    insert into signing_keys (id, algorithm, number, public_jwk, sealed_private_key, created_at, signs_from, revoked_at)
    values ($id, $algorithm, $number, $public_jwk, $sealed_private_key, $created_at, $signs_from, $revoked_at)`);
  return (keys: readonly SigningKey[], first: () => boolean = () => true): boolean => {
    if (keys.some((key) => isTaken.get(key.algorithm, key.number) === 1) || !first()) return false;
    for (const key of keys) insert.run(rowOf(key));
    return true;
  };
}

const keyOf = (row: Row): SigningKey => ({
  id: row.id,
  algorithm: row.algorithm,
  number: row.number,
  publicJwk: JSON.parse(row.public_jwk),
  sealedPrivateKey: row.sealed_private_key,
  createdAt: row.created_at,
  signsFrom: row.signs_from,
  revokedAt: row.revoked_at ?? undefined,
});

const rowOf = (key: SigningKey): Row => ({
  id: key.id,
  algorithm: key.algorithm,
  number: key.number,
  public_jwk: JSON.stringify(key.publicJwk),
  sealed_private_key: key.sealedPrivateKey,
  created_at: key.createdAt,
  signs_from: key.signsFrom,
  revoked_at: key.revokedAt ?? null,
});
