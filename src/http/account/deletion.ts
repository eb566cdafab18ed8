// GET and POST /account/delete: deletes one's own account, in some days or at once (contract 27). The person confirms
// who they are before the page is shown (contract 25), and the act checks it again.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formFault, inDoubtFault } from '../../core/accounts/form-faults.ts';
import type { Fault } from '../../core/fault.ts';
import { leaveAccount, ownedApplications } from '../../core/leaving/leave-account.ts';
import { isConfirmed } from '../../core/sessions/session-proof.ts';
import { DELETE_PATH, renderDelete, renderLeft } from '../../views/account/delete.tsx';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken, verifyCsrf } from '../browsers/csrf.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { getSignedIn } from '../browsers/session-guard.ts';
import { actedFrom } from '../browsers/visitor.ts';
import { logEvent } from '../log/security-event.ts';
import { confirmedFirst, confirmHref } from '../pages/confirm.ts';
import { formExpired } from '../pages/form-expired.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';

const PURPOSE = 'delete-account';

export const deletionRoute = (deps: AuthDeps): Route => ({
  path: DELETE_PATH,
  errors: 'page',
  methods: {
    GET: { access: 'session', body: 'none', audit: 'own', handle: (request, reply) => open(deps, request, reply) },
    POST: {
      access: 'session',
      body: 'form',
      confirm: { leave: 'required', now: 'required' },
      audit: 'own',
      handle: confirmedFirst(DELETE_PATH, (request, reply) => handleForm(deps, request, reply)),
    },
  },
});

async function open(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const { session } = await getSignedIn(deps, request);
  if (!isConfirmed(session, deps.ports.clock.now())) return reply.redirect(confirmHref(DELETE_PATH), 303);
  return show(deps, request, reply, {});
}

async function handleForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const signedIn = await getSignedIn(deps, request);
  const form = formOf(request);
  if (!(await verifyCsrf(deps, request, form, PURPOSE))) {
    return show(deps, request, reply, { status: 403, faults: formExpired(request) });
  }
  const action = form.get('action');
  if (action !== 'leave' && action !== 'now') return reply.redirect(DELETE_PATH, 303);
  const from = actedFrom(deps, request, signedIn.account);
  const outcome = await leaveAccount(deps.ports, { signedIn, atOnce: action === 'now', from });
  logEvent(request, 'account-deletion', outcome.kind, { account: signedIn.account.id, action });
  switch (outcome.kind) {
    case 'owns-applications':
      return show(deps, request, reply, { status: 409 });
    case 'in-doubt':
      return show(deps, request, reply, { status: 409, faults: [inDoubtFault(outcome)] });
    case 'last-operator':
      return show(deps, request, reply, { status: 409, faults: [formFault([], 'last-operator')] });
    case 'left': {
      await browserOf(deps, request).endSession(reply, signedIn);
      const context = await pageContext(deps, request, reply);
      const html = renderLeft({ ...context, languageForm: undefined, languageHrefs: undefined }, outcome.until);
      return sendPage(reply, html, { status: 200 });
    }
  }
}

type Shown = { status?: number; faults?: readonly Fault[] };

async function show(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, { status, faults = [] }: Shown) {
  const { account } = await getSignedIn(deps, request);
  const { emailChanges, clock } = deps.ports;
  const doubt = await emailChanges.findDoubt(account.id, clock.now());
  const html = renderDelete(await pageContext(deps, request, reply), {
    csrf: await csrfToken(deps, request, reply, PURPOSE),
    days: deps.ports.rules.deletionDelayDays,
    notBefore: doubt?.expiresAt,
    owned: await ownedApplications(deps.ports, account.id),
    faults,
  });
  return sendPage(reply, html, { status: status ?? 200 });
}
