// ../nouns/keep-session.ts, for the stores that stand in this folder.
import type { KeptSession } from '../../core/sessions/session-store.ts';
import * as nouns from '../nouns/keep-session.ts';
import { driveIn } from './drive.ts';
import type { Run } from './run.ts';

type KeepInput = { accountId: string; fromEpoch: number; keep: KeptSession; endGrants: boolean };
export const keepSession = (run: Run, input: KeepInput): Promise<boolean> => driveIn(run, nouns.keepSession(input));
