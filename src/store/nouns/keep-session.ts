// Raises the account's sign-in epoch and keeps one session alive under the new epoch, with a new handle. Runs inside
// the intent that ends the other sessions, before it ends them.
import type { KeptSession } from '../../core/sign-in/sessions/session-store.ts';
import { count, type Intent } from '../intent.ts';
import { statement } from '../statement.ts';

const RAISE = statement(`
  update accounts set sign_in_epoch = sign_in_epoch + 1, grant_epoch = grant_epoch + $endGrants::integer
  where id = $accountId and sign_in_epoch = $fromEpoch and disabled_at is null
    and exists (select 1 from sessions where id = $sessionId and handle_hash = $handleHash)`);
const KEEP = statement(
  'update sessions set handle_hash = $newHandleHash, sign_in_epoch = $epoch where id = $sessionId',
);

type KeepInput = { accountId: string; fromEpoch: number; keep: KeptSession; endGrants: boolean };

/** @returns false when nothing was changed: the epoch is another, the account is disabled, or the session is gone */
export function* keepSession({ accountId, fromEpoch, keep, endGrants }: KeepInput): Intent<boolean> {
  const { id: sessionId, handleHash, newHandleHash } = keep;
  const raise = { accountId, fromEpoch, sessionId, handleHash, endGrants: endGrants ? 1 : 0 };
  if ((yield* count(RAISE, raise)) === 0) return false;
  yield* count(KEEP, { newHandleHash, epoch: fromEpoch + 1, sessionId });
  return true;
}
