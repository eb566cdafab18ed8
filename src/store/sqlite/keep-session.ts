// Raises the account's sign-in epoch and keeps one session alive under the new epoch, with a new handle. Runs inside
// the intent that ends the other sessions.
import type { KeptSession } from '../../core/sessions/session-store.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

type KeepInput = { accountId: string; fromEpoch: number; keep: KeptSession; endGrants: boolean };

/**
 * @returns a function that returns false when nothing was changed: the epoch is another, the account is disabled, or
 *   the session is gone
 */
export function prepareKeepSession(connection: Sqlite['writer']['connection']): (input: KeepInput) => boolean {
  const raise = prepare(
    connection,
    `update accounts set sign_in_epoch = sign_in_epoch + 1, grant_epoch = grant_epoch + $endGrants
     where id = $accountId and sign_in_epoch = $fromEpoch and disabled_at is null
       and exists (select 1 from sessions where id = $id and handle_hash = $handleHash)`,
  );
  const keep = prepare(
    connection,
    'update sessions set handle_hash = $newHandleHash, sign_in_epoch = $fromEpoch + 1 where id = $id',
  );
  return ({ accountId, fromEpoch, keep: { id, handleHash, newHandleHash }, endGrants }) =>
    raise.run({ accountId, fromEpoch, id, handleHash, endGrants }) === 1 &&
    keep.run({ id, newHandleHash, fromEpoch }) === 1;
}
