// Everything that the server keeps about one person as one JSON document (contract 27), which
// docs/account-data.schema.json describes. Passwords, secrets and keys are not in it: whoever finds the file could use
// them.

import { ConfirmationNeeded, isConfirmed } from '../../ground/acts/session-proof.ts';
import type { SignedIn } from '../../sign-in/sessions/session.ts';
import type { Ports } from '../ports.ts';
import type { StoredRow } from './account-data-store.ts';

/** Rises when a member changes its meaning or goes. New members may come at any time. */
const FORMAT = 1;

/**
 * @returns undefined when the account is gone
 * @throws ConfirmationNeeded when the session was not confirmed lately (contract 25)
 */
export async function accountDocument(
  { accountData, clock }: Pick<Ports, 'accountData' | 'clock'>,
  { account, session }: SignedIn,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const now = clock.now();
  if (!isConfirmed(session, now)) throw new ConfirmationNeeded();
  const { account: rows = [], ...parts } = await accountData.read(account.id);
  const [row] = rows;
  if (!row) return undefined;
  return {
    format: FORMAT,
    exported_at: new Date(now).toISOString(),
    account: membersOf(row),
    ...Object.fromEntries(Object.entries(parts).map(([member, listed]) => [member, listed.map(membersOf)])),
  };
}

/** Times are in ISO 8601, bytes in base64. What is inside a value stays as it is. */
function membersOf(row: StoredRow): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const member = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      if (Buffer.isBuffer(value)) return [member, value.toString('base64')];
      const isTime = /(^|_)at$|_since$/.test(member);
      return [member, isTime && typeof value === 'number' ? new Date(value).toISOString() : (value ?? null)];
    }),
  );
}
