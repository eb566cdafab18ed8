// No room on the disk (case M3): 503 in the meantime, nothing half done, nothing answered that is not stored, and all
// goes on by itself when there is room again.

import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { FOR_MIXED_LOAD, givenMixedLoad, type MixedLoad } from '../helpers/mixed-load.ts';
import { openFile } from '../helpers/open-file.ts';
import { startServer } from '../helpers/program.ts';
import { limitProcess } from '../helpers/required-program.ts';
import type { TestServer } from '../helpers/server.ts';
import { until } from '../helpers/workers.ts';
import { AWAY, healed, healthOf } from './health.ts';
import { inShort } from './how-long.ts';

const TIMES = inShort(1, { long: 20 });
/** Room for what is stored each time, so that only the other file fills it. */
const DISK_BYTES = (4 + 4 * TIMES) * 1024 * 1024;

let disk: string;
let database: string;
let server: TestServer;
let load: MixedLoad;

beforeAll(async () => {
  disk = mkdtempSync(join(tmpdir(), 'latchkey-disk-'));
  // A disk of its own, so small that it can be filled.
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES},mode=0700`, 'tmpfs', disk]);
  database = join(disk, 'latchkey.db');
  server = await startServer({ ...FOR_MIXED_LOAD, LATCHKEY_DATABASE_URL: `sqlite:${database}` });
  load = await givenMixedLoad(server);
});
afterAll(async () => {
  await server?.stop();
  execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

const faults = [
  {
    what: 'the disk is full',
    begin: () => {
      const other = openSync(join(disk, 'other'), 'w');
      try {
        for (;;) writeSync(other, Buffer.alloc(4096));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(other);
      }
    },
    end: () => rmSync(join(disk, 'other')),
  },
  {
    what: 'every write past 4 KiB fails (RLIMIT_FSIZE)',
    begin: () => limitProcess(server.pid, { fsize: 4096 }),
    end: () => limitProcess(server.pid, { fsize: 'unlimited' }),
  },
] as const;

describe.each(faults)('M3: $what, under load', ({ begin, end }) => {
  test(`${TIMES} times: 503 with Retry-After and nothing else, all that was answered is true, and it heals by itself`, {
    timeout: 60_000 + TIMES * 20_000,
  }, async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const running = load.start({ broken: 'fail' });
      await until(() => running.answered.rotated.length > 3);
      begin();
      await until(() => running.refused > 10);
      // Nobody is signed out, and what only reads is served: a restart would help nobody. A small write may still find
      // room, and a busy machine refuses before the disk does.
      await expect.poll(() => healthOf(server)).toEqual(AWAY);
      await expectTrouble();
      end();
      await healed(server);
      const before = running.answered.redeemed.length;
      await until(() => running.answered.redeemed.length > before + 3);
      await running.stop();
      await load.check(running.answered, `time ${time}`);
    }
    expect(integrity()).toBe('ok');
  });
});

/** What people and applications are told meanwhile: trouble of ours, never a fault of theirs. */
async function expectTrouble(): Promise<void> {
  const { client } = load;
  const right = { email: client.email, password: client.password };
  const browser = new Browser();
  const page = await browser.open(`${server.authUrl}/login`);
  for (let i = 0; i < 3; i += 1) {
    if (page.status === 503) continue;
    const answer = await browser.submit(page.form({ action: '/login' }), right, { follow: false });
    // A small sign-in may still find room.
    expect([303, 503]).toContain(answer.status);
    if (answer.status === 503) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(answer.text).not.toMatch(/SQLITE|disk|password is incorrect/i);
    await sleep(20);
  }
}

function integrity(): unknown {
  const file = openFile(database, { readonly: true });
  try {
    return file.pragma('integrity_check', { simple: true });
  } finally {
    file.close();
  }
}
