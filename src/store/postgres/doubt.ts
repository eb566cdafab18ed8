// ../nouns/doubt.ts, for the stores that stand in this folder.
import type { ActingAccount } from '../../core/email-changes/doubt.ts';
import * as nouns from '../nouns/doubt.ts';
import { driveIn } from './drive.ts';
import type { Run } from './run.ts';

export const findDoubt = (run: Run, account: { accountId: string; now: number }) =>
  driveIn(run, nouns.findDoubt(account));
export const requireSettled = (run: Run, account: ActingAccount | undefined) =>
  driveIn(run, nouns.requireSettled(account));
