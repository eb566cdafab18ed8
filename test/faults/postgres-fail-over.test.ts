// Fail-over (case M6): the primary of two PostgreSQL servers dies under load, the address leads to the standby, which
// only reads for a while and is promoted. Two processes go on by themselves: every answer before and after is true.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUp, FOR_MIXED_LOAD, givenMixedLoad, type MixedLoad } from '../helpers/mixed-load.ts';
import { type PostgresServer, type PostgresStandby, startPostgres } from '../helpers/postgres.ts';
import type { TestServer } from '../helpers/server.ts';
import { startTcpProxy, type TcpProxy, through } from '../helpers/tcp-proxy.ts';
import { createDatabase } from '../helpers/test-databases.ts';
import { startWorkers, until } from '../helpers/workers.ts';
import { healthOf, WELL } from './health.ts';
import { inShort } from './how-long.ts';

/** M6 asks for 5 s; in CI no time decides. */
const HEALED_MS = inShort(20_000, { long: 5_000 });

let primary: PostgresServer;
let standby: PostgresStandby;
let proxy: TcpProxy;
let server: TestServer;
let load: MixedLoad;
beforeAll(async () => {
  primary = await startPostgres();
  const database = await createDatabase(primary.url);
  standby = await primary.startStandby();
  proxy = await startTcpProxy(primary.port);
  server = await startWorkers(2, {
    ...FOR_MIXED_LOAD,
    LATCHKEY_LOG_LEVEL: 'info',
    LATCHKEY_DATABASE_URL: through(proxy, database.url),
    LATCHKEY_DATABASE_TIMEOUT_MS: '1500',
  });
  load = await givenMixedLoad(server);
});
afterAll(async () => {
  await server?.stop();
  await proxy?.close();
  await standby?.stop();
  await primary?.stop();
});

test('M6: the primary dies and a standby takes its place: only 503s in the gap, all that was answered is true, nobody restarts anything', async () => {
  const running = load.start({ broken: 'fail' });
  await until(() => running.answered.rotated.length > 3);
  await primary.crash();
  await until(() => running.refused > 3);
  proxy.lead(standby.port);
  // A standby reads and refuses to write: connections to it must not be kept as if they were good.
  await sleep(1_500);
  const { rotated, deleted } = running.answered;
  const before = { rotated: rotated.length, deleted: deleted.length };
  await standby.promote();
  const promotedAt = performance.now();
  await until(
    () => running.answered.rotated.length > before.rotated + 3 && running.answered.deleted.length > before.deleted,
  );
  expect(performance.now() - promotedAt).toBeLessThan(HEALED_MS);
  await running.stop();
  await load.check(running.answered, 'after the fail-over');
  expect(await healthOf(server)).toEqual(WELL);
  const total: Record<string, number> = {};
  addUp(total, running.answered);
  console.info(`Fail-over: ${running.refused} refused; found true: ${JSON.stringify(total)}`);
});
