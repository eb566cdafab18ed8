// ../nouns/trusted-device-store.ts, for the stores that stand in this folder.
import type { Database as Connection } from 'better-sqlite3';
import type { TrustedDevice } from '../../core/trusted-devices/trusted-device.ts';
import * as nouns from '../nouns/trusted-device-store.ts';
import { driveOn } from './drive.ts';

export function prepareTrust(connection: Connection) {
  const drive = driveOn(connection);
  return {
    counts: (device: { id: string; accountId: string; now: number }) => drive(nouns.isStillTrusted(device)),
    insert: (device: TrustedDevice) => drive(nouns.insertTrustedDevice(device)),
  };
}
