// ../nouns/passkey-store.ts, for the stores that stand in this folder.
import type { PasskeyUse } from '../../core/passkeys/passkey-use.ts';
import * as nouns from '../nouns/passkey-store.ts';
import { driveIn } from './drive.ts';
import type { Run } from './run.ts';

export const usePasskey = (run: Run, use: PasskeyUse & { accountId: string; now: number }) =>
  driveIn(run, nouns.usePasskey(use));
