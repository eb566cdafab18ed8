// ../nouns/agreement-store.ts, for the stores that stand in this folder.
import * as nouns from '../nouns/agreement-store.ts';
import { driveIn } from './drive.ts';
import type { Run } from './run.ts';

export const insertAgreements = (run: Run, input: nouns.Agreed) => driveIn(run, nouns.insertAgreements(input));
