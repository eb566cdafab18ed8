// ../nouns/account-act.ts, for the stores that stand in this folder.
import type { Database as Connection } from 'better-sqlite3';
import type { Role } from '../../core/accounts/account.ts';
import { actsOfCreating } from '../../core/operators/account-acts.ts';
import type { Acting } from '../../core/operators/acting.ts';
import * as nouns from '../nouns/account-act.ts';
import { driveOn } from './drive.ts';

export const prepareRequireMayAct =
  (connection: Connection) =>
  (acted: nouns.Acted): void =>
    driveOn(connection)(nouns.requireMayAct(acted));

/** Creating an account with a role or a reserved name gives these. @throws ActRefused; ConfirmationNeeded */
export function prepareRequireMayCreate(
  connection: Connection,
): (created: { by: Acting | undefined; role: Role; hasReservedName?: boolean; now: number }) => void {
  const requireMayAct = prepareRequireMayAct(connection);
  return ({ by, role, hasReservedName, now }) => {
    for (const act of by ? actsOfCreating(role, hasReservedName) : []) requireMayAct({ by: by && { ...by, act }, now });
  };
}

export const prepareKeepAnOperator =
  (connection: Connection) =>
  (accountId: string): void =>
    driveOn(connection)(nouns.keepAnOperator(accountId));
