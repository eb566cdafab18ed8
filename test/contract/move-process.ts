// A process of its own that moves a database and stops before the last table, so that it can be killed there.
import { moveDatabase } from '../../src/compose/move.ts';
import { TABLES } from '../../src/store/tables.ts';

const [from = '', to = ''] = process.argv.slice(2);
const last = TABLES.at(-2)?.name;

await moveDatabase({
  from,
  to,
  timeoutMs: 10_000,
  async onTable({ table }) {
    if (table !== last) return;
    process.send?.('half-way');
    await new Promise(() => setInterval(() => {}, 1000));
  },
});
