// ../nouns/hand-over.ts, for the stores that stand in this folder.
import type { Database as Connection } from 'better-sqlite3';
import type { HandedOver } from '../../core/operators/hand-over.ts';
import * as nouns from '../nouns/hand-over.ts';
import { driveOn } from './drive.ts';

export const prepareLeaveApplications =
  (connection: Connection) =>
  (leaving: nouns.Leaving): HandedOver | undefined =>
    driveOn(connection)(nouns.leaveApplications(leaving));
