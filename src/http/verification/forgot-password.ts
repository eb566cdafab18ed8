// GET and POST /forgot-password: somebody requests a link that sets a new password (contract 22). The answer is the
// same for every address; the account is looked up later.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestPasswordReset } from '../../core/people/verification/request-password-reset.ts';
import { renderForgotPassword, renderResetRequested } from '../../views/pages/forgot-password.tsx';
import { csrfToken } from '../browsers/csrf.ts';
import { formPage } from '../browsers/form-page.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { limited, type Shown, withFaults } from '../browsers/shown-again.ts';
import { actedFrom } from '../browsers/visitor.ts';
import { httpError } from '../errors/http-error.ts';
import { type FlowStep, withFlow } from '../flow/flow.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';

const PATH = '/forgot-password';
const FORM = 'forgot-password';

export const forgotPasswordRoutes = (deps: AuthDeps): Route[] => [
  formPage<FlowStep>(deps, {
    path: PATH,
    form: FORM,
    confirm: 'harmless',
    opening: (handle) => withFlow(deps, handle),
    show: (...page) => show(deps, ...page),
    submit: (...page) => handleForm(deps, ...page),
  }),
  {
    path: `${PATH}/sent`,
    errors: 'page',
    methods: {
      GET: {
        access: 'public',
        body: 'none',
        handle: withFlow(deps, (request, reply, flow) => showSent(deps, request, reply, flow)),
      },
    },
  },
];

/** Undefined where the server sends no mail: pages then do not offer it. */
export const forgotPasswordHref = (deps: AuthDeps, { carried }: FlowStep): string | undefined =>
  deps.ports.rules.mail === 'off' ? undefined : `${PATH}${carried}`;

const noMail = () => httpError(404, 'This server does not send mail.');

async function handleForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, flow: FlowStep) {
  if (deps.ports.rules.mail === 'off') throw noMail();
  const email = formOf(request).get('email') ?? '';
  const from = { ...deps.clientAddressOf(request), ...actedFrom(deps, request) };
  const result = await requestPasswordReset(deps.ports, { email, from });
  switch (result.kind) {
    case 'accepted':
      logEvent(request, 'password-forgotten', 'accepted');
      return reply.redirect(`${PATH}/sent${flow.carried}`, 303);
    case 'refused':
      return show(deps, request, reply, flow, withFaults(result.faults));
    case 'limited':
      logEvent(request, 'password-forgotten', 'limited');
      return show(deps, request, reply, flow, limited(reply, result));
  }
}

async function show(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, flow: FlowStep, shown: Shown) {
  if (deps.ports.rules.mail === 'off') throw noMail();
  const typed = request.method === 'POST' ? (formOf(request).get('email') ?? '') : undefined;
  const html = renderForgotPassword(await pageContext(deps, request, reply), {
    action: `${PATH}${flow.carried}`,
    csrf: await csrfToken(deps, request, reply, FORM),
    email: typed ?? flow.request?.loginHint ?? '',
    signInHref: `/login${flow.carried}`,
    faults: shown.faults ?? [],
    limitedForMinutes: shown.limitedForMinutes,
  });
  return sendPage(reply, html, { status: shown.status ?? 200 });
}

async function showSent(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, flow: FlowStep) {
  const html = renderResetRequested(await pageContext(deps, request, reply), {
    againHref: `${PATH}${flow.carried}`,
    signInHref: `/login${flow.carried}`,
  });
  return sendPage(reply, html);
}
