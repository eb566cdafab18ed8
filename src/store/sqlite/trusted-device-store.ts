// Trusted devices on SQLite.
import type { Database as Connection } from 'better-sqlite3';
import { MAX_TRUSTED_DEVICES, type TrustedDevice } from '../../core/trusted-devices/trusted-device.ts';
import type { TrustedDeviceStore } from '../../core/trusted-devices/trusted-device-store.ts';
import { STAFF } from '../roles.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

/** Devices `d` of account `a` that count. Takes `accountId` and `now`. */
const COUNTING = `
  trusted_devices d join accounts a on a.id = d.account_id
  where d.account_id = $accountId and d.expires_at > $now and d.sign_in_epoch = a.sign_in_epoch
    and a.role not in ${STAFF}`;

export function createTrustedDeviceStore({ writer, reader }: Sqlite): TrustedDeviceStore {
  const list = prepare<TrustedDevice>(reader.connection, `select d.* from ${COUNTING} order by d.id desc`);
  const find = prepare<TrustedDevice>(reader.connection, `select d.* from ${COUNTING} and d.token_hash = $tokenHash`);
  const remove = prepare(writer.connection, 'delete from trusted_devices where id = $id and account_id = $accountId');
  const requireProof = prepareRequireProof(writer.connection);
  return {
    listByAccount: (accountId, now) => reader.read(() => list.all({ accountId, now })),
    find: (accountId, tokenHashes, now) =>
      reader.read(() => {
        for (const tokenHash of tokenHashes) {
          const found = find.get({ accountId, tokenHash, now });
          if (found) return found;
        }
        return undefined;
      }),
    remove: ({ proof, ...device }) =>
      writer.write(() => {
        requireProof(proof);
        return remove.run(device) === 1;
      }),
  };
}

/** What a sign-in does to trusted devices, inside its own intent. */
export function prepareTrust(connection: Connection) {
  const counts = prepare(connection, `select 1 from ${COUNTING} and d.id = $id`);
  const insert = prepare(
    connection,
    `insert into trusted_devices (id, account_id, token_hash, sign_in_epoch, user_agent, network, created_at, expires_at)
     select $id, $accountId, $tokenHash, $signInEpoch, $userAgent, $network, $createdAt, $expiresAt
     from accounts where id = $accountId and sign_in_epoch = $signInEpoch and role not in ${STAFF}`,
  );
  const removeOldest = prepare(
    connection,
    `delete from trusted_devices where account_id = $accountId and id not in (
       select id from trusted_devices where account_id = $accountId
       order by created_at desc, id desc limit ${MAX_TRUSTED_DEVICES})`,
  );
  return {
    counts: (device: { id: string; accountId: string; now: number }): boolean => counts.get(device) !== undefined,
    insert: (device: TrustedDevice): void => {
      if (insert.run(device) === 1) removeOldest.run(device);
    },
  };
}

/** A change of factors ends every trust of the account. */
export function prepareEndTrust(connection: Connection): (accountId: string) => void {
  const remove = prepare(connection, 'delete from trusted_devices where account_id = $accountId');
  return (accountId) => void remove.run({ accountId });
}
