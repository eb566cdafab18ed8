// Tells an account of a new device, inside the intent that starts the session.
import type { NewDevice } from '../../core/sign-in/sessions/new-device.ts';
import { count, type Intent } from '../intent.ts';
import { ListOf, statement, table } from '../statement.ts';
import { queueMail } from './queue-mail.ts';

export const TOLD_DEVICES = table('told_devices', 'account_id device_mac', {
  text: 'account_id',
  bytes: 'device_mac',
  integer: 'expires_at',
});

const WAS_TOLD = statement(`
  select 1 from told_devices
  where account_id = $accountId and device_mac = any($macs::bytea[]) and expires_at > $now`);
const NOTE = statement(`
  insert into told_devices (account_id, device_mac, expires_at) values ($accountId, $mac, $notifiedUntil)
  on conflict (account_id, device_mac) do update set expires_at = excluded.expires_at`);

type SeenDevice = { accountId: string; newDevice: NewDevice | undefined; now: number };

/**
 * Does nothing without a new device, or when the account was told of its browser and network lately. The account's row
 * is locked, so that one of several sign-ins tells.
 */
export function* recordDevice({ accountId, newDevice, now }: SeenDevice): Intent<void> {
  if (!newDevice) return;
  const { macs, mail, notifiedUntil } = newDevice;
  if ((yield* count(WAS_TOLD, { accountId, macs: new ListOf(macs), now })) > 0) return;
  yield* count(NOTE, { accountId, mac: macs[0], notifiedUntil });
  yield* queueMail(mail);
}
