// kill -9 at random moments under mixed load (cases M1, C11, G10): whatever was answered is still true after the
// restart, and nothing spent is alive. 5 kills here; `npm run kill-test` does 200. A failure names the seed that
// repeats its moments.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Answered,
  addUp,
  createRandom,
  FOR_MIXED_LOAD,
  givenMixedLoad,
  type MixedLoad,
  untilAnswered,
} from '../helpers/mixed-load.ts';
import { openFile } from '../helpers/open-file.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';
import { STORE } from '../helpers/store.ts';

const KILLS = Number(process.env.LATCHKEY_TEST_KILLS ?? 5);
const SEED = Number(process.env.LATCHKEY_TEST_SEED ?? 20261121);

let server: TestServer;
let load: MixedLoad;

beforeAll(async () => {
  // Without a window every second use is theft: a spent token that were alive could not hide behind a repeat.
  server = await startServer({ ...FOR_MIXED_LOAD, LATCHKEY_REFRESH_REPEAT_SECONDS: '0' });
  load = await givenMixedLoad(server);
});

afterAll(() => server?.stop());

test(`M1, C11, G10: ${KILLS} kills: all that was answered is true, nothing spent is alive, the file is whole`, {
  timeout: 60_000 + KILLS * 10_000,
}, async () => {
  const random = createRandom(SEED);
  const total: Record<string, number> = {};
  for (let kill = 0; kill < KILLS; kill += 1) {
    const answered = await loadUntilKilled(50 + random() * 350, total);
    await load.check(answered, `kill ${kill} of seed ${SEED}`);
    addUp(total, answered);
  }
  if (STORE === 'sqlite') expect(integrityOf(`${server.folder}/data/latchkey.db`)).toBe('ok');
  for (const [what, count] of Object.entries(total)) expect(count, what).toBeGreaterThan(0);
  console.info(`${KILLS} kills; answered and found true: ${JSON.stringify(total)}`);
});

async function loadUntilKilled(milliseconds: number, total: Readonly<Record<string, number>>): Promise<Answered> {
  const running = load.start();
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  await untilAnswered(running, total);
  await Promise.all([server.restart('SIGKILL'), running.stop()]);
  return running.answered;
}

function integrityOf(file: string): unknown {
  const database = openFile(file, { readonly: true });
  try {
    return database.pragma('integrity_check', { simple: true });
  } finally {
    database.close();
  }
}
