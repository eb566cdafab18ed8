// GET and POST /account/connections: chooses which optional items an application may read, or disconnects the
// application.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../../core/applications/applications/application.ts';
import { unlink } from '../../core/grants/consent/unlink.ts';
import { withdrawItems } from '../../core/grants/consent/withdraw-items.ts';
import { validSession } from '../../core/ground/acts/session-proof.ts';
import type { AccountNotice } from '../../views/account/account-props.ts';
import { accountPath } from '../../views/page/account-pages.ts';
import { accountHref } from '../browsers/account-notice.ts';
import { pageContext } from '../browsers/page-context.ts';
import { getSignedIn } from '../browsers/session-guard.ts';
import { ownPageOf } from '../flow/own-page.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { formOf, queryOf } from '../wire/request-parts.ts';

export async function handleConnectionsForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const { account, session } = await getSignedIn(deps, request);
  const form = formOf(request);
  const ids = { accountId: account.id, applicationId: form.get('application') ?? '' };
  // The id is logged only if it is known to be an application's.
  const who = (known: boolean) => ({ account: account.id, ...(known && { application: ids.applicationId }) });
  if (form.get('action') === 'disconnect') {
    const ended = await unlink(deps.ports, ids);
    logEvent(request, 'disconnect', ended ? 'ended' : 'not-connected', who(ended));
    return reply.redirect(await hrefAfter(deps, request, 'disconnected'), 303);
  }
  const { language } = await pageContext(deps, request, reply);
  const proof = validSession(session);
  const saved = await withdrawItems(deps.ports, { ...ids, agreed: form.all('item'), language, proof });
  logEvent(request, 'consent-change', saved ? 'saved' : 'not-connected', who(saved));
  return reply.redirect(saved ? await hrefAfter(deps, request, 'item-saved') : accountPath('applications'), 303);
}

/** The application that the person came from, to manage what it can see. */
export type OpenedConnection = {
  application: Application;
  /** Query of this page. It keeps where the person came from, because the next request has another Referer. */
  query: string;
  backHref: string | undefined;
};

/** The application whose API key is `client_id` in the query, or undefined. */
export async function findOpenedConnection(
  { ports }: AuthDeps,
  request: FastifyRequest,
): Promise<OpenedConnection | undefined> {
  const sent = queryOf(request);
  const apiKey = sent.get('client_id');
  const found = apiKey === undefined ? undefined : await ports.applications.findByApiKey(apiKey);
  if (apiKey === undefined || found === undefined) return undefined;
  const { application } = found;
  const backHref = ownPageOf(application, sent.get('from') ?? request.headers.referer);
  const isOrigin = backHref !== undefined && backHref !== application.homepageUri;
  const query = new URLSearchParams({ client_id: apiKey, ...(isOrigin && { from: backHref }) });
  return { application, query: `?${query}`, backHref };
}

/** The same page again, with a notice. */
async function hrefAfter(deps: AuthDeps, request: FastifyRequest, notice: AccountNotice): Promise<string> {
  const opened = await findOpenedConnection(deps, request);
  return opened === undefined ? accountHref(notice) : `${accountPath('applications')}${opened.query}&notice=${notice}`;
}
