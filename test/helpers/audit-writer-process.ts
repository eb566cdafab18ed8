// A process that does nothing but recorded changes, with many writers at once, while it seals as a server does. Ends
// when its parent lets go, and tells how many changes it made.

import { setTimeout as pause } from 'node:timers/promises';
import { startAuditLoop } from '../../src/background/audit-loop.ts';
import { systemTimers } from '../../src/background/system-timers.ts';
import { createServerSecrets } from '../../src/core/ground/secrets.ts';
import type { Database } from '../../src/core/operating/ports.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { newId } from './new-id.ts';

const [url = '', writers = '1', secret = '', pauseMs = '0'] = process.argv.slice(2);
const clock = { now: () => Date.now() };
const database: Database = url.startsWith('sqlite:')
  ? await openSqlite({ path: url.slice('sqlite:'.length), clock })
  : await openPostgres({ url, poolSize: Number(writers) + 2, timeoutMs: 20_000, clock });
const ports = { ...database.stores, clock, secrets: createServerSecrets(Buffer.from(secret)) };
const recorded = database.recording({ actor: { role: 'server' }, action: 'write' as never }, clock);
const failures: unknown[] = [];
const stopLoop = startAuditLoop(ports, {
  days: 400,
  timers: systemTimers,
  onFailure: (error) => failures.push(String(error)),
});

let writing = true;
async function write(): Promise<number> {
  let count = 0;
  for (; writing; count += 1) {
    await recorded.sealedValues.insert({ name: newId(), sealed: Buffer.alloc(1), createdAt: clock.now() });
    if (pauseMs !== '0') await pause(Number(pauseMs));
  }
  return count;
}

const work = Promise.all(Array.from({ length: Number(writers) }, write));
process.on('message', async () => {
  writing = false;
  const counts = await work;
  await stopLoop();
  await database.close();
  process.send?.({ written: counts.reduce((sum, count) => sum + count), failures });
  process.disconnect();
});
process.send?.('ready');
