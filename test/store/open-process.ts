// A process of its own that opens each database it is told to, and answers which migrations it applied itself.
import { openSqlite } from '../../src/store/sqlite/open.ts';

process.on('message', async (where: { path: string; migrationsFolder: string }) => {
  let migrations: readonly string[] = [];
  const logger = {
    info: (details: object) => {
      migrations = (details as { migrations: readonly string[] }).migrations;
    },
  };
  const database = await openSqlite({ ...where, clock: { now: () => 7 }, logger });
  await database.check();
  await database.close();
  process.send?.(migrations);
});
process.send?.('ready');
