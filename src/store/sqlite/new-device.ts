// Tells an account of a new device, inside the intent that starts the session.
import type { NewDevice } from '../../core/sessions/new-device.ts';
import { prepareQueueMail } from './queue-mail.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

type Told = { accountId: string; newDevice: NewDevice | undefined; now: number };

/** Does nothing without a new device, or when the account was told of its browser and network lately. */
export function prepareTellDevice(connection: Sqlite['writer']['connection']): (told: Told) => void {
  const wasTold = prepare(
    connection,
    'select 1 from told_devices where account_id = $accountId and device_mac = $mac and expires_at > $now',
  );
  const note = prepare(
    connection,
    `insert into told_devices (account_id, device_mac, expires_at) values ($accountId, $mac, $toldUntil)
     on conflict do update set expires_at = excluded.expires_at`,
  );
  const queueMail = prepareQueueMail(connection);
  return ({ accountId, newDevice, now }) => {
    if (!newDevice || newDevice.macs.some((mac) => wasTold.get({ accountId, mac, now }))) return;
    note.run({ accountId, mac: newDevice.macs[0], toldUntil: newDevice.toldUntil });
    queueMail(newDevice.mail);
  };
}
