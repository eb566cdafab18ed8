// GET and POST /account/email/code: the page that waits for the code of a new address (contract 21), and the forms that
// send another code or cancel the change. The person confirmed who they are when they asked for the change.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../core/ground/accounts/account.ts';
import { inDoubtFault } from '../../core/ground/accounts/form-faults.ts';
import { sendEmailChangeCode } from '../../core/people/email-changes/ask-email-change.ts';
import type { EmailChange } from '../../core/people/email-changes/email-change.ts';
import { goesBack, proveEmailChangeByCode } from '../../core/people/email-changes/prove-email-change.ts';
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import { type ChangesBack, renderVerify } from '../../views/pages/verify.tsx';
import { accountHref } from '../browsers/account-notice.ts';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken } from '../browsers/csrf.ts';
import { bySession, formPage } from '../browsers/form-page.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { limited, type Shown } from '../browsers/shown-again.ts';
import { actedFrom } from '../browsers/visitor.ts';
import { confirmByMailHref } from '../confirmation/confirm-by-mail.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';
import { ACCOUNT_FORM, showAccount } from './account-page.ts';
import { EMAIL_CODE_PATH } from './page-contents.ts';

export const emailChangeRoute = (deps: AuthDeps): Route =>
  formPage<SignedIn>(deps, {
    path: EMAIL_CODE_PATH,
    access: 'session',
    form: ACCOUNT_FORM,
    confirm: 'harmless',
    opening: bySession(deps),
    show: (...page) => show(deps, ...page),
    submit: (...page) => handleForm(deps, ...page),
  });

async function handleForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) {
  switch (formOf(request).get('action')) {
    case 'send':
      return send(deps, request, reply, signedIn);
    case 'cancel':
      return cancel(deps, request, reply, signedIn);
    default:
      return prove(deps, request, reply, signedIn);
  }
}

async function send(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) {
  const from = { ...deps.clientAddressOf(request), ...actedFrom(deps, request, signedIn.account) };
  const result = await sendEmailChangeCode(deps.ports, { signedIn, from });
  logEvent(request, 'email-change', result.kind, { account: signedIn.account.id });
  if (result.kind !== 'limited') return reply.redirect(EMAIL_CODE_PATH, 303);
  return show(deps, request, reply, signedIn, limited(reply, result));
}

async function cancel(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, { account }: SignedIn) {
  const cancelled = await deps.ports.emailChanges.cancel(account.id);
  logEvent(request, 'email-change', cancelled ? 'cancelled' : 'gone', { account: account.id });
  return reply.redirect(cancelled ? accountHref('email-kept') : '/account', 303);
}

async function prove(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) {
  const { account } = signedIn;
  const [form, from] = [formOf(request), actedFrom(deps, request, account)];
  const result = await proveEmailChangeByCode(deps.ports, {
    ...{ signedIn, from, ids: form.all('remove') },
    code: form.get('code'),
  });
  logEvent(request, 'email-change', result.kind, { account: account.id });
  switch (result.kind) {
    case 'changed':
      if (result.opened) await browserOf(deps, request).reopen(reply, result.opened);
      return reply.redirect(accountHref('email-changed'), 303);
    case 'unproven':
      return reply.redirect(confirmByMailHref(EMAIL_CODE_PATH), 303);
    case 'signed-out':
      return reply.redirect('/account', 303);
    case 'in-doubt':
    case 'taken': {
      const isWaiting = result.kind === 'in-doubt';
      return showAccount(deps, request, reply, {
        page: 'profile',
        status: isWaiting ? 409 : 400,
        faultsIn: 'email',
        faults: isWaiting ? [inDoubtFault(result, ['email'])] : result.faults,
      });
    }
    case 'refused':
      return show(deps, request, reply, signedIn, { status: 400, faults: result.faults });
  }
}

/** Without a pending change the page leads back: it took effect by the link, or in another tab, or is over. */
async function show(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, { account }: SignedIn, shown: Shown) {
  const change = await deps.ports.emailChanges.find(account.id, deps.ports.clock.now());
  if (!change) return reply.redirect('/account', 303);
  const html = renderVerify(await pageContext(deps, request, reply), {
    action: EMAIL_CODE_PATH,
    csrf: await csrfToken(deps, request, reply, ACCOUNT_FORM),
    email: change.email,
    sent: true,
    changesFrom: account.email,
    goesBack: await backIn(deps, request, account, change),
    faults: shown.faults ?? [],
    limitedForMinutes: shown.limitedForMinutes,
  });
  return sendPage(reply, html, { status: shown.status ?? 200, fetches: true });
}

/** What the page says of a change back, with what was ticked in a form that was refused. */
export async function backIn(
  deps: AuthDeps,
  request: FastifyRequest,
  account: Account,
  change: Pick<EmailChange, 'emailKey'>,
): Promise<ChangesBack | undefined> {
  const back = await goesBack(deps.ports, account, change);
  // The same page has a form that sends another code.
  const isAnswer = request.method === 'POST' && formOf(request).has('code');
  return back && { ...back, ticked: isAnswer ? formOf(request).all('remove') : undefined };
}
