// ../nouns/trusted-device-store.ts, for the stores that stand in this folder.
import type { TrustedDevice } from '../../core/trusted-devices/trusted-device.ts';
import * as nouns from '../nouns/trusted-device-store.ts';
import { driveIn } from './drive.ts';
import type { Run } from './run.ts';

export const isStillTrusted = (run: Run, device: { id: string; accountId: string; now: number }) =>
  driveIn(run, nouns.isStillTrusted(device));
export const insertTrustedDevice = (run: Run, device: TrustedDevice) => driveIn(run, nouns.insertTrustedDevice(device));
