// GET and POST /account/two-step: sets up one-time codes, makes new recovery codes, and removes both (contract 24). The
// person confirms who they are before the page is shown (contract 25), and each act checks it again.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConfirmationNeeded, isConfirmed } from '../../core/ground/acts/session-proof.ts';
import type { Fault } from '../../core/ground/fault.ts';
import { describeDevice } from '../../core/ground/texts/describe-device.ts';
import { removeFactors, replaceRecoveryCodes } from '../../core/sign-in/factors/change-factors.ts';
import {
  beginEnrolment,
  continueEnrolment,
  type Enrolment,
  enrolCodes,
  keepEnrolment,
  readEnrolment,
} from '../../core/sign-in/factors/enrol-codes.ts';
import { readRecoveryCode } from '../../core/sign-in/factors/recovery-code.ts';
import { newPlace, showOnce, storeSecret } from '../../core/sign-in/sessions/one-time-display.ts';
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import { removeTrustedDevice } from '../../core/sign-in/trusted-devices/remove-trusted-device.ts';
import { renderTwoStep } from '../../views/account/two-step.tsx';
import { accountHref } from '../browsers/account-notice.ts';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken, verifyCsrf } from '../browsers/csrf.ts';
import { formExpired } from '../browsers/form-expired.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { getSignedIn, SECOND_FACTOR_PATH } from '../browsers/session-guard.ts';
import { actedFrom } from '../browsers/visitor.ts';
import { confirmedFirst, confirmHref, pageBeforeFactors } from '../confirmation/confirm.ts';
import { type FlowStep, withFlow } from '../flow/flow.ts';
import { MADE } from '../flow/query.ts';
import { logEvent } from '../log/security-event.ts';
import { type AuthDeps, isHead } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf, queryOf } from '../wire/request-parts.ts';

export const TWO_STEP_PATH = '/account/two-step';
const PURPOSE = 'two-step';

export const twoStepRoute = (deps: AuthDeps): Route => ({
  path: TWO_STEP_PATH,
  errors: 'page',
  methods: {
    GET: {
      access: 'session',
      body: 'none',
      audit: 'own',
      handle: withFlow(deps, (request, reply, flow) => open(deps, request, reply, flow)),
    },
    POST: {
      access: 'session',
      body: 'form',
      confirm: {
        enrol: 'required',
        'new-codes': 'required',
        remove: 'required',
        'stop-trusting': 'required',
        download: 'harmless',
      },
      audit: 'own',
      handle: confirmedFirst(
        TWO_STEP_PATH,
        withFlow(deps, (request, reply, flow) => handleForm(deps, request, reply, flow)),
      ),
    },
  },
});

async function open(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, flow: FlowStep) {
  const signedIn = await getSignedIn(deps, request);
  const made = queryOf(request).get(MADE);
  if (made !== undefined && !isHead(request)) {
    const codes = await showOnce(deps.ports, { sessionId: signedIn.session.id, page: TWO_STEP_PATH, id: made });
    return show(deps, request, reply, flow, { recoveryCodes: codes?.split(' ') ?? [] });
  }
  if (!isConfirmed(signedIn.session, deps.ports.clock.now())) return reply.redirect(confirmFirstHref(flow), 303);
  return show(deps, request, reply, flow, {});
}

/** Inside an authorization request, the page of the demand asks for it and leads back. */
const confirmFirstHref = ({ request, carried }: FlowStep): string =>
  request ? `${SECOND_FACTOR_PATH}${carried}` : confirmHref(TWO_STEP_PATH);

async function handleForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, flow: FlowStep) {
  const signedIn = await getSignedIn(deps, request);
  const form = formOf(request);
  const sealed = form.get('sealed') ?? '';
  if (!(await verifyCsrf(deps, request, form, PURPOSE))) {
    const enrolment = readEnrolment(deps.ports, signedIn, sealed);
    return show(deps, request, reply, flow, { status: 403, faults: formExpired(request), enrolment });
  }
  const { id: account } = signedIn.account;
  const from = actedFrom(deps, request, signedIn.account);
  const log = (result: string, action: string) => logEvent(request, 'factor-change', result, { account, action });
  switch (form.get('action')) {
    case 'enrol': {
      const enrolled = await enrolCodes(deps.ports, { signedIn, sealed, code: form.get('code'), from }).catch(
        async (error: unknown) => {
          if (error instanceof ConfirmationNeeded) await keepEnrolment(deps.ports, signedIn, keptForm(sealed));
          throw error;
        },
      );
      log(enrolled.kind, 'enrol');
      if (enrolled.kind === 'refused') return show(deps, request, reply, flow, { status: 400, ...enrolled });
      if (enrolled.kind === 'outdated') return reply.redirect(hrefWith(flow), 303);
      await browserOf(deps, request).reopen(reply, enrolled.opened);
      return showCodes(deps, reply, flow, { signedIn, codes: enrolled.recoveryCodes });
    }
    case 'new-codes': {
      const codes = await replaceRecoveryCodes(deps.ports, signedIn, from);
      log(codes ? 'made' : 'outdated', 'recovery-codes');
      return codes ? showCodes(deps, reply, flow, { signedIn, codes }) : reply.redirect(hrefWith(flow), 303);
    }
    case 'remove': {
      const opened = await removeFactors(deps.ports, signedIn, from);
      log(opened ? 'removed' : 'outdated', 'remove');
      if (!opened) return reply.redirect(hrefWith(flow), 303);
      await browserOf(deps, request).reopen(reply, opened);
      return reply.redirect(accountHref('two-step-off'), 303);
    }
    case 'stop-trusting': {
      const stopped = await removeTrustedDevice(deps.ports, signedIn, form.get('device') ?? '');
      log(stopped ? 'removed' : 'outdated', 'stop-trusting');
      return reply.redirect(hrefWith(flow), 303);
    }
    case 'download':
      return sendFile(deps, reply, form.all('recovery_code'));
    default:
      return reply.redirect(hrefWith(flow), 303);
  }
}

