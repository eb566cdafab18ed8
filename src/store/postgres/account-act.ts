// ../nouns/account-act.ts, for the stores that stand in this folder.
import * as nouns from '../nouns/account-act.ts';
import { driveIn } from './drive.ts';
import type { Run } from './run.ts';

export const requireMayAct = (run: Run, acted: nouns.Acted) => driveIn(run, nouns.requireMayAct(acted));
export const requireMayCreate = (run: Run, created: nouns.Created) => driveIn(run, nouns.requireMayCreate(created));
export const keepAnOperator = (run: Run, accountId: string) => driveIn(run, nouns.keepAnOperator(accountId));
