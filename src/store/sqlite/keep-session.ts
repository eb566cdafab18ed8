// Raises the epoch that sign-ins are earned with, and carries the one session that stays over it, under a new handle.
// Runs inside the intent of whoever ends the others.
import type { KeptSession } from '../../core/sessions/session-store.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

type Raised = { accountId: string; fromEpoch: number; keep: KeptSession; endGrants: boolean };

/** @returns false, and nothing changed: the epoch is another, the account is disabled, or the session is gone. */
export function prepareKeepSession(connection: Sqlite['writer']['connection']): (raised: Raised) => boolean {
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
