// ../nouns/take-username.ts, for the stores that stand in this folder.
import type { TakeRequest } from '../../core/usernames/username-store.ts';
import * as nouns from '../nouns/take-username.ts';
import { driveIn } from './drive.ts';
import type { Run } from './run.ts';

export const takeUsername = (run: Run, taking: TakeRequest) => driveIn(run, nouns.takeUsername(taking));
export const clearUsername = (run: Run, cleared: nouns.Cleared) => driveIn(run, nouns.clearUsername(cleared));
