// Opens the ports for commands that only read, or only try something out: nothing is created, and nothing migrated.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ports } from '../core/operating/ports.ts';
import { readDatabaseUrl } from '../schema/settings/database-url.ts';
import type { Settings } from '../settings/config.ts';
import { databaseAt } from './databases/databases.ts';
import { type OpenPorts, openPorts, startOrRefuse } from './ports.ts';
import { StartRefused } from './start-refused.ts';

export type DryRun = {
  /** Whoever opened them writes nothing with them. */
  ports: Ports;
  /** Whether there is no database yet. */
  isNew: boolean;
  close(): Promise<void>;
};

const isNewAt = (settings: Settings): Promise<boolean> =>
  startOrRefuse(() => databaseAt(settings.databaseUrl).isNew(settings));

/** @throws StartRefused when there is no database yet, or it cannot be used as it is, or has to be migrated first */
export async function openExisting(settings: Settings): Promise<OpenPorts> {
  if (await isNewAt(settings)) {
    const { file = 'PostgreSQL' } = readDatabaseUrl(settings.databaseUrl);
    throw new StartRefused(
      `${file}: there is no database yet; run the command in the server’s folder, or with the server’s settings`,
    );
  }
  return openPorts(settings, { migrate: false });
}

/**
 * Where there is no database yet, the ports are those of an empty one in a temporary folder.
 * @throws StartRefused when the database cannot be used as it is, or has to be migrated first
 */
export async function openDryRun(settings: Settings): Promise<DryRun> {
  const isNew = await isNewAt(settings);
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
