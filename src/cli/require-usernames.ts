// Before a command takes a username: the key of names must be made with the database's secret, and names from before
// they were unique must be settled, as at the start of the server.

import { findSecretFault } from '../compose/server-secret.ts';
import type { Ports } from '../core/ports.ts';
import { migrateUsernames } from '../core/usernames/migrate-usernames.ts';
import { CommandFailed } from './command.ts';

export async function requireUsernames(ports: Ports): Promise<void> {
  const fault = await findSecretFault(ports);
  if (fault !== undefined) throw new CommandFailed(fault);
  await migrateUsernames(ports);
}
