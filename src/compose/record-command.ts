// Records a command that works on the whole database without opening its stores: `move`, `backup`, `restore`.

import { systemClock } from '../core/ground/clock.ts';
import { entryOf } from '../core/server/audit/act.ts';
import { DatabaseRefused } from '../store/database-refused.ts';
import { commandAct } from './command-act.ts';
import type { DatabaseSettings } from './databases/database-kind.ts';
import { databaseAt } from './databases/databases.ts';

/**
 * Does nothing where the schema is older than this program's: such a database may have no audit, and is not migrated
 * here.
 * @param action what is told of it, if not the command itself
 * @throws Unavailable
 */
export async function recordOnDatabase(settings: DatabaseSettings, command: string, action = command): Promise<void> {
  try {
    const database = await databaseAt(settings.databaseUrl).open(settings, { clock: systemClock, migrate: false });
    try {
      await database.stores.audit.append([entryOf(commandAct(command, action), systemClock.now())]);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!(error instanceof DatabaseRefused)) throw error;
  }
}
