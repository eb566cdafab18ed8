// The floor of a start: Fastify with one route that reads a row of a new database, as durable as Latchkey's. `node
// hello-with-database.js PORT FILE`.
import Database from 'better-sqlite3';
import Fastify from 'fastify';

const database = new Database(process.argv[3]);
database.pragma('journal_mode = wal');
database.pragma('synchronous = full');
database.exec("create table greeting (name text); insert into greeting values ('world')");
const greeting = database.prepare('select name from greeting').pluck();
const app = Fastify();
app.get('/', () => ({ hello: greeting.get() }));
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
