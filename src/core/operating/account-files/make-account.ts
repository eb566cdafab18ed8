// Makes the account of a line: what the import decides, and what it leaves out (contract 30).

import { newId } from '../../ground/secrets.ts';
import { makeAccount } from '../../people/accounts/new-account.ts';
import { isReserved, readUsername } from '../../people/usernames/username.ts';
import { writeOperatorNotice } from '../../server/mail/operator-notice.ts';
import { sealSecret } from '../../sign-in/factors/sealed-secret.ts';
import type { Ports } from '../ports.ts';
import type { AccountToInsert, WholeAccount } from './account-file-store.ts';
import type { AccountLine, BroughtCodes, BroughtPasskey } from './account-line.ts';

/**
 * @returns `account`: without the hash and the name key, which need what the database has; `notes`: what was left out;
 *   `hasPasskey`: one with which somebody signs in here
 */
export function makeImportedAccount(
  deps: Pick<Ports, 'secrets' | 'clock' | 'rules'>,
  line: AccountLine,
  { withRoles }: { withRoles: boolean },
): { account: AccountToInsert; notes: string[]; hasPasskey: boolean } {
  const now = deps.clock.now();
  const createdAt = line.createdAt ?? now;
  const { name, note } = nameOf(line, deps, withRoles);
  const role = withRoles ? (line.role ?? 'user') : 'user';
  const useless = line.passkeys.map((passkey) => whyUseless(deps, passkey));
  const notes = [...(note === undefined ? [] : [note]), ...new Set(useless.filter((why) => why !== undefined))];
  if (line.role !== undefined && line.role !== role) notes.push(`/role: left out; --with-roles gives ${line.role}`);
  const made = makeAccount(deps, {
    ...{ address: line.address, passwordHash: undefined, nickname: undefined },
    ...{ role, origin: 'import', now: createdAt },
  });
  const account = {
    ...made,
    emailVerified: line.emailVerified ?? false,
    // Whoever states it in the file is the operator (contract 21).
    emailVerifiedBy: line.emailVerified ? ('operator' as const) : undefined,
    emailVerifiedAt: line.emailVerified ? now : undefined,
    username: name,
    profile: line.profile,
    disabledAt: line.disabled ? now : undefined,
    updatedAt: now,
  };
  const { agreements, subjects, connections, apiSubjects, groups = [] } = line;
  const passkeys = line.passkeys.map((passkey) => ({
    ...passkey,
    id: newId(deps.clock),
    accountId: account.id,
    createdAt: passkey.createdAt ?? now,
  }));
  const factors = makeCodes(deps, account.id, line.codes, now);
  const formerKey = line.address.formerKey;
  const tell = role === 'user' ? undefined : writeOperatorNotice(deps, { what: 'import', roles: {} });
  return {
    account: {
      ...{ account, formerKey, nameKey: undefined, tell, passkeys, agreements, groups },
      ...{ subjects, connections, apiSubjects },
      ...factors,
    },
    notes,
    hasPasskey: useless.includes(undefined),
  };
}

/** Why nobody signs in with the passkey here. Undefined: somebody does. */
function whyUseless(
  { rules }: Pick<Ports, 'rules'>,
  { rpId, userHandle }: Pick<BroughtPasskey, 'rpId' | 'userHandle'>,
): string | undefined {
  if (rpId !== rules.passkeyRpId) return `/passkeys: one is of ${rpId}, and works nowhere else`;
  // The authenticator says what it called the account at the other system, and nobody knows whether that was this one.
  return userHandle === undefined
    ? '/passkeys: one has no user_handle, without which nobody signs in with it'
    : undefined;
}

function nameOf(
  { username }: AccountLine,
  { rules }: Pick<Ports, 'rules'>,
  withRoles: boolean,
): { name?: string; note?: string } {
  if (username === undefined) return {};
  const name = readUsername(username);
  if (name === undefined) return { note: '/username: left out, because usernames here are written in another way' };
  const isForbidden = !withRoles && isReserved(name, rules);
  return isForbidden ? { note: RESERVED_NOTE } : { name };
}

const RESERVED_NOTE = '/username: left out, because it is reserved; --with-roles gives it';

/** Once more, after the policy has changed. */
export function leaveReservedOut(
  { rules }: Pick<Ports, 'rules'>,
  made: { insert: AccountToInsert; notes: string[] },
): void {
  const { account } = made.insert;
  if (account.username === undefined || !isReserved(account.username, rules)) return;
  made.insert = { ...made.insert, account: { ...account, username: undefined } };
  made.notes.push(RESERVED_NOTE);
}

function makeCodes(
  deps: Pick<Ports, 'secrets'>,
  accountId: string,
  codes: BroughtCodes | undefined,
  now: number,
): Pick<WholeAccount, 'codes' | 'recoveryCodes'> {
  if (!codes) return { codes: undefined, recoveryCodes: [] };
  const createdAt = codes.createdAt ?? now;
  return {
    codes: {
      accountId,
      sealedSecret: sealSecret(deps, accountId, codes.secret),
      ...codes.kind,
      lastStep: codes.lastStep ?? 0,
      triesInRow: 0,
      wrongInRow: 0,
      lastUsedAt: codes.lastUsedAt ?? createdAt,
      createdAt,
      knownSince: codes.knownSince,
      setUpBehind: codes.setUpBehind,
    },
    recoveryCodes: codes.recoveryCodes.map((code) => ({ ...code, createdAt: code.createdAt ?? createdAt })),
  };
}
