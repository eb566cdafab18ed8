// Names who gets the applications of an account, and writes the mail that tells them (contract 29).
import type { Account } from '../../ground/accounts/account.ts';
import { ID } from '../../ground/secrets.ts';
import type { NewMail } from '../../server/mail/mail-store.ts';
import { writeMail } from '../../server/mail/write-mail.ts';
import { findByEmail } from '../../sign-in/accounts/find-by-address.ts';
import type { HandOver } from '../../sign-in/accounts/hand-over.ts';
import { MAX_APPLICATIONS_PER_OWNER } from '../applications/register-application.ts';
import type { Ports } from '../ports.ts';

/** By id or by a verified address: an unverified one may be anybody's. */
export async function findNewOwner(deps: Pick<Ports, 'accounts'>, name: string): Promise<Account | undefined> {
  if (ID.test(name)) return deps.accounts.find(name);
  const account = await findByEmail(deps, name);
  return account?.emailVerified ? account : undefined;
}

/** @param toAccountId of the new owner */
export const handOverTo = (
  deps: Pick<Ports, 'secrets' | 'clock' | 'rules'>,
  { id: toAccountId }: Pick<Account, 'id'>,
): HandOver => ({ toAccountId, max: MAX_APPLICATIONS_PER_OWNER, mail: writeOwnerMail(deps, toAccountId) });

/** The statement that hands over names the applications (`withApplications`). */
export const writeOwnerMail = (
  deps: Pick<Ports, 'secrets' | 'clock' | 'rules'>,
  accountId: string,
): NewMail | undefined =>
  writeMail(deps, {
    ...{ kind: 'applications-received', to: { accountId } },
    facts: { at: deps.clock.now(), applications: [] },
  });
