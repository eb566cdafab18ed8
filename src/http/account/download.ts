// POST /account/data/download: everything that the server keeps about the person, as one JSON file (contract 27). The
// person confirms who they are first (contract 25).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountDocument } from '../../core/people/account-data/account-document.ts';
import { accountPath } from '../../views/page/account-pages.ts';
import { getSignedIn } from '../browsers/session-guard.ts';
import { confirmedFirst } from '../confirmation/confirm.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';

export const handleDownloadForm = (deps: AuthDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
  confirmedFirst(accountPath('data'), () => download(deps, request, reply))(request, reply);

async function download(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const signedIn = await getSignedIn(deps, request);
  const document = await accountDocument(deps.ports, signedIn);
  // The account was deleted meanwhile: the page redirects to sign-in.
  if (!document) return reply.redirect(accountPath('data'), 303);
  logEvent(request, 'data-download', 'sent', { account: signedIn.account.id });
  const day = new Date(deps.ports.clock.now()).toISOString().slice(0, 10);
  return reply
    .type('application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="account-${day}.json"`)
    .header('cache-control', 'no-store')
    .send(`${JSON.stringify(document, undefined, 2)}\n`);
}
