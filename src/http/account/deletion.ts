// GET and POST /account/delete: deletes one's own account, in some days or at once (contract 27). The person confirms
// who they are before the page is shown (contract 25), and the act checks it again.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formFault, inDoubtFault } from '../../core/ground/accounts/form-faults.ts';
import { isConfirmed } from '../../core/ground/acts/session-proof.ts';
import { leaveAccount } from '../../core/operating/leaving/leave-account.ts';
import { proveByCode, sendDeletionCode } from '../../core/people/verification/prove-address.ts';
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import { DELETE_PATH, renderDelete, renderLeft } from '../../views/account/delete.tsx';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken } from '../browsers/csrf.ts';
import { bySession, formPage } from '../browsers/form-page.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { getSignedIn } from '../browsers/session-guard.ts';
import { limited, type Shown } from '../browsers/shown-again.ts';
import { actedFrom } from '../browsers/visitor.ts';
import { confirmedFirst, confirmHref } from '../confirmation/confirm.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';

const PURPOSE = 'delete-account';

export const deletionRoute = (deps: AuthDeps): Route =>
  formPage<SignedIn>(deps, {
    path: DELETE_PATH,
    access: 'session',
    form: PURPOSE,
    confirm: { leave: 'required', now: 'required', send: 'harmless' },
    opening: bySession(deps),
    around: (handle) => confirmedFirst(DELETE_PATH, handle),
    enter: (request, reply, { session }) =>
      isConfirmed(session, deps.ports.clock.now())
        ? show(deps, request, reply, {})
        : reply.redirect(confirmHref(DELETE_PATH), 303),
    show: (request, reply, _, shown) => show(deps, request, reply, shown),
    submit: (...page) => handleForm(deps, ...page),
  });

async function handleForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) {
  switch (formOf(request).get('action')) {
    case 'leave':
    case 'now':
      return leave(deps, request, reply, signedIn);
    case 'send':
      return sendCode(deps, request, reply, signedIn);
    default:
      return reply.redirect(DELETE_PATH, 303);
  }
}

async function leave(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: SignedIn,
): Promise<unknown> {
  const form = formOf(request);
  const from = actedFrom(deps, request, signedIn.account);
  const outcome = await leaveAccount(deps.ports, { signedIn, atOnce: form.get('action') === 'now', from });
  const action = form.get('action') ?? '';
  logEvent(request, 'account-deletion', outcome.kind, { account: signedIn.account.id, action });
  switch (outcome.kind) {
    case 'owns-applications':
      return show(deps, request, reply, { status: 409 });
    case 'in-doubt':
      return show(deps, request, reply, { status: 409, faults: [inDoubtFault(outcome)] });
    case 'last-operator':
      return show(deps, request, reply, { status: 409, faults: [formFault([], 'last-operator')] });
    case 'code-needed':
      return form.has('code')
        ? proveAndLeave(deps, request, reply, signedIn)
        : sendCode(deps, request, reply, signedIn);
    case 'left': {
      await browserOf(deps, request).endSession(reply, signedIn);
      const context = await pageContext(deps, request, reply);
      const html = renderLeft({ ...context, languageForm: undefined, languageHrefs: undefined }, outcome.until);
      return sendPage(reply, html, { status: 200 });
    }
  }
}

/** With the code that was mailed before. */
async function proveAndLeave(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) {
  const proven = await proveByCode(deps.ports, { signedIn, code: formOf(request).get('code') });
  logEvent(request, 'email-verification', proven.kind, { account: signedIn.account.id });
  if (proven.kind === 'refused') {
    return show(deps, request, reply, { status: 400, asksCode: true, faults: proven.faults });
  }
  if (proven.kind === 'signed-out') return reply.redirect(DELETE_PATH, 303);
  const session = { ...signedIn.session, addressProvenAt: deps.ports.clock.now() };
  return leave(deps, request, reply, { ...signedIn, session });
}

async function sendCode(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) {
  const from = { ...deps.clientAddressOf(request), ...actedFrom(deps, request, signedIn.account) };
  const sent = await sendDeletionCode(deps.ports, { signedIn, from });
  if (sent.kind === 'sent') return show(deps, request, reply, { asksCode: true });
  return show(deps, request, reply, { asksCode: true, ...limited(reply, sent) });
}

async function show(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: Shown & { asksCode?: boolean },
) {
  const { account } = await getSignedIn(deps, request);
  const { emailChanges, clock } = deps.ports;
  const doubt = await emailChanges.findDoubt(account.id, clock.now());
  const html = renderDelete(await pageContext(deps, request, reply), {
    csrf: await csrfToken(deps, request, reply, PURPOSE),
    days: deps.ports.rules.deletionDelayDays,
    notBefore: doubt?.expiresAt,
    codeSentTo: shown.asksCode && !doubt ? account.email : undefined,
    limitedForMinutes: shown.limitedForMinutes,
    owned: await deps.ports.members.listOwned(account.id),
    faults: shown.faults ?? [],
  });
  return sendPage(reply, html, { status: shown.status ?? 200 });
}
