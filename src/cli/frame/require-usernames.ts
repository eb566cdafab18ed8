// What a command needs before it takes a username: the database's secret, which the username key depends on, and, as at
// the start of the server, the settling of names from before names were unique.

import { findSecretFault } from '../../compose/server-secret.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { migrateUsernames } from '../../core/people/usernames/migrate-usernames.ts';
import { CommandFailed } from './command.ts';

/** @param options.dryRun writes nothing: checks the secret where the database has one */
export async function requireUsernames(ports: Ports, { dryRun = false } = {}): Promise<void> {
  const fault = await findSecretFault(ports, { adopt: !dryRun });
  if (fault !== undefined) throw new CommandFailed(fault);
  if (!dryRun) await migrateUsernames(ports);
}