const keptForm = (sealed: string) => ({ sealed, page: TWO_STEP_PATH });

/** The codes are shown once, by the page that the form redirects to. */
async function showCodes(
  deps: AuthDeps,
  reply: FastifyReply,
  flow: FlowStep,
  { signedIn, codes }: { signedIn: SignedIn; codes: readonly string[] },
) {
  const place = newPlace(deps.ports, { sessionId: signedIn.session.id, page: TWO_STEP_PATH });
  await storeSecret(deps.ports, place, codes.join(' '));
  return reply.redirect(hrefWith(flow, `${MADE}=${place.id}`), 303);
}

/** The codes came with the form, because only their hashes are stored. Nothing else comes back as a file. */
function sendFile({ ports }: AuthDeps, reply: FastifyReply, codes: readonly string[]) {
  const lines = [ports.serviceName, '', ...codes.filter((code) => readRecoveryCode(code) !== undefined), ''];
  return reply
    .type('text/plain; charset=utf-8')
    .header('content-disposition', 'attachment; filename="recovery-codes.txt"')
    .header('cache-control', 'no-store')
    .send(lines.join('\n'));
}

/** The same page on the same way: whoever is led here to set up a factor goes on from here. */
const hrefWith = ({ carried }: FlowStep, parameter?: string): string => {
  const query = [carried.replace('?', ''), parameter].filter(Boolean).join('&');
  return query === '' ? TWO_STEP_PATH : `${TWO_STEP_PATH}?${query}`;
};

/** Looking at the headers alone shows no secret. */
const enrolmentFor = async ({ ports }: AuthDeps, request: FastifyRequest, signedIn: SignedIn): Promise<Enrolment> =>
  isHead(request) ? beginEnrolment(ports, signedIn) : continueEnrolment(ports, signedIn, TWO_STEP_PATH);

type Shown = {
  status?: number;
  faults?: readonly Fault[];
  /** Shown again with the same secret; undefined: a new one. */
  enrolment?: Enrolment | undefined;
  recoveryCodes?: readonly string[];
};

async function show(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, flow: FlowStep, shown: Shown) {
  const signedIn = await getSignedIn(deps, request);
  const { factors } = deps.ports;
  const { id } = signedIn.account;
  const isOn = (await factors.find(id)) !== undefined;
  const now = deps.ports.clock.now();
  // Only a person who has just confirmed, and shown the factor that they have, gets a secret to set up.
  const before = isOn ? undefined : await pageBeforeFactors(deps, signedIn, TWO_STEP_PATH, flow.carried);
  if (before !== undefined) {
    if (shown.enrolment) await keepEnrolment(deps.ports, signedIn, keptForm(shown.enrolment.sealed));
    return reply.redirect(flow.request ? confirmFirstHref(flow) : before, 303);
  }
  const enrolment = isOn ? undefined : (shown.enrolment ?? (await enrolmentFor(deps, request, signedIn)));
  const html = renderTwoStep(await pageContext(deps, request, reply), {
    action: hrefWith(flow),
    csrf: await csrfToken(deps, request, reply, PURPOSE),
    onwardHref: flow.carried === '' ? undefined : flow.onward,
    enrolment,
    recoveryCodesLeft: isOn ? await factors.countRecoveryCodes(id) : 0,
    recoveryCodes: shown.recoveryCodes,
    trustedDevices: (await deps.ports.trustedDevices.listByAccount(id, now)).map(({ userAgent, ...device }) => ({
      ...device,
      ...describeDevice(userAgent),
    })),
    faults: shown.faults ?? [],
  });
  return sendPage(reply, html, { status: shown.status ?? 200 });
}
