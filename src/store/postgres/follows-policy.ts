// ../nouns/follows-policy.ts, for the stores that stand in this folder.
import * as nouns from '../nouns/follows-policy.ts';
import { driveIn } from './drive.ts';
import type { Run } from './run.ts';

export const followsPolicy = (run: Run, revision: number) => driveIn(run, nouns.followsPolicy(revision));
