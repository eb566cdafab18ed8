// Opens the ports for a command that only tries something out. Where there is no database yet, none is created: the
// ports are those of an empty one in a temporary folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ports } from '../core/ports.ts';
import type { Settings } from '../settings/config.ts';
import { databaseAt } from './databases/databases.ts';
import { openPorts, orRefuse } from './ports.ts';

export type DryRun = {
  /** Whoever opened them writes nothing with them. */
  ports: Ports;
  /** Whether there is no database yet. */
  isNew: boolean;
  close(): Promise<void>;
};

/** @throws StartRefused when the database cannot be used as it is, or has to be migrated first */
export async function openDryRun(settings: Settings): Promise<DryRun> {
  const isNew = await orRefuse(() => databaseAt(settings.databaseUrl).isNew(settings));
  if (!isNew) return { isNew, ...(await openPorts(settings, { migrate: false })) };
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-dry-run-'));
  const remove = () => rmSync(folder, { recursive: true });
  try {
    const { ports, close } = await openPorts({ ...settings, databaseUrl: `sqlite:${join(folder, 'empty.db')}` });
    return { isNew, ports, close: () => close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
