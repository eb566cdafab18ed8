// ../nouns/may-manage.ts, for the stores that stand in this folder.
import type { Actor } from '../../core/operators/acting.ts';
import * as nouns from '../nouns/may-manage.ts';
import { driveIn } from './drive.ts';
import type { Run } from './run.ts';

export const mayManage = (run: Run, applicationId: string, by: Actor) =>
  driveIn(run, nouns.mayManage(applicationId, by));
