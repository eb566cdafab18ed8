// Opens the database for one command, also while a server is running, and always closes it.
import { openPorts } from '../compose/ports.ts';
import type { Ports } from '../core/ports.ts';
import { loadSettings, type Settings } from '../settings/config.ts';
import type { CommandContext } from './command.ts';

export async function withPorts<Result>(
  { settingsInput }: Pick<CommandContext, 'settingsInput'>,
  work: (ports: Ports, settings: Settings) => Promise<Result>,
): Promise<Result> {
  const settings = loadSettings(settingsInput);
  const { ports, close } = await openPorts(settings);
  try {
    return await work(ports, settings);
  } finally {
    await close();
  }
}
