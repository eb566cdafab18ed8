// GET and POST /password: sets a password by a one-time link (contract 1, 2). Every session, grant and API token of the
// account ends. Then the person is signed in here, because the link proves as much as a password; an account with a
// second factor is asked for its code first.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../core/ground/accounts/account.ts';
import type { Fault } from '../../core/ground/fault.ts';
import {
  type OpenedPasswordLink,
  openPasswordLink,
  setPasswordByLink,
} from '../../core/people/one-time-links/set-password-by-link.ts';
import { listFactorsAfterReset, removeAfterReset, sealReset } from '../../core/sign-in/factors/factors-after-reset.ts';
import { CODES_ID, type ListedFactor } from '../../core/sign-in/factors/listed-factor.ts';
import { renderFactorsAfterReset } from '../../views/factors/factors-after-reset.tsx';
import { renderSetPassword } from '../../views/pages/set-password.tsx';
import { accountHref } from '../browsers/account-notice.ts';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken, verifyCsrf } from '../browsers/csrf.ts';
import { formExpired } from '../browsers/form-expired.ts';
import { linkExpired, readLinkToken } from '../browsers/link-token.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { limited } from '../browsers/shown-again.ts';
import { actedFrom, visitorOf } from '../browsers/visitor.ts';
import { askForCode, OUTSIDE_REQUESTS } from '../factors/second-step.ts';
import { afterSignIn } from '../flow/after-sign-in.ts';
import { askToRestore } from '../flow/restore-account.ts';
import { logEvent } from '../log/security-event.ts';
import { withPasswordRoom } from '../overload/password-room.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf, queryOf } from '../wire/request-parts.ts';

const FORM = 'password';
/** After the password was set by a link. */
const FACTORS_PATH = '/password/factors';
const FACTORS_FORM = 'password-factors';

export function passwordRoutes(deps: AuthDeps): Route[] {
  return [
    {
      path: '/password',
      errors: 'page',
      methods: {
        GET: { access: 'public', body: 'none', handle: (request, reply) => openLink(deps, request, reply) },
        POST: {
          access: 'public',
          body: 'form',
          confirm: 'in-form',
          audit: 'own',
          handle: withPasswordRoom(deps, (request, reply) => handlePassword(deps, request, reply)),
        },
      },
    },
    {
      path: FACTORS_PATH,
      errors: 'page',
      methods: {
        POST: {
          access: 'public',
          body: 'form',
          confirm: 'in-form',
          audit: 'own',
          handle: (request, reply) => handleFactors(deps, request, reply),
        },
      },
    },
  ];
}

async function openLink(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const link = await openPasswordLink(deps.ports, readLinkToken(queryOf(request)));
  if (!link) throw linkExpired();
  return showForm(deps, request, reply, link);
}

async function handlePassword(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const token = readLinkToken(queryOf(request));
  const form = formOf(request);
  if (!(await verifyCsrf(deps, request, form, FORM))) {
    const link = await openPasswordLink(deps.ports, token);
    if (!link) throw linkExpired();
    return showForm(deps, request, reply, { ...link, status: 403, faults: formExpired(request) });
  }
  const from = actedFrom(deps, request);
  const result = await setPasswordByLink(deps.ports, {
    token,
    password: form.get('password'),
    choice: form.get('choice'),
    code: { typed: form.get('code'), from: { ...visitorOf(deps, request), ...from } },
    from,
  });
  switch (result.kind) {
    case 'link-expired':
      throw linkExpired();
    case 'refused':
      return showForm(deps, request, reply, { ...result.link, faults: result.faults, status: 400 });
    case 'limited':
      logEvent(request, 'password-by-link', 'limited', { account: result.link.account.id });
      return showForm(deps, request, reply, { ...result.link, ...limited(reply, result) });
    case 'changed': {
      const { account, byCode } = result;
      logEvent(request, 'password-by-link', 'changed', { account: account.id });
      const listed = await listFactorsAfterReset(deps.ports, account);
      // What was just proven is the person's own.
      const factors = byCode ? listed.filter(({ id }) => id !== CODES_ID) : listed;
      return factors.length > 0
        ? showFactors(deps, request, reply, { account, byCode, factors })
        : signInAfter(deps, request, reply, { account, byCode });
    }
  }
}

/** `byCode`: its second factor was proven with the link. */
type Reset = { account: Account; byCode: boolean };

/** If its sessions were ended again meanwhile, the account page redirects to sign-in. */
async function signInAfter(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, reset: Reset) {
  const { account } = reset;
  const proof = { by: 'password-link', ...reset } as const;
  const outcome = await browserOf(deps, request).signIn(reply, { proof, persistent: false });
  if (outcome.kind === 'second-factor') {
    return askForCode(deps, request, reply, OUTSIDE_REQUESTS, { account, persistent: false });
  }
  if (outcome.kind === 'leaving') {
    return askToRestore(deps, request, reply, OUTSIDE_REQUESTS, { ...outcome, persistent: false });
  }
  const onward = accountHref('password-reset');
  return reply.redirect(await afterSignIn(deps, account, { onward, carried: '' }), 303);
}

/** Whoever had the password may have set one of them up. */
async function showFactors(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { factors, ...reset }: Reset & { factors: readonly ListedFactor[] },
) {
  const browser = browserOf(deps, request);
  browser.reread();
  const deviceId = browser.device.ensure(reply);
  const context = await pageContext(deps, request, reply);
  const html = renderFactorsAfterReset(
    { ...context, languageForm: undefined, languageHrefs: undefined },
    {
      action: FACTORS_PATH,
      csrf: await csrfToken(deps, request, reply, FACTORS_FORM),
      proof: sealReset(deps.ports, reset, deviceId),
      factors,
    },
  );
  return sendPage(reply, html, { status: 200 });
}

async function handleFactors(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const form = formOf(request);
  if (!(await verifyCsrf(deps, request, form, FACTORS_FORM))) throw linkExpired();
  const reset = await removeAfterReset(deps.ports, {
    sealed: form.get('reset_proof') ?? '',
    deviceId: browserOf(deps, request).device.id,
    ids: form.all('remove'),
    from: actedFrom(deps, request),
  });
  if (!reset) throw linkExpired();
  logEvent(request, 'factor-change', 'removed', { account: reset.account.id, action: 'after-reset' });
  return signInAfter(deps, request, reply, reset);
}

async function showForm(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: OpenedPasswordLink & { status?: number; faults?: readonly Fault[]; limitedForMinutes?: number },
) {
  const html = renderSetPassword(await pageContext(deps, request, reply), {
    action: `/password?token=${readLinkToken(queryOf(request)) ?? ''}`,
    csrf: await csrfToken(deps, request, reply, FORM),
    email: shown.account.email,
    claim: shown.claim,
    choice: request.method === 'POST' ? formOf(request).get('choice') : undefined,
    faults: shown.faults ?? [],
    limitedForMinutes: shown.limitedForMinutes,
  });
  return sendPage(reply, html, { status: shown.status ?? 200 });
}
