// GET and POST /verify/link: the link of a mail that verifies an address, the account's or the one that it changes to
// (contract 21). It proves the address only in a
// browser where that account is signed in; elsewhere its page shows the code. GET shows, only POST spends.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { inDoubtFault } from '../../core/ground/accounts/form-faults.ts';
import type { EmailChange } from '../../core/people/email-changes/email-change.ts';
import { findEmailChangeLink } from '../../core/people/email-changes/find-change-link.ts';
import { proveEmailChangeByLink } from '../../core/people/email-changes/prove-email-change.ts';
import { standingAddress } from '../../core/people/email-changes/standing-address.ts';
import { findAddressLink, proveByLink } from '../../core/people/verification/prove-address.ts';
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import { renderVerifyLink } from '../../views/pages/verify.tsx';
import { showAccount } from '../account/account-page.ts';
import { backIn } from '../account/email-change.ts';
import { EMAIL_CODE_PATH } from '../account/page-contents.ts';
import { accountHref } from '../browsers/account-notice.ts';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken } from '../browsers/csrf.ts';
import { byLink, formPage, notOfThisPage } from '../browsers/form-page.ts';
import { linkExpired, readLinkToken } from '../browsers/link-token.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import type { Shown } from '../browsers/shown-again.ts';
import { actedFrom } from '../browsers/visitor.ts';
import { confirmByMailHref } from '../confirmation/confirm-by-mail.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf, queryOf } from '../wire/request-parts.ts';

const FORM = 'verify-link';

export const verifyLinkRoutes = (deps: AuthDeps): Route[] => [
  formPage<Opened>(deps, {
    path: '/verify/link',
    form: FORM,
    confirm: 'in-form',
    opening: byLink((request) => openLink(deps, request)),
    show: (...page) => show(deps, ...page),
    submit: (...page) => handleForm(deps, ...page),
  }),
];

/** `change`: to another address; undefined: the link verifies the account's own. */
type Opened = NonNullable<Awaited<ReturnType<typeof findAddressLink>>> & { change?: EmailChange };

async function openLink(deps: AuthDeps, request: FastifyRequest): Promise<Opened> {
  const token = readLinkToken(queryOf(request));
  const opened = (await findAddressLink(deps.ports, token)) ?? (await findEmailChangeLink(deps.ports, token));
  if (!opened) throw linkExpired();
  return opened;
}

/** The account of the link, if it is one of those signed in on this browser. */
async function signedInHere(deps: AuthDeps, request: FastifyRequest, { proof }: Opened) {
  const { all } = await browserOf(deps, request).accounts();
  return all.find(({ account }) => account.id === proof.accountId);
}

async function handleForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, opened: Opened) {
  const signedIn = await signedInHere(deps, request, opened);
  if (!signedIn) return show(deps, request, reply, opened, notOfThisPage(request));
  if (opened.change !== undefined) return changeAddress(deps, request, reply, signedIn);
  const result = await proveByLink(deps.ports, { signedIn, token: opened.token });
  logEvent(request, 'email-verification', result.kind, { account: signedIn.account.id });
  if (result.kind !== 'proven') throw linkExpired();
  return reply.redirect(accountHref('email-verified'), 303);
}

async function changeAddress(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) {
  const from = actedFrom(deps, request, signedIn.account);
  const token = readLinkToken(queryOf(request)) ?? '';
  const result = await proveEmailChangeByLink(deps.ports, {
    signedIn,
    from,
    ids: formOf(request).all('remove'),
    token,
  });
  logEvent(request, 'email-change', result.kind, { account: signedIn.account.id });
  if (result.kind === 'taken' || result.kind === 'in-doubt') {
    const isWaiting = result.kind === 'in-doubt';
    return showAccount(deps, request, reply, {
      page: 'profile',
      status: isWaiting ? 409 : 400,
      faultsIn: 'email',
      faults: isWaiting ? [inDoubtFault(result, ['email'])] : result.faults,
    });
  }
  if (result.kind === 'unproven') return reply.redirect(confirmByMailHref(EMAIL_CODE_PATH), 303);
  if (result.kind !== 'changed') throw linkExpired();
  if (result.opened) await browserOf(deps, request).reopen(reply, result.opened);
  return reply.redirect(accountHref('email-changed'), 303);
}

async function show(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, opened: Opened, shown: Shown) {
  const signedIn = await signedInHere(deps, request, opened);
  // The secret has been changed twice since the mail was written.
  if (!signedIn && opened.code === undefined) throw linkExpired();
  const here = signedIn && (await standingAddress(deps.ports, signedIn.account));
  const back = signedIn && opened.change && (await backIn(deps, request, signedIn.account, opened.change));
  const html = renderVerifyLink(await pageContext(deps, request, reply), {
    action: `/verify/link?token=${opened.token}`,
    csrf: await csrfToken(deps, request, reply, FORM),
    here: here && { email: opened.change?.email ?? here.email, goesBack: back },
    code: opened.code ?? '',
    faults: shown.faults ?? [],
  });
  return sendPage(reply, html, { status: shown.status ?? 200 });
}
