// ../nouns/account-act.ts, for the stores that stand in this folder.
import type { Database as Connection } from 'better-sqlite3';
import * as nouns from '../nouns/account-act.ts';
import { driveOn } from './drive.ts';

export const prepareRequireMayAct =
  (connection: Connection) =>
  (acted: nouns.Acted): void =>
    driveOn(connection)(nouns.requireMayAct(acted));
export const prepareRequireMayCreate =
  (connection: Connection) =>
  (created: nouns.Created): void =>
    driveOn(connection)(nouns.requireMayCreate(created));
export const prepareKeepAnOperator =
  (connection: Connection) =>
  (accountId: string): void =>
    driveOn(connection)(nouns.keepAnOperator(accountId));
