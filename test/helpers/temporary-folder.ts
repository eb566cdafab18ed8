// Puts all temporary files of a test run into one folder, which is removed with the run, so that tests need not clean
// up one by one. Tests create and delete databases by the hundred, so the folder lies in memory, where there is plenty of
// it and TMPDIR names no other place. What a killed process has written is the system's, there as on a disk. The long
// runs use the disk, whose pace is part of them.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

const MEMORY = '/dev/shm';
/** More than a run needs, in bytes. */
const PLENTY = 6_000_000_000;

const isLong = (project: string) => project.startsWith('long-') || process.env.LATCHKEY_FAULTS === 'long';

export function setup({ name }: TestProject): (() => void) | undefined {
  // The first of several projects in a run creates it.
  if (process.env.LATCHKEY_TEST_FOLDER) return undefined;
  const folder = mkdtempSync(join(process.env.TMPDIR || isLong(name) ? tmpdir() : roomiest(), 'latchkey-tests-'));
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
