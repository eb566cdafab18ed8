// ../nouns/take-username.ts, for the stores that stand in this folder.
import type { TakeRequest, TakeResult } from '../../core/usernames/username-store.ts';
import * as nouns from '../nouns/take-username.ts';
import { driveOn } from './drive.ts';
import type { Sqlite } from './sqlite.ts';

type Connection = Sqlite['writer']['connection'];

export const prepareTakeUsername =
  (connection: Connection) =>
  (taking: TakeRequest): TakeResult =>
    driveOn(connection)(nouns.takeUsername(taking));
export const prepareClearUsername =
  (connection: Connection) =>
  (cleared: nouns.Cleared): boolean =>
    driveOn(connection)(nouns.clearUsername(cleared));
