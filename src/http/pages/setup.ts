// GET and POST /setup: makes the first operator's account, by the one-time link that each start prints (contract 1).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Fault } from '../../core/ground/fault.ts';
import { createFirstOperator } from '../../core/people/accounts/create-first-operator.ts';
import { findSetupLink } from '../../core/people/one-time-links/find-one-time-link.ts';
import { renderSetup } from '../../views/pages/setup.tsx';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken, verifyCsrf } from '../browsers/csrf.ts';
import { formExpired } from '../browsers/form-expired.ts';
import { linkExpired, readLinkToken } from '../browsers/link-token.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { boxesFor, tickedIn } from '../documents/boxes.ts';
import { placeOf } from '../log/recorded-refusal.ts';
import { logEvent } from '../log/security-event.ts';
import { withPasswordRoom } from '../overload/password-room.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf, queryOf } from '../wire/request-parts.ts';
import { WELCOME } from './welcome.ts';

const FORM = 'setup';

export function setupRoutes(deps: AuthDeps): Route[] {
  return [
    {
      path: '/setup',
      errors: 'page',
      methods: {
        GET: { access: 'public', body: 'none', handle: (request, reply) => openSetup(deps, request, reply) },
        POST: {
          access: 'public',
          body: 'form',
          confirm: 'in-form',
          audit: 'change',
          handle: withPasswordRoom(deps, (request, reply) => handleSetup(deps, request, reply)),
        },
      },
    },
  ];
}

async function openSetup(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const token = readLinkToken(queryOf(request));
  if (!(await findSetupLink(deps.ports, token))) throw linkExpired();
  return showSetup(deps, request, reply, {});
}

async function handleSetup(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const token = readLinkToken(queryOf(request));
  const form = formOf(request);
  if (!(await verifyCsrf(deps, request, form, FORM))) {
    if (!(await findSetupLink(deps.ports, token))) throw linkExpired();
    return showSetup(deps, request, reply, { status: 403, faults: formExpired(request) });
  }
  const fields = { email: form.get('email'), password: form.get('password'), nickname: form.get('nickname') };
  const boxes = tickedIn(request);
  const ports = deps.ports.recording({ actor: { role: 'operator', ...placeOf(request) }, action: 'setup' });
  const result = await createFirstOperator(ports, { token, form: { ...fields, boxes } });
  switch (result.kind) {
    case 'link-expired':
      throw linkExpired();
    case 'refused':
      return showSetup(deps, request, reply, { status: 400, faults: result.faults });
    case 'created': {
      const { account } = result;
      await browserOf(deps, request).signIn(reply, { proof: { by: 'setup-link', account }, persistent: false });
      logEvent(request, 'setup', 'created', { account: account.id });
      return reply.redirect(WELCOME, 303);
    }
  }
}

async function showSetup(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: { status?: number; faults?: readonly Fault[] },
) {
  const form = formOf(request);
  const context = await pageContext(deps, request, reply);
  const html = renderSetup(context, {
    action: `/setup?token=${readLinkToken(queryOf(request)) ?? ''}`,
    csrf: await csrfToken(deps, request, reply, FORM),
    values: { email: form.get('email') ?? '', nickname: form.get('nickname') ?? '' },
    boxes: boxesFor(deps.ports.rules, context.language, request),
    faults: shown.faults ?? [],
  });
  return sendPage(reply, html, { status: shown.status ?? 200 });
}
