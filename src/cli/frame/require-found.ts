// Requires that the account or application of a command exists; otherwise the command fails with one line.
import type { AccountName } from '../../core/people/accounts/administer-accounts.ts';
import { CommandFailed } from './command.ts';

export function noSuchAccount(name: AccountName): CommandFailed {
  if (typeof name === 'string')
    return new CommandFailed(`--email ${JSON.stringify(name)}: no account has this address`);
  if ('id' in name) return new CommandFailed(`--id ${name.id}: no account has this id`);
  if ('username' in name)
    return new CommandFailed(`--username ${JSON.stringify(name.username)}: no account has this username`);
  const sub = JSON.stringify(name.sub);
  return new CommandFailed(`--sub ${sub}: no account has this sub, or several have it; name the account by --id`);
}

export function requireAccount<Found>(found: Found | undefined, name: AccountName): Found {
  if (found === undefined) throw noSuchAccount(name);
  return found;
}

export const noSuchApplication = (id: string): CommandFailed =>
  new CommandFailed(`--application ${JSON.stringify(id)}: there is no such application`);

export function requireApplication<Found>(found: Found | undefined, id: string): Found {
  if (found === undefined) throw noSuchApplication(id);
  return found;
}
