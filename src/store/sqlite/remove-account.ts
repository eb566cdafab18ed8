// ../nouns/remove-account.ts, for the stores that stand in this folder.
import * as nouns from '../nouns/remove-account.ts';
import { driveOn } from './drive.ts';
import type { Sqlite } from './sqlite.ts';

export const prepareRemoveAccount =
  (connection: Sqlite['writer']['connection']) =>
  (account: { id: string; now: number }): boolean =>
    driveOn(connection)(nouns.removeAccount(account));
