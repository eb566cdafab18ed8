// ../nouns/account-act.ts, for the stores that stand in this folder.
import type { Role } from '../../core/accounts/account.ts';
import { actsOfCreating } from '../../core/operators/account-acts.ts';
import type { Acting } from '../../core/operators/acting.ts';
import * as nouns from '../nouns/account-act.ts';
import { driveIn } from './drive.ts';
import type { Run } from './run.ts';

export const requireMayAct = (run: Run, acted: nouns.Acted) => driveIn(run, nouns.requireMayAct(acted));

/** Creating an account with a role or a reserved name gives these. @throws ActRefused; ConfirmationNeeded */
export async function requireMayCreate(
  run: Run,
  { by, role, hasReservedName, now }: { by: Acting | undefined; role: Role; hasReservedName?: boolean; now: number },
): Promise<void> {
  const acts = by ? actsOfCreating(role, hasReservedName) : [];
  for (const act of acts) await requireMayAct(run, { by: by && { ...by, act }, now });
}

export const keepAnOperator = (run: Run, accountId: string) => driveIn(run, nouns.keepAnOperator(accountId));
