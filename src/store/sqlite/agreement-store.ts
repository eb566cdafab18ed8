// ../nouns/agreement-store.ts, for the stores that stand in this folder.
import type { Database as Connection } from 'better-sqlite3';
import { type Agreed, insertAgreements } from '../nouns/agreement-store.ts';
import { driveOn } from './drive.ts';

export const prepareInsertAgreements =
  (connection: Connection) =>
  (input: Agreed): void =>
    driveOn(connection)(insertAgreements(input));
