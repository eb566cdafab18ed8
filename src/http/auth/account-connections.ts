// POST /account/connections: which optional items an application may read from now on, or none of anything any more.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unlink } from '../../core/consent/unlink.ts';
import { withdrawItems } from '../../core/consent/withdraw-items.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { getSignedIn } from '../plugins/session-guard.ts';
import { formOf } from '../request-parts.ts';
import { logEvent } from '../security-event.ts';
import { accountHref } from './account-notice.ts';

export async function takeConnections(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const { account } = await getSignedIn(deps, request);
  const form = formOf(request);
  const ids = { accountId: account.id, applicationId: form.get('application') ?? '' };
  // An application's id is logged once it is known to be one.
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
