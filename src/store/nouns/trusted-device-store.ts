// Trusted devices.
import { MAX_TRUSTED_DEVICES, type TrustedDevice } from '../../core/sign-in/trusted-devices/trusted-device.ts';
import type { TrustedDeviceStore } from '../../core/sign-in/trusted-devices/trusted-device-store.ts';
import { type Base, count, type Intent } from '../intent.ts';
import { STAFF } from '../roles.ts';
import { ListOf, statement, table } from '../statement.ts';
import { changeWithProof } from './session-proof.ts';

export const TRUSTED_DEVICES = table('trusted_devices', 'id', {
  text: 'id account_id user_agent network',
  bytes: 'token_hash',
  integer: 'sign_in_epoch created_at expires_at',
});

/** Devices `d` of account `a` that count. Takes `accountId` and `now`. */
const COUNTING = `
  trusted_devices d join accounts a on a.id = d.account_id
  where d.account_id = $accountId and d.expires_at > $now and d.sign_in_epoch = a.sign_in_epoch
    and a.role not in ${STAFF}`;

const LIST = statement(`select d.* from ${COUNTING} order by d.id desc`);
const FIND = statement(`select d.* from ${COUNTING} and d.token_hash = any($tokenHashes::bytea[]) limit 1`);
const COUNTS = statement(`select 1 from ${COUNTING} and d.id = $id`);
const REMOVE = statement('delete from trusted_devices where id = $id and account_id = $accountId');
const INSERT = statement(`
  insert into trusted_devices (id, account_id, token_hash, sign_in_epoch, user_agent, network, created_at, expires_at)
  select $id::text, $accountId::text, $tokenHash, $signInEpoch::bigint, $userAgent, $network, $createdAt, $expiresAt
  from accounts where id = $accountId and sign_in_epoch = $signInEpoch and role not in ${STAFF}`);
const removeBesides = (newest: string): string =>
  `delete from trusted_devices where account_id = $accountId and id ${newest}`;
const NEWEST = `
  select id from trusted_devices where account_id = $accountId
  order by created_at desc, id desc limit ${MAX_TRUSTED_DEVICES}`;
// PostgreSQL may run a subquery behind `in` again for each row, and its limit would start over.
const REMOVE_OLDEST = statement({
  postgres: removeBesides(`<> all (array(${NEWEST}))`),
  sqlite: removeBesides(`not in (${NEWEST})`),
});
/** A change of factors ends every trust of the account. */
export const END_TRUST = statement('delete from trusted_devices where account_id = $accountId');

export const createTrustedDeviceStore = (base: Base): TrustedDeviceStore => ({
  listByAccount: (accountId, now) => base.rows<TrustedDevice>(LIST, { accountId, now }),
  find: (accountId, tokenHashes, now) =>
    base.row<TrustedDevice>(FIND, { accountId, tokenHashes: new ListOf(tokenHashes), now }),
  remove: async ({ proof, ...device }) => (await changeWithProof(base, proof, REMOVE, device)) === 1,
});

/** Whether a sign-in may do without the second factor, inside its own transaction, which has locked the account. */
export function* isStillTrusted(device: { id: string; accountId: string; now: number }): Intent<boolean> {
  return (yield* count(COUNTS, device)) === 1;
}

/** Stores the device that a sign-in trusts, inside its own transaction. */
export function* insertTrustedDevice(device: TrustedDevice): Intent<void> {
  if ((yield* count(INSERT, device)) === 1) yield* count(REMOVE_OLDEST, { accountId: device.accountId });
}
