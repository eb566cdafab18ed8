// Before a command takes a user name: the key of names must be made with the database's secret, and names from before they were
// unique must be settled, as at the start of the server.
import { bringUsernames } from '../core/accounts/bring-usernames.ts';
import type { Ports } from '../core/ports.ts';
import { findSecretFault } from '../server-secret.ts';
import { CommandFailed } from './command.ts';

export async function requireUsernames(ports: Ports): Promise<void> {
  const fault = await findSecretFault(ports);
  if (fault !== undefined) throw new CommandFailed(fault);
  await bringUsernames(ports);
}
