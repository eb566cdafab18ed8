// Who gets the applications of an account, as `--hand-over-to` names them (contract 29).

import { findNewOwner } from '../../core/applications/members/new-owner.ts';
import type { Account } from '../../core/ground/accounts/account.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { CommandFailed, type Flags } from '../frame/command.ts';

/** Undefined: nobody is named. @throws CommandFailed */
export async function newOwnerOf(ports: Pick<Ports, 'accounts'>, flags: Flags): Promise<Account | undefined> {
  const name = flags.optional('hand-over-to');
  return name === undefined ? undefined : requireNewOwner(ports, { flag: 'hand-over-to', name });
}

/** @throws CommandFailed */
export async function requireNewOwner(
  ports: Pick<Ports, 'accounts'>,
  { flag, name }: { flag: string; name: string },
): Promise<Account> {
  const account = await findNewOwner(ports, name);
  if (account) return account;
  throw new CommandFailed(`--${flag} ${JSON.stringify(name)}: no account has this id or verified address`);
}
