// GET and POST /consent (contract 4 "Consent"): shows who asks for what; the POST issues the code itself. The form's token
// binds session, parameters and the items shown (cases K3, K4); GET never approves.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthorizationRequest } from '../../core/authorize/authorization-request.ts';
import { decideNext } from '../../core/authorize/decide-next.ts';
import { pickAccount } from '../../core/authorize/pick-account.ts';
import { agree } from '../../core/consent/agree.ts';
import type { Connection } from '../../core/consent/connection.ts';
import { type ConsentFormItem, consentForm, describeShownItems } from '../../core/consent/consent-form.ts';
import type { Fault } from '../../core/fault.ts';
import type { SignedIn } from '../../core/sessions/session.ts';
import { accessDenied } from '../../protocol/errors.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { redirectDestination } from '../../protocol/redirect-uri.ts';
import { renderConsent } from '../../views/consent.tsx';
import type { AuthDeps } from '../auth-deps.ts';
import { pageContext } from '../page-context.ts';
import { browserOf } from '../plugins/browser-session.ts';
import { checkCsrf, csrfToken } from '../plugins/csrf.ts';
import { sendPage } from '../plugins/page-headers.ts';
import { formOf } from '../request-parts.ts';
import type { Route } from '../route.ts';
import { logEvent } from '../security-event.ts';
import { applicationCard } from './application-card.ts';
import { returnCode, returnError } from './authorize.ts';
import { consentRows } from './consent-rows.ts';
import { type FlowStep, withFlow } from './flow.ts';
import { formExpired } from './form-expired.ts';

export function consentRoutes(deps: AuthDeps): Route[] {
  return [
    {
      path: '/consent',
      errors: 'page',
      methods: {
        GET: {
          access: 'public',
          body: 'none',
          handle: withFlow(
            deps,
            withAsked(deps, (request, reply, asked) => showConsent(deps, request, reply, asked, {})),
          ),
        },
        POST: {
          access: 'public',
          body: 'form',
          handle: withFlow(
            deps,
            withAsked(deps, (request, reply, asked) => answer(deps, request, reply, asked)),
          ),
        },
      },
    },
  ];
}

/** A request whose user is signed in recently enough: only the consent is still open. */
type Asked = {
  flow: FlowStep;
  request: AuthorizationRequest;
  signedIn: SignedIn;
  connection: Connection | undefined;
  items: readonly ConsentFormItem[];
};

/** Anything but "ask for consent" goes back to `/oauth/authorize`, the one place that says what is next. */
function withAsked(deps: AuthDeps, handle: (request: FastifyRequest, reply: FastifyReply, asked: Asked) => unknown) {
  return async (http: FastifyRequest, reply: FastifyReply, flow: FlowStep): Promise<unknown> => {
    const { request, arrivedAt } = flow;
    if (!request) return reply.redirect('/account', 303);
    const device = await browserOf(deps, http).accounts();
    const picked = await pickAccount(deps.ports, request, device);
    const { signedIn, connection } = picked;
    const { openRegistration } = deps.ports.rules;
    const next = decideNext({ request, picked, device, arrivedAt, openRegistration });
    if (!signedIn || next.kind !== 'consent') return reply.redirect(`/oauth/authorize?${flow.next}`, 303);
    const items = consentForm(request, connection, signedIn.account);
    return handle(http, reply, { flow, request, signedIn, connection, items });
  };
}

async function answer(deps: AuthDeps, http: FastifyRequest, reply: FastifyReply, asked: Asked) {
  const form = formOf(http);
  if (!checkCsrf(deps, http, form, formPurpose(asked))) {
    return showConsent(deps, http, reply, asked, { status: 403, faults: formExpired(http) });
  }
  if (form.get('action') === 'cancel') {
    return returnError(deps, reply, { ...asked.request, error: accessDenied('The user did not agree.') });
  }
  const agreement = await agree(deps.ports, {
    request: asked.request,
    signedIn: asked.signedIn,
    shown: asked.items,
    ticked: form.get('action') === 'agree-all' ? asked.items.map((entry) => entry.item) : form.all('item'),
    field: (name) => form.get(name),
  });
  if (agreement.kind === 'refused') {
    return showConsent(deps, http, reply, asked, { form, status: 400, faults: agreement.faults });
  }
  logEvent(http, 'consent', 'agreed', {
    account: asked.signedIn.account.id,
    application: asked.request.application.id,
  });
  return returnCode(deps, reply, { ...asked.request, code: agreement.code });
}

const formPurpose = ({ flow, items }: Asked): string => `consent ${flow.query} ${describeShownItems(items)}`;

type Shown = { form?: Parameters; status?: number; faults?: readonly Fault[] };

async function showConsent(deps: AuthDeps, http: FastifyRequest, reply: FastifyReply, asked: Asked, shown: Shown) {
  const { request, signedIn, flow } = asked;
  const context = await pageContext(deps, http, reply);
  const html = renderConsent(context, {
    action: `/consent?${flow.next}`,
    csrf: csrfToken(deps, http, reply, formPurpose(asked)),
    application: applicationCard(request.application),
    items: consentRows(asked.items, signedIn.account, shown.form),
    signedIn: { email: signedIn.account.email, nickname: signedIn.account.profile.nickname },
    otherAccountHref: `/login?${flow.next}`,
    redirectHost: redirectDestination(request.redirectUri),
    faults: shown.faults ?? [],
    firstTime: asked.connection === undefined || asked.connection.endedAt !== undefined,
  });
  return sendPage(reply, html, { status: shown.status ?? 200, leadsToApplication: true });
}
