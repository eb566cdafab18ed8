// What a command needs before it takes a username: the database's secret, which the username key depends on, and, as at
// the start of the server, the settling of names from before names were unique.

import { findSecretFault } from '../compose/server-secret.ts';
import type { Ports } from '../core/ports.ts';
import { bringUsernames } from '../core/usernames/bring-usernames.ts';
import { CommandFailed } from './command.ts';

export async function requireUsernames(ports: Ports): Promise<void> {
  const fault = await findSecretFault(ports);
  if (fault !== undefined) throw new CommandFailed(fault);
  await bringUsernames(ports);
}
