// Puts all temporary files of a test run into one folder, which is removed with the run, so that tests need not clean
// up one by one. Tests create and delete databases by the hundred, so the folder lies in memory, where there is plenty of
// it and TMPDIR names no other place. Tests of what is on the disk when a process is killed or the power fails use the disk.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

const MEMORY = '/dev/shm';
/** More than a run needs, in bytes. */
const PLENTY = 6_000_000_000;

const OF_THE_DISK = /^(?:processes|faults|long)-/;

export function setup({ name }: TestProject): (() => void) | undefined {
  // The first of several projects in a run creates it.
  if (process.env.LATCHKEY_TEST_FOLDER) return undefined;
  const folder = mkdtempSync(
    join(process.env.TMPDIR || OF_THE_DISK.test(name) ? tmpdir() : roomiest(), 'latchkey-tests-'),
  );
  // Where the tests run as root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  process.env.LATCHKEY_TEST_FOLDER = folder;
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function roomiest(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= PLENTY ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
