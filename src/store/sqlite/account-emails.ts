// Addresses of accounts on SQLite.
import type { AccountStore } from '../../core/accounts/account-store.ts';
import type { Acting } from '../../core/operators/acting.ts';
import { NOT_RESERVED } from '../nouns/insert-account.ts';
import { prepareRequireMayAct } from './account-act.ts';
import { prepareRequireSettled } from './doubt.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

const VERIFIED_BY_OPERATOR =
  "email_verified = 1, email_verified_by = 'operator', email_verified_at = $now, updated_at = $now";

/** The function returns false when the address is no longer the account's. */
export function prepareVerifyEmail(connection: Sqlite['writer']['connection']) {
  const requireMayAct = prepareRequireMayAct(connection);
  const verify = prepare(
    connection,
    `update accounts set ${VERIFIED_BY_OPERATOR} where id = $id and email_key = $emailKey`,
  );
  return ({ by, ...row }: { id: string; emailKey: string; now: number; by: Acting | undefined }): boolean => {
    requireMayAct({ by, accountId: row.id, now: row.now });
    return verify.run(row) === 1;
  };
}

type Emails = Pick<AccountStore, 'changeEmail' | 'setEmailVerified' | 'setEmailsVerified'>;

export function writeEmails({ connection, write }: Sqlite['writer']): Emails {
  const change = prepare(
    connection,
    `update accounts set email = $email, email_key = $emailKey,
       email_verified = 0, email_verified_by = null, email_verified_at = null, updated_at = $now
     where id = $id and not exists (select 1 from accounts where email_key = $emailKey and id <> $id)
       and ${NOT_RESERVED}`,
  );
  const verify = prepareVerifyEmail(connection);
  const part = prepare<{ id: string }>(
    connection,
    'select id from accounts where email_verified = 0 and origin = $origin and id > $afterId order by id limit $limit',
  );
  const verifyOne = prepare(connection, `update accounts set ${VERIFIED_BY_OPERATOR} where id = $id`);
  const requireProof = prepareRequireProof(connection);
  const requireSettled = prepareRequireSettled(connection);

  return {
    changeEmail: (id, address, now, proof) =>
      write(() => {
        requireProof(proof);
        requireSettled({ accountId: id, now });
        return change.run({ id, ...address, now }) === 1 ? 'changed' : 'email-taken';
      }),
    setEmailVerified: (id, emailKey, now, by) => write(() => verify({ id, emailKey, now, by })),
    setEmailsVerified: ({ now, ...page }) =>
      write(() => {
        const ids = part.all(page).map(({ id }) => id);
        for (const id of ids) verifyOne.run({ id, now });
        return { count: ids.length, lastId: ids.at(-1) };
      }),
  };
}
