// Several changes of an account at once, on SQLite: all of them or none (contract 29).
import type { Account } from '../../core/accounts/account.ts';
import type { AccountChange, ChangeResult } from '../../core/accounts/account-store.ts';
import { actsOf } from '../../core/operators/account-acts.ts';
import type { Actor } from '../../core/operators/acting.ts';
import { prepareRequireMayAct } from './account-act.ts';
import { prepareVerifyEmail } from './account-emails.ts';
import { prepareSetDisabled, prepareSetRole } from './account-state.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';
import { prepareClearUsername, prepareTakeUsername } from './take-username.ts';

/** Whatever can be refused comes before the first change, or is an error, which undoes all. */
export function prepareChangeAccount(connection: Sqlite['writer']['connection']) {
  const requireMayAct = prepareRequireMayAct(connection);
  const find = prepare<Pick<Account, 'emailKey'>>(connection, 'select email_key from accounts where id = $id');
  const takeUsername = prepareTakeUsername(connection);
  const clearUsername = prepareClearUsername(connection);
  const verifyEmail = prepareVerifyEmail(connection);
  const setRole = prepareSetRole(connection);
  const setDisabled = prepareSetDisabled(connection);
  return (change: AccountChange, caller?: Actor): ChangeResult => {
    const { id, username, verifiedKey, role, disabled, tell, handOver, now } = change;
    for (const act of actsOf(change)) requireMayAct({ by: caller && { act, caller }, accountId: id, now });
    const account = find.get({ id });
    if (!account) return 'gone';
    if (verifiedKey !== undefined && verifiedKey !== account.emailKey) return 'address-changed';
    const by = undefined;
    if (username === null) clearUsername({ accountId: id, now, by });
    else if (username) {
      const { kind } = takeUsername({ ...username, accountId: id, onlyOwn: false, by: 'operator', now });
      if (kind === 'other-key') return kind;
      if (kind === 'unavailable') return 'username-unavailable';
    }
    if (verifiedKey !== undefined) verifyEmail({ id, emailKey: verifiedKey, now, by });
    const given = handOver && { handOver, actor: caller };
    const done = role !== undefined && setRole({ id, role, now, from: undefined, by, tell, given });
    if (disabled !== undefined) setDisabled({ id, disabled, now, by });
    return typeof done === 'object' ? done : 'stored';
  };
}
