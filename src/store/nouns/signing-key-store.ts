// Signing keys. Inserts and rotations hold an advisory lock, so that what they read is still true when they write.
import type { SigningKey } from '../../core/server/keys/signing-key.ts';
import type { SigningKeyStore } from '../../core/server/keys/signing-key-store.ts';
import { type Base, count, type Intent } from '../intent.ts';
import { statement, table } from '../statement.ts';
import { SIGNING_KEYS_LOCK } from './locks.ts';

export const SIGNING_KEYS = table('signing_keys', 'id', {
  text: 'id algorithm',
  json: 'public_jwk',
  bytes: 'sealed_private_key',
  integer: 'number created_at signs_from revoked_at',
});

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

function* isTaken(keys: readonly SigningKey[]): Intent<boolean> {
  for (const key of keys) if ((yield* count(FIND_NUMBER, key)) > 0) return true;
  return false;
}

export const createSigningKeyStore = ({ rows, change, write }: Base): SigningKeyStore => ({
  list: () => rows<SigningKey>(LIST),
  insert: (keys) =>
    write(
      function* () {
        if (yield* isTaken(keys)) return false;
        for (const key of keys) yield* count(INSERT, key);
        return true;
      },
      [SIGNING_KEYS_LOCK],
    ),
  rotate: ({ algorithm, schedule, made, revoke }) =>
    write(
      function* () {
        if (yield* isTaken(made)) return false;
        if (schedule && (yield* count(SCHEDULE, schedule)) !== 1) return false;
        for (const key of made) yield* count(INSERT, key);
        if (revoke) yield* count(REVOKE_OLDER, { ...revoke, algorithm });
        return true;
      },
      [SIGNING_KEYS_LOCK],
    ),
  reseal: async (id, from, to) => (await change(RESEAL, { id, from, to })) === 1,
  remove: async (algorithm, belowNumber) => {
    await change(REMOVE, { algorithm, belowNumber });
  },
});
