// Shows a page of the account: what all of them have, and the contents of one (contract 27).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { renderAccount } from '../../views/account/account.tsx';
import { csrfToken } from '../browsers/csrf.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { getSignedIn } from '../browsers/session-guard.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { pageContents, type ShownAccount } from './page-contents.ts';

/** Purpose of the CSRF token in every form of the pages. */
export const ACCOUNT_FORM = 'account';

export async function showAccount(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, shown: ShownAccount) {
  const signedIn = await getSignedIn(deps, request);
  const context = await pageContext(deps, request, reply);
  const html = renderAccount(context, {
    csrf: await csrfToken(deps, request, reply, ACCOUNT_FORM),
    account: signedIn.account,
    notice: shown.notice,
    faultsIn: shown.faultsIn,
    faults: shown.faults ?? [],
    ...(await pageContents(deps, { signedIn, language: context.language, shown })),
  });
  return sendPage(reply, html, { status: shown.status ?? 200 });
}
