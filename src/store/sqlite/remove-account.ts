// Deletes an account, for every store whose intent does.
import { prepareEndSessions } from './end-sessions.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

const addressesOf = (column: 'email' | 'email_key'): string => `
  select ${column} from accounts where id = $id union all select ${column} from former_emails where account_id = $id`;

/** Deletes an account with everything that belongs to it, inside a transaction. False: there is none. */
export function prepareRemoveAccount(connection: Sqlite['writer']['connection']) {
  const endSessions = prepareEndSessions(connection);
  // Invitations to the address are deleted too, because the address identifies the person (case P10), and so does one
  // that they gave up lately.
  const removeInvitations = prepare(
    connection,
    `delete from invitations where email_key in (${addressesOf('email_key')})`,
  );
  // So are mails to it that belong to no account, and sign-ups that wait for a code.
  const removeMails = prepare(connection, `delete from mails where email in (${addressesOf('email')}) and email <> ''`);
  const removeSignUps = prepare(
    connection,
    `delete from pending_sign_ups where email_key in (${addressesOf('email_key')})`,
  );
  const remove = prepare(connection, 'delete from accounts where id = $id');
  return ({ id, now }: { id: string; now: number }): boolean => {
    endSessions({ accountId: id, now });
    for (const removeOf of [removeInvitations, removeMails, removeSignUps]) removeOf.run({ id });
    return remove.run({ id }) === 1;
  };
}
