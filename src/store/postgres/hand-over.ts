// ../nouns/hand-over.ts, for the stores that stand in this folder.
import * as nouns from '../nouns/hand-over.ts';
import { driveIn } from './drive.ts';
import type { Run } from './run.ts';

export const leaveApplications = (run: Run, leaving: nouns.Leaving) => driveIn(run, nouns.leaveApplications(leaving));
