// Addresses of accounts on PostgreSQL.
import type { AccountStore } from '../../core/accounts/account-store.ts';
import type { Acting } from '../../core/operators/acting.ts';
import { NOT_RESERVED } from '../nouns/insert-account.ts';
import * as takeBack from '../nouns/take-back.ts';
import { requireMayAct } from './account-act.ts';
import { requireSettled } from './doubt.ts';
import { of } from './drive.ts';
import type { Postgres } from './postgres.ts';
import type { Run } from './run.ts';
import { requireProof } from './session-proof.ts';
import { statement } from './statement.ts';
import { isUniqueViolation } from './trouble.ts';

const LOCK_ACCOUNT = of(takeBack.LOCK_ACCOUNT);
const CHANGE_EMAIL = statement(`
  update accounts set email = $email, email_key = $emailKey,
    email_verified = false, email_verified_by = null, email_verified_at = null, updated_at = $now
  where id = $id and not exists (select from accounts where email_key = $emailKey and id <> $id)
    and ${NOT_RESERVED}`);
const VERIFIED_BY_OPERATOR =
  "email_verified = true, email_verified_by = 'operator', email_verified_at = $now, updated_at = $now";
const VERIFY_EMAIL = statement(`update accounts set ${VERIFIED_BY_OPERATOR} where id = $id and email_key = $emailKey`);
const VERIFY_EMAILS = statement(`
  with part as (
    select id from accounts where not email_verified and origin = $origin and id > $afterId order by id limit $limit
    for update
  )
  update accounts set ${VERIFIED_BY_OPERATOR} where id in (select id from part) returning id`);

/** False: the address is no longer the account's. */
export async function verifyEmail(
  run: Run,
  { id, emailKey, now, by }: { id: string; emailKey: string; now: number; by: Acting | undefined },
): Promise<boolean> {
  await requireMayAct(run, { by, accountId: id, now });
  return (await run(VERIFY_EMAIL, { id, emailKey, now })).count === 1;
}

type Emails = Pick<AccountStore, 'changeEmail' | 'setEmailVerified' | 'setEmailsVerified'>;

export const writeEmails = (postgres: Postgres): Emails => ({
  changeEmail: async (id, address, now, proof) => {
    try {
      return await postgres.transaction(async (run) => {
        await run(LOCK_ACCOUNT, { accountId: id });
        await requireProof(run, proof);
        await requireSettled(run, { accountId: id, now });
        return (await run(CHANGE_EMAIL, { id, ...address, now })).count === 1 ? 'changed' : 'email-taken';
      });
    } catch (error) {
      // The unique constraint decides, also against an account that is being inserted at the same moment.
      if (isUniqueViolation(error)) return 'email-taken';
      throw error;
    }
  },
  setEmailVerified: (id, emailKey, now, by) =>
    postgres.transaction((run) => verifyEmail(run, { id, emailKey, now, by })),
  setEmailsVerified: async (part) => {
    const { rows } = await postgres.write<{ id: string }>(VERIFY_EMAILS, part);
    const ids = rows.map(({ id }) => id).sort();
    return { count: ids.length, lastId: ids.at(-1) };
  },
});
