// GET and POST /device/confirm (RFC 8628 3.3, 5.4; contract 43): shows which application asks on a device with this
// code, for what, and the warning; the POST confirms or denies. What is asked of the person first is what
// `/oauth/authorize` asks.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Connection } from '../../core/applications/connections/connection.ts';
import { nextStep } from '../../core/grants/authorize/authorize.ts';
import { agree } from '../../core/grants/consent/agree.ts';
import {
  type ConsentFormItem,
  consentForm,
  describeShownItems,
  itemsOfAgreeAll,
} from '../../core/grants/consent/consent-form.ts';
import { confirmDeviceCode, denyDeviceCode } from '../../core/grants/device-codes/answer-device-code.ts';
import { type FoundCode, lookUpUserCode } from '../../core/grants/device-codes/find-user-code.ts';
import { showUserCode } from '../../core/grants/device-codes/user-code.ts';
import type { Fault } from '../../core/ground/fault.ts';
import { lacksAt } from '../../core/sign-in/factors/second-factor-policy.ts';
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { USER_CODE_FIELD } from '../../views/devices/user-code.tsx';
import { renderConsent } from '../../views/pages/consent.tsx';
import { type NotAdmittedProps, renderNotAdmitted } from '../../views/pages/not-admitted.tsx';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken, isLanguageSwitch } from '../browsers/csrf.ts';
import { formPage } from '../browsers/form-page.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { devicePlace } from '../browsers/return-path.ts';
import { getSignedIn, SECOND_FACTOR_PATH } from '../browsers/session-guard.ts';
import { DOCUMENTS, VERIFY_PATH } from '../flow/after-sign-in.ts';
import { logEvent } from '../log/security-event.ts';
import { DEVICE_PATH } from '../oauth/device-authorization.ts';
import { consentContents } from '../pages/consent.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf, queryOf } from '../wire/request-parts.ts';
import { CONFIRM_PATH, confirmPath, readSeenCode } from './seen-code.ts';
import { CODE_UNKNOWN, showUserCodePage } from './user-code-page.ts';

export const deviceConsentRoute = (deps: AuthDeps): Route =>
  formPage<Asked>(deps, {
    path: CONFIRM_PATH,
    access: 'session',
    form: formPurpose,
    confirm: 'harmless',
    opening: (handle) => withAsked(deps, handle),
    show: (http, reply, asked, shown) =>
      show(deps, http, reply, asked, { ...shown, ...(isLanguageSwitch(http) && { form: formOf(http) }) }),
    submit: (...page) => handleAnswer(deps, ...page),
  });

/** What a device asks of a person. */
type Asked = {
  found: FoundCode;
  signedIn: SignedIn;
  connection: Connection | undefined;
  items: readonly ConsentFormItem[];
  /** Why the person may only cancel. */
  refused: NotAdmittedProps['why'] | undefined;
  otherAccountHref: string;
};

/** Leads to where the code is typed, or to what is asked first, which leads back there. */
function withAsked(deps: AuthDeps, handle: (request: FastifyRequest, reply: FastifyReply, asked: Asked) => unknown) {
  return async (http: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const signedIn = await getSignedIn(deps, http);
    const userCode = readSeenCode(deps, http, signedIn);
    if (userCode === undefined) return reply.redirect(devicePlace(queryOf(http).get(USER_CODE_FIELD)).path, 303);
    const found = await lookUpUserCode(deps.ports, userCode);
    if (found.kind !== 'found') return showUserCodePage(deps, http, reply, signedIn, CODE_UNKNOWN);
    const { request } = found;
    const device = await browserOf(deps, http).accounts();
    const { query } = devicePlace(userCode);
    const { next, picked } = await nextStep(deps.ports, { request, device, arrivedAt: deps.ports.clock.now() });
    const otherAccountHref = `/${device.all.length > 1 ? 'select-account' : 'login'}${query}`;
    const asked = {
      found,
      signedIn,
      connection: picked.connection,
      items: consentForm(request, picked.connection, signedIn.account),
      otherAccountHref,
    };
    switch (next.kind) {
      case 'team-only':
      case 'groups-only':
      case 'unverified':
        return handle(http, reply, { ...asked, refused: next.kind });
      case 'documents':
        return reply.redirect(`${DOCUMENTS}${query}`, 303);
      case 'verify':
        return reply.redirect(`${VERIFY_PATH}${query}`, 303);
      case 'login':
      case 'second-factor': {
        const lacks = await lacksAt(deps.ports, signedIn, 'application');
        return reply.redirect(`${lacks === 'enrolment' ? SECOND_FACTOR_PATH : '/confirm'}${query}`, 303);
      }
      case 'sign-up':
      case 'select-account':
        return reply.redirect(otherAccountHref, 303);
      case 'consent':
        return handle(http, reply, { ...asked, refused: undefined });
      case 'return-code':
      case 'return-error':
        throw new Error('A device request asks for consent and names nobody.');
    }
  };
}

