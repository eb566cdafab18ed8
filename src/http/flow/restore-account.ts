// The page after a whole sign-in to a leaving account, and POST /restore-account, which restores it (contract 27). No
// request of an application does.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../core/ground/accounts/account.ts';
import type { Fault } from '../../core/ground/fault.ts';
import { restoreAccount } from '../../core/operating/leaving/leave-account.ts';
import { openRestoration, type Restoration, sealRestoration } from '../../core/operating/leaving/restoration.ts';
import { renderRestoreAccount } from '../../views/pages/restore-account.tsx';
import { accountHref } from '../browsers/account-notice.ts';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken, verifyCsrf } from '../browsers/csrf.ts';
import { formExpired } from '../browsers/form-expired.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { actedFrom } from '../browsers/visitor.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';
import { afterSignIn } from './after-sign-in.ts';
import { type FlowStep, withFlow } from './flow.ts';

const PATH = '/restore-account';
const PURPOSE = 'restore-account';

/** The sign-in that the page belongs to. */
type SignInFlow = Pick<FlowStep, 'request' | 'carried'>;

export const restoreAccountRoute = (deps: AuthDeps): Route => ({
  path: PATH,
  errors: 'page',
  methods: {
    POST: {
      access: 'public',
      body: 'form',
      confirm: 'in-form',
      audit: 'own',
      handle: withFlow(deps, (request, reply, flow) => handleForm(deps, request, reply, flow)),
    },
  },
});

/** Answers a sign-in with the outcome `leaving`. */
export async function askToRestore(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  flow: SignInFlow,
  { account, amr, persistent }: { account: Account } & Pick<Restoration, 'amr' | 'persistent'>,
) {
  const { id: accountId, signInEpoch } = account;
  const restoration = { accountId, signInEpoch, persistent, amr, provenAt: deps.ports.clock.now() };
  const deviceId = browserOf(deps, request).device.ensure(reply);
  const proof = sealRestoration(deps.ports, restoration, deviceId);
  return show(deps, request, reply, flow, { account, proof });
}

async function handleForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, flow: FlowStep) {
  const form = formOf(request);
  const proof = form.get('restoration') ?? '';
  const deviceId = browserOf(deps, request).device.ensure(reply);
  const restoration = openRestoration(deps.ports, proof, deviceId);
  const account = restoration && (await deps.ports.accounts.find(restoration.accountId));
  const signInHref = `/login${flow.carried}`;
  if (!restoration || account?.leavingUntil === undefined) return reply.redirect(signInHref, 303);
  if (!(await verifyCsrf(deps, request, form, PURPOSE))) {
    return show(deps, request, reply, flow, { account, proof, status: 403, faults: formExpired(request) });
  }
  const restored = await restoreAccount(deps.ports, restoration, actedFrom(deps, request, account));
  const result = restored ? 'restored' : 'outdated';
  logEvent(request, 'account-deletion', result, { account: account.id, action: 'restore' });
  if (!restored) return reply.redirect(signInHref, 303);
  const { amr, persistent } = restoration;
  // Where the sign-ins were ended a moment later, the next page asks for one.
  await browserOf(deps, request).signIn(reply, { proof: { by: 'restoration', account: restored, amr }, persistent });
  // An application's request goes on; everybody else is told that it worked.
  const onward = flow.request === undefined ? accountHref('account-restored') : flow.onward;
  return reply.redirect(await afterSignIn(deps, restored, { ...flow, onward }), 303);
}

type Shown = { account: Account; proof: string; status?: number; faults?: readonly Fault[] };

async function show(
  deps: AuthDeps,
  http: FastifyRequest,
  reply: FastifyReply,
  { request, carried }: SignInFlow,
  { account, proof, status, faults = [] }: Shown,
) {
  const context = await pageContext(deps, http, reply);
  const html = renderRestoreAccount(
    // A form answered this address: a switch of the language would send it again.
    { ...context, languageForm: undefined, languageHrefs: undefined },
    {
      action: `${PATH}${carried}`,
      csrf: await csrfToken(deps, http, reply, PURPOSE),
      proof,
      email: account.email,
      until: account.leavingUntil ?? deps.ports.clock.now(),
      otherHref: `/login${carried}`,
      faults,
    },
  );
  return sendPage(reply, html, { status: status ?? 200, leadsToApplication: request !== undefined });
}
