// Where a sign-in leads: outside an authorization request first to the documents that need an agreement (contract 28).
// Inside one, `/oauth/authorize` asks.
import { openDocuments } from '../../core/documents/open-documents.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';

export const DOCUMENTS = '/documents';

/** @param onward where it leads otherwise; `carried`: the query of the next page, with `?`, or empty */
export async function afterSignIn(
  { ports }: Pick<AuthDeps, 'ports'>,
  accountId: string,
  { request, onward, carried }: { request?: unknown; onward: string; carried: string },
): Promise<string> {
  if (request !== undefined) return onward;
  return (await openDocuments(ports, accountId)).length > 0 ? `${DOCUMENTS}${carried}` : onward;
}
