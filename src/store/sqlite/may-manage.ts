// ../nouns/may-manage.ts, for the stores that stand in this folder.
import type { Database as Connection } from 'better-sqlite3';
import type { Actor } from '../../core/operators/acting.ts';
import * as nouns from '../nouns/may-manage.ts';
import { driveOn } from './drive.ts';

export const prepareMayManage =
  (connection: Connection) =>
  (applicationId: string, by: Actor): boolean =>
    driveOn(connection)(nouns.mayManage(applicationId, by));
