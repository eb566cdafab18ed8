// Opens the database for one command, also while a server is running, and always closes it. Its ports record what the
// command changes (contract 61).
import { commandAct } from '../../compose/command-act.ts';
import { openDryRun, openExisting } from '../../compose/open-existing.ts';
import { openPorts } from '../../compose/ports.ts';
import type { Ports } from '../../core/operating/ports.ts';
import type { AuditTarget } from '../../core/server/audit/act.ts';
import { entryOf } from '../../core/server/audit/act.ts';
import { loadSettings, type Settings } from '../../settings/config.ts';
import type { CommandContext } from './command.ts';

export async function withPorts<Result>(
  { command, settingsInput, onlyReads }: Pick<CommandContext, 'command' | 'settingsInput' | 'onlyReads'>,
  work: (ports: Ports, settings: Settings) => Promise<Result>,
): Promise<Result> {
  const settings = loadSettings(settingsInput, { create: !onlyReads });
  const { ports, close } = await (onlyReads ? openExisting(settings) : openPorts(settings));
  try {
    // What only reads has nothing to tell, but looks, which it records itself.
    return await work(onlyReads ? ports : ports.recording(commandAct(command)), settings);
  } finally {
    await close();
  }
}

/**
 * The same for a dry run: creates and migrates nothing, and `work` must not write.
 * @param work is given whether there is no database yet: the ports are those of an empty one
 */
export async function withPortsOfDryRun<Result>(
  { command, settingsInput }: Pick<CommandContext, 'command' | 'settingsInput'>,
  work: (ports: Ports, isNew: boolean) => Promise<Result>,
): Promise<Result> {
  const { ports, isNew, close } = await openDryRun(loadSettings(settingsInput, { create: false }));
  try {
    return await work(ports.recording(commandAct(command)), isNew);
  } finally {
    await close();
  }
}

/** Records what the ports do not: a look, which must come before what it shows, and work on the whole database. */
export const recordCommand = (
  { audit, clock }: Pick<Ports, 'audit' | 'clock'>,
  { command }: Pick<CommandContext, 'command'>,
  target: AuditTarget & { reason?: string } = {},
): Promise<void> => audit.append([entryOf({ ...commandAct(command), ...target }, clock.now())]);
