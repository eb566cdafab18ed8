// Several changes of an account at once: all of them or none (contract 29).
import type { Account } from '../../core/ground/accounts/account.ts';
import { actsOf } from '../../core/ground/acts/account-acts.ts';
import type { Actor } from '../../core/ground/acts/acting.ts';
import type { AccountChange, ChangeResult } from '../../core/sign-in/accounts/account-store.ts';
import { type Intent, row } from '../intent.ts';
import { statement } from '../statement.ts';
import { keepAnOperator, requireMayAct } from './account-act.ts';
import { verifyEmail } from './account-emails.ts';
import { setDisabled, setRole } from './account-state.ts';
import { clearUsername, takeUsername } from './take-username.ts';

const LOCK_ADDRESS = statement('select email_key from accounts where id = $id for no key update');

/** Whatever can be refused comes before the first change, or is an error, which undoes all. */
export function* changeAccount(change: AccountChange, caller?: Actor): Intent<ChangeResult> {
  const { id, username, verifiedKey, role, disabled, tell, handOver, now } = change;
  if (disabled || (role !== undefined && role !== 'operator')) yield* keepAnOperator(id);
  for (const act of actsOf(change)) yield* requireMayAct({ by: caller && { act, caller }, accountId: id, now });
  const account = yield* row<Pick<Account, 'emailKey'>>(LOCK_ADDRESS, { id });
  if (!account) return 'gone';
  if (verifiedKey !== undefined && verifiedKey !== account.emailKey) return 'address-changed';
  const by = undefined;
  if (username === null) yield* clearUsername({ accountId: id, now, by });
  else if (username) {
    const { kind } = yield* takeUsername({ ...username, accountId: id, onlyOwn: false, by: 'operator', now });
    if (kind === 'other-key') return kind;
    if (kind === 'unavailable') return 'username-unavailable';
  }
  if (verifiedKey !== undefined) yield* verifyEmail({ id, emailKey: verifiedKey, now, by });
  const given = handOver && { handOver, actor: caller };
  const done = role !== undefined && (yield* setRole({ id, role, now, from: undefined, by, tell, given }));
  if (disabled !== undefined) yield* setDisabled({ id, disabled, now, by });
  return typeof done === 'object' ? done : 'stored';
}
