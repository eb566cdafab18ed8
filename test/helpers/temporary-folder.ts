// Puts all temporary files of a test run into one folder, which is removed with the run, so that tests need not clean
// up one by one.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function setup(): (() => void) | undefined {
  // The first of several projects in a run creates it.
  if (process.env.LATCHKEY_TEST_FOLDER) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-tests-'));
  // Where the tests run as root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  process.env.LATCHKEY_TEST_FOLDER = folder;
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
