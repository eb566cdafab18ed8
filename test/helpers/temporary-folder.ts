// Everything that one run of the tests puts into the system's folder for temporary files lies in one folder of its own,
// which goes with the run: tests need not tidy up one by one.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function setup(): (() => void) | undefined {
  // Of several projects in one run, the first makes it.
  if (process.env.LATCHKEY_TEST_FOLDER) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-tests-'));
  // PostgreSQL runs as another user where the tests run as root.
  chmodSync(folder, 0o755);
  process.env.LATCHKEY_TEST_FOLDER = folder;
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
