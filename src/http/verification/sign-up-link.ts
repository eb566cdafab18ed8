// GET and POST /sign-up/link: the link of a mail creates the account of a sign-up that waits in this browser (contract
// 21). In any other browser its page shows the code. GET shows, only POST spends.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findSignUpLink, finishSignUpByLink } from '../../core/people/verification/sign-up-by-mail.ts';
import { renderVerifyLink } from '../../views/pages/verify.tsx';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken } from '../browsers/csrf.ts';
import { byLink, formPage, notOfThisPage } from '../browsers/form-page.ts';
import { linkExpired, readLinkToken } from '../browsers/link-token.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import type { Shown } from '../browsers/shown-again.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { queryOf } from '../wire/request-parts.ts';

const PATH = '/sign-up/link';
const FORM = 'sign-up-link';

type Opened = Awaited<ReturnType<typeof openLink>>;

export const signUpLinkRoute = (deps: AuthDeps): Route =>
  formPage<Opened>(deps, {
    path: PATH,
    form: FORM,
    confirm: 'in-form',
    opening: byLink((request) => openLink(deps, request)),
    show: (...page) => show(deps, ...page),
    submit: (...page) => create(deps, ...page),
  });

async function openLink(deps: AuthDeps, request: FastifyRequest) {
  const token = readLinkToken(queryOf(request));
  const opened = await findSignUpLink(deps.ports, { token, deviceId: browserOf(deps, request).device.id });
  if (!opened) throw linkExpired();
  return opened;
}

async function create(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, opened: Opened) {
  const { token, isHere } = opened;
  const { device } = browserOf(deps, request);
  if (!isHere || device.id === undefined) return show(deps, request, reply, opened, notOfThisPage(request));
  const result = await finishSignUpByLink(deps.ports, { deviceId: device.id, token });
  if (result.kind === 'refused') throw linkExpired();
  const { account } = result;
  await browserOf(deps, request).signIn(reply, { proof: { by: 'sign-up', account }, persistent: false });
  logEvent(request, 'sign-up', 'created', { account: account.id });
  return reply.redirect('/account', 303);
}

async function show(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, email, code, isHere }: Opened,
  { status = 200, faults = [] }: Shown,
) {
  // The secret has been changed twice since the mail was written.
  if (!isHere && code === undefined) throw linkExpired();
  const html = renderVerifyLink(await pageContext(deps, request, reply), {
    action: `${PATH}?token=${token}`,
    csrf: await csrfToken(deps, request, reply, FORM),
    here: isHere ? { email } : undefined,
    code: code ?? '',
    faults,
  });
  return sendPage(reply, html, { status });
}
