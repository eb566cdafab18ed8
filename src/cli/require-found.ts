// Requires that the account or application of a command exists; otherwise the command fails with one line.
import { CommandFailed } from './command.ts';

export const noSuchAccount = (email: string): CommandFailed =>
  new CommandFailed(`--email ${JSON.stringify(email)}: no account has this address`);

export function requireAccount<Found>(found: Found | undefined, email: string): Found {
  if (found === undefined) throw noSuchAccount(email);
  return found;
}

export const noSuchApplication = (id: string): CommandFailed =>
  new CommandFailed(`--application ${JSON.stringify(id)}: there is no such application`);

export function requireApplication<Found>(found: Found | undefined, id: string): Found {
  if (found === undefined) throw noSuchApplication(id);
  return found;
}
