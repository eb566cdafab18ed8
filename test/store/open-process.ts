// A process of its own that opens the database it is given, says whether it migrated it, and ends.
import { openSqlite } from '../../src/store/sqlite/open.ts';

const [path = ''] = process.argv.slice(2);
const logger = { info: (_details: object, message: string) => console.log(message.toLowerCase()) };
const database = await openSqlite({ path, clock: { now: () => 7 }, logger });
await database.check();
console.log('ready');
await database.close();
