// Support and operators change several members of an account at once (contract 29): all of them or none.

import { handOverTo } from '../../applications/members/new-owner.ts';
import type { Account } from '../../ground/accounts/account.ts';
import type { Actor } from '../../ground/acts/acting.ts';
import { Unavailable } from '../../ground/unavailable.ts';
import { isReserved } from '../../people/usernames/username.ts';
import { findUsernameKey } from '../../people/usernames/username-key.ts';
import { writeOperatorNotice } from '../../server/mail/operator-notice.ts';
import type { AccountChange, ChangeResult } from '../../sign-in/accounts/account-store.ts';
import type { HandedOver } from '../../sign-in/accounts/hand-over.ts';
import type { Ports } from '../ports.ts';

/** Undefined members stay as they are. `username`: as `checkUsername` reads it; null takes the name away. */
export type WantedOfAccount = Pick<AccountChange, 'role' | 'disabled' | 'verifiedKey'> & {
  username?: string | null | undefined;
  /** Gets what the account owns, where `role` may own nothing. */
  newOwner?: Pick<Account, 'id'> | undefined;
};

type Deps = Pick<Ports, 'accounts' | 'usernames' | 'sealedValues' | 'secrets' | 'rules' | 'clock' | 'publish'>;

/** Each attempt that fails met an operator's change of the username key. A further one would meet it too. */
const MAX_ATTEMPTS = 3;

/** @throws ActRefused, ConfirmationNeeded; nothing is changed */
export async function changeAccount(
  deps: Deps,
  { account, caller, wanted }: { account: Account; caller?: Actor | undefined; wanted: WantedOfAccount },
): Promise<Exclude<ChangeResult, 'other-key' | HandedOver>> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const stored = await deps.accounts.change(await changeOf(deps, account.id, wanted), caller);
    if (stored === 'other-key') continue;
    if (stored !== 'stored' && typeof stored === 'string') return stored;
    tell(deps, account, wanted);
    return 'stored';
  }
  throw new Unavailable('The username key is being changed');
}

async function changeOf(deps: Deps, id: string, wanted: WantedOfAccount): Promise<AccountChange> {
  const { username: name, newOwner, ...rest } = wanted;
  const username =
    typeof name === 'string'
      ? { name, isReserved: isReserved(name, deps.rules), ...(await findUsernameKey(deps)).keyOf(name) }
      : name;
  const { role } = rest;
  const tell = role && writeOperatorNotice(deps, { what: 'role', accountId: id, role });
  const handOver = newOwner && handOverTo(deps, newOwner);
  return { id, ...rest, username, tell, handOver, now: deps.clock.now() };
}

function tell({ publish }: Deps, { id: accountId, username: former }: Account, wanted: WantedOfAccount): void {
  const { username, disabled, role } = wanted;
  if (role !== undefined) publish({ kind: 'mail-queued' });
  if (username) publish({ kind: 'username-requested', accountId, result: former === undefined ? 'taken' : 'changed' });
  if (disabled === true) publish({ kind: 'sessions-ended', accountId });
  if (disabled === false) publish({ kind: 'application-events-due' });
}
