// ../nouns/remove-account.ts, for the stores that stand in this folder.
import * as nouns from '../nouns/remove-account.ts';
import { driveIn, of } from './drive.ts';
import type { Run } from './run.ts';

export const LOCK_WHOLE_ACCOUNT = of(nouns.LOCK_WHOLE_ACCOUNT);
export const removeAccount = (run: Run, account: { id: string; now: number }) =>
  driveIn(run, nouns.removeAccount(account));
