// GET and POST /take-back: the link in the mail to a former address takes the change back (contract 21). GET shows what
// that does, only POST spends the link, and nobody is signed in by it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findTakeBack, type TakeBack, takeBackEmail } from '../../core/people/email-changes/take-back.ts';
import { renderTakeBack, renderTakenBack } from '../../views/pages/take-back.tsx';
import { csrfToken } from '../browsers/csrf.ts';
import { byLink, formPage } from '../browsers/form-page.ts';
import { linkExpired, readLinkToken } from '../browsers/link-token.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { limited, type Shown, withFaults } from '../browsers/shown-again.ts';
import { actedFrom, visitorOf } from '../browsers/visitor.ts';
import { logEvent } from '../log/security-event.ts';
import { withPasswordRoom } from '../overload/password-room.ts';
import { passkeyFaults, passkeyIn, takeBackPrompt } from '../passkeys/prompts.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf, queryOf } from '../wire/request-parts.ts';

const PATH = '/take-back';
const DONE_PATH = `${PATH}/done`;
const FORM = 'take-back';

export const takeBackRoutes = (deps: AuthDeps): Route[] => [
  formPage<TakeBack>(deps, {
    path: PATH,
    form: FORM,
    confirm: 'in-form',
    opening: byLink((request) => openLink(deps, request)),
    around: (handle) => withPasswordRoom(deps, handle),
    show: (...page) => show(deps, ...page),
    submit: (...page) => handleForm(deps, ...page),
  }),
  {
    path: DONE_PATH,
    errors: 'page',
    methods: {
      GET: {
        access: 'public',
        body: 'none',
        handle: async (request, reply) =>
          sendPage(reply, renderTakenBack(await pageContext(deps, request, reply), { signInHref: '/login' })),
      },
    },
  },
];

async function openLink(deps: AuthDeps, request: FastifyRequest): Promise<TakeBack> {
  const found = await findTakeBack(deps.ports, readLinkToken(queryOf(request)));
  if (!found) throw linkExpired();
  return found;
}

async function handleForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, opened: TakeBack) {
  const form = formOf(request);
  const result = await takeBackEmail(deps.ports, {
    token: readLinkToken(queryOf(request)),
    password: form.get('password'),
    code: form.get('code'),
    passkey: passkeyIn(deps, request, opened.account),
    ids: form.all('remove'),
    from: { ...visitorOf(deps, request), ...actedFrom(deps, request) },
  });
  const refusal = result.kind === 'wrong-passkey' ? { refusal: result.reason } : {};
  logEvent(request, 'email-take-back', result.kind, { account: opened.account.id, ...refusal });
  switch (result.kind) {
    case 'taken-back':
      return reply.redirect(DONE_PATH, 303);
    case 'link-expired':
      throw linkExpired();
    case 'refused':
      return show(deps, request, reply, opened, withFaults(result.faults));
    case 'wrong-passkey':
      return show(deps, request, reply, opened, withFaults(passkeyFaults(result)));
    case 'limited':
      return show(deps, request, reply, opened, limited(reply, result));
  }
}

async function show(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { former, account, asksCode, passkeys, factors }: TakeBack,
  shown: Shown,
) {
  const html = renderTakeBack(await pageContext(deps, request, reply), {
    action: `${PATH}?token=${readLinkToken(queryOf(request)) ?? ''}`,
    csrf: await csrfToken(deps, request, reply, FORM),
    email: former.email,
    askedAt: former.askedAt,
    leavingUntil: account.leavingUntil,
    asksCode,
    passkey: takeBackPrompt(deps, request, reply, { accountId: account.id, passkeys }),
    factors,
    ticked: request.method === 'POST' ? formOf(request).all('remove') : undefined,
    faults: shown.faults ?? [],
    limitedForMinutes: shown.limitedForMinutes,
  });
  return sendPage(reply, html, { status: shown.status ?? 200 });
}
