// GET and POST /take-back: the link in the mail to a former address takes the change back (contract 21). GET shows what
// that does, only POST spends the link, and nobody is signed in by it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findTakeBack, type TakeBack, takeBackEmail } from '../../core/email-changes/take-back.ts';
import type { Fault } from '../../core/fault.ts';
import { renderTakeBack, renderTakenBack } from '../../views/pages/take-back.tsx';
import { csrfToken, verifyCsrf } from '../browsers/csrf.ts';
import { linkExpired, readLinkToken } from '../browsers/link-token.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { actedFrom, visitorOf } from '../browsers/visitor.ts';
import { logEvent } from '../log/security-event.ts';
import { withPasswordRoom } from '../overload/password-room.ts';
import { formExpired } from '../pages/form-expired.ts';
import { passkeyFaults, passkeyIn, takeBackPrompt } from '../passkeys/prompts.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf, queryOf } from '../wire/request-parts.ts';

const PATH = '/take-back';
const DONE_PATH = `${PATH}/done`;
const FORM = 'take-back';

export const takeBackRoutes = (deps: AuthDeps): Route[] => [
  {
    path: PATH,
    errors: 'page',
    methods: {
      GET: {
        access: 'public',
        body: 'none',
        handle: async (request, reply) => show(deps, request, reply, await openLink(deps, request), {}),
      },
      POST: {
        access: 'public',
        body: 'form',
        confirm: 'in-form',
        audit: 'own',
        handle: withPasswordRoom(deps, (request, reply) => handleForm(deps, request, reply)),
      },
    },
  },
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

async function handleForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const form = formOf(request);
  const opened = await openLink(deps, request);
  if (!(await verifyCsrf(deps, request, form, FORM))) {
    return show(deps, request, reply, opened, { status: 403, faults: formExpired(request) });
  }
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
      return show(deps, request, reply, opened, { status: 400, faults: result.faults });
    case 'wrong-passkey':
      return show(deps, request, reply, opened, { status: 400, faults: passkeyFaults(result) });
    case 'limited': {
      const { retryAfterSeconds } = result;
      reply.header('retry-after', String(retryAfterSeconds));
      const limitedForMinutes = Math.ceil(retryAfterSeconds / 60);
      return show(deps, request, reply, opened, { status: 429, limitedForMinutes });
    }
  }
}

type Shown = { status?: number; faults?: readonly Fault[]; limitedForMinutes?: number };

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
