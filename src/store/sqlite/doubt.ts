// ../nouns/doubt.ts, for the stores that stand in this folder.
import type { Database as Connection } from 'better-sqlite3';
import type { ActingAccount } from '../../core/email-changes/doubt.ts';
import * as nouns from '../nouns/doubt.ts';
import { driveOn } from './drive.ts';

export const prepareRequireSettled =
  (connection: Connection) =>
  (account: ActingAccount | undefined): void =>
    driveOn(connection)(nouns.requireSettled(account));
