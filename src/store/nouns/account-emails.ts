// Addresses of accounts.

import type { AuthorizedAct } from '../../core/ground/acts/acting.ts';
import type { AccountStore } from '../../core/sign-in/accounts/account-store.ts';
import { type Base, count, type Intent, lock } from '../intent.ts';
import { statement } from '../statement.ts';
import { requireMayAct } from './account-act.ts';
import { requireSettled } from './doubt.ts';
import { NOT_RESERVED } from './insert-account.ts';
import { LOCK_WHOLE_ACCOUNT } from './remove-account.ts';
import { requireProof } from './session-proof.ts';

/** Condition: nobody verified the address. Each finds its index by the condition as it was made with. */
export const UNVERIFIED = { postgres: 'not email_verified', sqlite: 'email_verified = 0' } as const;

const CHANGE_EMAIL = statement(`
  update accounts set email = $email, email_key = $emailKey,
    email_verified = false, email_verified_by = null, email_verified_at = null, updated_at = $now
  where id = $id and not exists (select 1 from accounts where email_key = $emailKey and id <> $id)
    and ${NOT_RESERVED}`);
const VERIFIED_BY_OPERATOR =
  "email_verified = true, email_verified_by = 'operator', email_verified_at = $now, updated_at = $now";
const VERIFY_EMAIL = statement(`update accounts set ${VERIFIED_BY_OPERATOR} where id = $id and email_key = $emailKey`);
const verifyWhere = (unverified: string) => `
  with part as (
    select id from accounts where ${unverified} and origin = $origin and id > $afterId order by id limit $limit
    for update
  )
  update accounts set ${VERIFIED_BY_OPERATOR} where id in (select id from part) returning id`;
const VERIFY_EMAILS = statement({
  postgres: verifyWhere(UNVERIFIED.postgres),
  sqlite: verifyWhere(UNVERIFIED.sqlite),
});

/** False: the address is no longer the account's. */
export function* verifyEmail({
  by,
  ...of
}: {
  id: string;
  emailKey: string;
  now: number;
  by: AuthorizedAct | undefined;
}): Intent<boolean> {
  yield* requireMayAct({ by, accountId: of.id, now: of.now });
  return (yield* count(VERIFY_EMAIL, of)) === 1;
}

type Emails = Pick<AccountStore, 'changeEmail' | 'setEmailVerified' | 'setEmailsVerified'>;

export const writeEmails = (base: Base): Emails => ({
  changeEmail: async (id, address, now, proof) => {
    try {
      return await base.write(function* () {
        yield* lock(LOCK_WHOLE_ACCOUNT, { id });
        yield* requireProof(proof);
        yield* requireSettled({ accountId: id, now });
        return (yield* count(CHANGE_EMAIL, { id, ...address, now })) === 1 ? 'changed' : 'email-taken';
      });
    } catch (error) {
      // The unique constraint decides, also against an account that is being inserted at the same moment.
      if (base.isUniqueViolation(error)) return 'email-taken';
      throw error;
    }
  },
  setEmailVerified: (id, emailKey, now, by) => base.write(() => verifyEmail({ id, emailKey, now, by })),
  setEmailsVerified: async (part) => {
    const verified = await base.changed<{ id: string }>(VERIFY_EMAILS, part);
    const ids = verified.map(({ id }) => id).sort();
    return { count: ids.length, lastId: ids.at(-1) };
  },
});
