// What `--update` changes of an account that exists, and what it leaves although the line says otherwise (contract 30).
import type { Profile } from '../../ground/accounts/account.ts';
import type { AccountUpdate, CurrentAccount, LeftAlone, UpdatedAccount } from './account-file-store.ts';

/** @param current undefined: the account is gone. @returns `next`: the account afterwards */
export function decideUpdate(
  current: CurrentAccount | undefined,
  update: AccountUpdate,
): { updated: UpdatedAccount; next: CurrentAccount | undefined } {
  if (!current) return { updated: { profile: false, password: false, left: [] }, next: undefined };
  const { passwordHash, disabled, emailVerified, groups, mustSetPassword } = update;
  const profile = { ...current.profile, ...update.profile };
  const isOpen = current.isUntouched && current.passwordHash !== undefined;
  const password = isOpen && passwordHash !== undefined && passwordHash !== current.passwordHash;
  const left: LeftAlone[] = [];
  if (disabled !== undefined && disabled !== current.disabled) left.push(disabled ? 'active' : 'disabled');
  if (emailVerified !== undefined && emailVerified !== current.emailVerified) {
    left.push(emailVerified ? 'unverified' : 'verified');
  }
  if (groups !== undefined && !isSame(groups.toSorted(), current.groups.toSorted())) left.push('groups');
  if (mustSetPassword && isOpen) left.push('password');
  return {
    updated: { profile: !isSame(profile, current.profile), password, left },
    next: { ...current, profile, passwordHash: password ? passwordHash : current.passwordHash },
  };
}

type Compared = Profile | Profile[keyof Profile] | readonly string[];

/** In whatever order the members are. */
function isSame(one: Compared, other: Compared): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  const [all, others] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return (
    all.size === others.size && [...all].every(([name, value]) => others.has(name) && isSame(value, others.get(name)))
  );
}
