// Where a sign-in leads first: to verify the address, where it must be (contract 21); outside an authorization request
// to the documents that need an agreement (contract 28). Inside one, `/oauth/authorize` asks about those.
import type { Account } from '../../core/ground/accounts/account.ts';
import { openDocuments } from '../../core/people/documents/open-documents.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';

export const DOCUMENTS = '/documents';
export const VERIFY_PATH = '/verify';

/** @param onward where it leads otherwise; `carried`: the query of the next page, with `?`, or empty */
export async function afterSignIn(
  { ports }: Pick<AuthDeps, 'ports'>,
  account: Pick<Account, 'id' | 'emailVerified'>,
  { request, onward, carried }: { request?: unknown; onward: string; carried: string },
): Promise<string> {
  const { requireVerifiedEmail, mail } = ports.rules;
  if (requireVerifiedEmail && mail !== 'off' && !account.emailVerified) return `${VERIFY_PATH}${carried}`;
  if (request !== undefined) return onward;
  return (await openDocuments(ports, account.id)).length > 0 ? `${DOCUMENTS}${carried}` : onward;
}
