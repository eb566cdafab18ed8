// A process of its own that opens each database it is told to, and answers which migrations it applied itself.
import { openPostgres } from '../../src/store/postgres/open.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';

type Where = { path?: string; url?: string; migrationsFolder: string };

process.on('message', async ({ path, url, migrationsFolder }: Where) => {
  let migrations: readonly string[] = [];
  const logger = {
    info: (details: object) => {
      migrations = (details as { migrations: readonly string[] }).migrations;
    },
  };
  const options = { migrationsFolder, clock: { now: () => 7 }, logger };
  const database = url
    ? await openPostgres({ url, poolSize: 2, timeoutMs: 20_000, ...options })
    : await openSqlite({ path: path ?? '', ...options });
  await database.check();
  await database.close();
  process.send?.(migrations);
});
process.send?.('ready');
