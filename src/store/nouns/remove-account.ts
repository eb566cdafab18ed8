// Deletes an account, for every store whose intent does.
import { count, type Intent, lock } from '../intent.ts';
import { statement } from '../statement.ts';
import { END_SESSIONS } from './end-sessions.ts';

/** Takes `id`. Nothing that belongs to the account can be inserted until the transaction ends. */
export const LOCK_WHOLE_ACCOUNT = statement('select 1 from accounts where id = $id for update');
const addressesOf = (column: 'email' | 'email_key'): string => `
  select ${column} from accounts where id = $id union all select ${column} from former_emails where account_id = $id`;
// Invitations to the address are deleted too, because the address identifies the person (case P10), and so does one
// that they gave up lately.
const REMOVE_INVITATIONS = statement(`delete from invitations where email_key in (${addressesOf('email_key')})`);
// So are mails to it that belong to no account, and sign-ups that wait for a code.
const REMOVE_MAILS = statement(`delete from mails where email in (${addressesOf('email')}) and email <> ''`);
const REMOVE_SIGN_UPS = statement(`delete from pending_sign_ups where email_key in (${addressesOf('email_key')})`);
const REMOVE = statement('delete from accounts where id = $id');

/** Deletes an account with everything that belongs to it. False: there is none. */
export function* removeAccount({ id, now }: { id: string; now: number }): Intent<boolean> {
  yield* lock(LOCK_WHOLE_ACCOUNT, { id });
  yield* count(END_SESSIONS, { accountId: id, keepSessionId: undefined, now });
  for (const remove of [REMOVE_INVITATIONS, REMOVE_MAILS, REMOVE_SIGN_UPS]) yield* count(remove, { id });
  return (yield* count(REMOVE, { id })) === 1;
}
