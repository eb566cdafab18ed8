// GET and POST /account/connections: chooses which optional items an application may read, or disconnects the
// application.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unlink } from '../../core/consent/unlink.ts';
import { withdrawItems } from '../../core/consent/withdraw-items.ts';
import { accountHref } from '../browsers/account-notice.ts';
import { getSignedIn } from '../browsers/session-guard.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { formOf, queryOf } from '../wire/request-parts.ts';

export async function handleConnectionsForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const { account } = await getSignedIn(deps, request);
  const form = formOf(request);
  const ids = { accountId: account.id, applicationId: form.get('application') ?? '' };
  // The id is logged only if it is known to be an application's.
  const who = (known: boolean) => ({ account: account.id, ...(known && { application: ids.applicationId }) });
  if (form.get('action') === 'disconnect') {
    const ended = await unlink(deps.ports, ids);
    logEvent(request, 'disconnect', ended ? 'ended' : 'not-connected', who(ended));
    return reply.redirect(accountHref('disconnected'), 303);
  }
  const saved = await withdrawItems(deps.ports, { ...ids, agreed: form.all('item') });
  logEvent(request, 'consent-change', saved ? 'saved' : 'not-connected', who(saved));
  return reply.redirect(saved ? accountHref('item-saved') : '/account', 303);
}

/** Id of the application whose API key is `client_id` in the query, or undefined. */
export async function findOpenedConnection({ ports }: AuthDeps, request: FastifyRequest): Promise<string | undefined> {
  const apiKey = queryOf(request).get('client_id');
  const found = apiKey === undefined ? undefined : await ports.applications.findByApiKey(apiKey);
  return found?.application.id;
}