/** An answer counts for the code, the person and the items that the page showed. */
const formPurpose = ({ found, items, signedIn, refused }: Asked): string =>
  `device ${signedIn.session.id} ${found.code.id} ${refused ?? ''} ${describeShownItems(items, [])}`;

async function handleAnswer(deps: AuthDeps, http: FastifyRequest, reply: FastifyReply, asked: Asked) {
  const { found, signedIn, items } = asked;
  const form = formOf(http);
  const about = { account: signedIn.account.id, application: found.request.application.id };
  if (form.get('action') === 'cancel' || asked.refused !== undefined) {
    const denied = await denyDeviceCode(deps.ports, found, signedIn);
    logEvent(http, 'device-code', denied ? 'denied' : 'over', about);
    return denied ? reply.redirect(DENIED_PATH, 303) : showUserCodePage(deps, http, reply, signedIn, CODE_UNKNOWN);
  }
  const all = form.get('action') === 'agree-all' ? itemsOfAgreeAll(items, []) : [];
  const agreement = await agree(deps.ports, {
    request: found.request,
    signedIn,
    language: (await pageContext(deps, http, reply)).language,
    shown: items,
    shownScopes: [],
    ticked: [...form.all('item'), ...all],
    field: (name) => form.get(name),
    issue: (agreed) => confirmDeviceCode(deps.ports, found, agreed),
  });
  if (agreement.kind === 'refused') {
    const { faults, retryAfterSeconds } = agreement;
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
    return show(deps, http, reply, asked, { form, status: retryAfterSeconds === undefined ? 400 : 429, faults });
  }
  if (agreement.kind === 'stale') return reply.redirect(confirmPath(deps, signedIn, found.userCode), 303);
  if (agreement.tookUsername) logEvent(http, 'username-change', 'taken', { account: about.account });
  const confirmed = agreement.result.kind === 'issued';
  logEvent(http, 'device-code', confirmed ? 'confirmed' : 'over', about);
  return confirmed ? reply.redirect(DONE_PATH, 303) : showUserCodePage(deps, http, reply, signedIn, CODE_UNKNOWN);
}

export const DONE_PATH = `${DEVICE_PATH}/done`;
export const DENIED_PATH = `${DEVICE_PATH}/denied`;

type Shown = { form?: Parameters; status?: number; faults?: readonly Fault[] };

async function show(deps: AuthDeps, http: FastifyRequest, reply: FastifyReply, asked: Asked, shown: Shown) {
  const { found, signedIn, connection, items, refused, otherAccountHref } = asked;
  const { request, userCode } = found;
  const context = await pageContext(deps, http, reply);
  const contents = await consentContents(deps, context, { request, signedIn, connection, items, scopes: [] }, shown);
  const form = {
    action: confirmPath(deps, signedIn, userCode),
    csrf: await csrfToken(deps, http, reply, formPurpose(asked)),
    otherAccountHref,
  };
  const to = { device: showUserCode(userCode) };
  const html =
    refused === undefined
      ? renderConsent(context, { ...contents, ...form, shownTo: undefined, to })
      : renderNotAdmitted(context, { ...contents, ...form, why: refused, onDevice: true });
  return sendPage(reply, html, { status: shown.status ?? 200, leadsToApplication: false });
}
