// Whether whoever acts may manage the team of an application (contract 3), inside the transaction of the act. The
// account and then the application stay locked until its end, so that the act comes either before a change of owner,
// role or token, or after it and does nothing.
import type { Actor } from '../../core/ground/acts/acting.ts';
import { count, type Intent, lock } from '../intent.ts';
import { MAY_MANAGE } from '../roles.ts';
import { statement } from '../statement.ts';
import { LOCK_APPLICATION } from './locks.ts';
import { requireProof } from './session-proof.ts';

const LOCK_ACCOUNT = statement('select 1 from accounts where id = $accountId for share');
/** A token that is over by its time was refused when the request began. One that was ended since has no row. */
const LOCK_TOKEN = statement(`
  select 1 from api_tokens where id = $tokenId and account_id = $accountId for key share`);
const LOCK_MACHINE = statement('select 1 from machine_tokens where id = $tokenId for key share');
const MANAGES = statement(`
  select 1 from applications a join accounts u on u.id = $accountId where a.id = $applicationId and ${MAY_MANAGE}`);

/** @throws ConfirmationNeeded */
export function* mayManage(applicationId: string, { accountId, tokenId, proof }: Actor): Intent<boolean> {
  if (accountId === undefined) {
    if ((yield* count(LOCK_MACHINE, { tokenId })) !== 1) return false;
    return (yield* count(LOCK_APPLICATION, { applicationId })) === 1;
  }
  yield* lock(LOCK_ACCOUNT, { accountId });
  yield* requireProof(proof);
  if (tokenId !== undefined && (yield* count(LOCK_TOKEN, { tokenId, accountId })) !== 1) return false;
  yield* lock(LOCK_APPLICATION, { applicationId });
  return (yield* count(MANAGES, { applicationId, accountId })) === 1;
}
