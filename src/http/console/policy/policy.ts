// GET and POST /console/policy: what operators decide while the server runs (contract 29). One form changes several
// members, all of them or none.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formFault } from '../../../core/ground/accounts/form-faults.ts';
import type { Fault } from '../../../core/ground/fault.ts';
import type { Ports } from '../../../core/operating/ports.ts';
import { changePolicy, type PolicyChanged, type WantedPolicy } from '../../../core/server/policy/change-policy.ts';
import { followedPolicy, type LogoKey, type PlainPolicyKey, policyMember } from '../../../core/server/policy/policy.ts';
import { serviceLogoPath } from '../../../core/server/policy/service-logo.ts';
import { hasFactor } from '../../../core/sign-in/factors/has-factor.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import { PLAIN_POLICY_KEYS, POLICY, POLICY_FIELDS, POLICY_KEYS } from '../../../schema/policy/policy-keys.ts';
import type { ConsoleNotice } from '../../../views/console/parts/console-page.ts';
import { POLICY_PAGE, renderPolicy } from '../../../views/policy/policy.tsx';
import { readConsoleNotice } from '../../browsers/console-notice.ts';
import { csrfToken, verifyCsrf } from '../../browsers/csrf.ts';
import { formExpired } from '../../browsers/form-expired.ts';
import { pageContext } from '../../browsers/page-context.ts';
import { sendPage } from '../../browsers/page-headers.ts';
import { confirmHref } from '../../confirmation/confirm.ts';
import type { ChangeAsked } from '../../log/logged-change.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { MAX_POLICY_BYTES } from '../../wire/message-rules.ts';
import { formOf } from '../../wire/request-parts.ts';
import { carryOut } from '../frame/carry-out.ts';
import { withConfirmationInPlace } from '../frame/confirm-in-place.ts';
import { type ConsoleContext, enterAsOperator } from '../frame/console-context.ts';
import {
  afterConfirmation,
  CONSOLE_FORM,
  changedMeanwhile,
  confirmFirst,
  type Outcome,
  type RetryForm,
  refused,
  sentForm,
} from '../frame/outcome.ts';
import { wantedLogo } from './logo.ts';

export const policyRoute = (deps: AuthDeps): Route => ({
  path: POLICY_PAGE,
  errors: 'page',
  methods: {
    GET: {
      access: 'session',
      body: 'none',
      audit: 'harmless: shows no person',
      handle: async (request, reply) => show(deps, request, reply, await enterPolicy(deps, request)),
    },
    POST: {
      access: 'session',
      body: 'form-or-file',
      mostBytes: MAX_POLICY_BYTES,
      confirm: {
        ...{ save: 'required', 'set-logo': 'required', 'remove-logo': 'required' },
        ...{ 'set-dark-logo': 'required', 'remove-dark-logo': 'required' },
      },
      audit: 'change',
      handle: withConfirmationInPlace(
        deps,
        async (request, reply) => handleForm(deps, request, reply, await enterPolicy(deps, request)),
        async (request, reply) => {
          const entered = await enterPolicy(deps, request);
          return show(deps, request, reply, entered, afterConfirmation(isCurrent(deps.ports, formOf(request))));
        },
      ),
    },
  },
});

/** The page shows, and is compared with, what is stored now. @throws 403 */
async function enterPolicy(deps: AuthDeps, request: FastifyRequest): Promise<ConsoleContext> {
  const entered = await enterAsOperator(deps, request);
  await deps.ports.livePolicy.refresh();
  return entered;
}

const isCurrent = ({ livePolicy }: Ports, form: Parameters): boolean =>
  form.get('version') === String(livePolicy.revision());

async function handleForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, entered: ConsoleContext) {
  const form = formOf(request);
  if (!(await verifyCsrf(deps, request, form, CONSOLE_FORM))) {
    return show(deps, request, reply, entered, { ...refused(formExpired(request)), status: 403 });
  }
  const { accountId, role } = entered.caller;
  const asked: ChangeAsked = { event: 'policy-change', action: 'policy', account: accountId, role };
  const act = async (ports: Ports): Promise<Outcome> =>
    entered.confirmed ? save(ports, request, entered) : confirmFirst;
  const showAgain = (outcome: RetryForm) => show(deps, request, reply, entered, outcome);
  return carryOut(deps, request, reply, { asked, act, path: POLICY_PAGE, showAgain });
}

async function save(ports: Ports, request: FastifyRequest, { caller }: ConsoleContext): Promise<Outcome> {
  const form = formOf(request);
  const asked = askedIn(ports, request, form);
  if ('kind' in asked) return asked;
  const revision = Number(form.get('version'));
  return toOutcome(await changePolicy(ports, { wanted: asked.wanted, revision, proof: caller.proof }), asked.notice);
}

type Asked = { wanted: WantedPolicy; notice: ConsoleNotice } | RetryForm;

function askedIn(ports: Ports, request: FastifyRequest, form: Parameters): Asked {
  switch (form.get('action')) {
    case 'save':
      return { wanted: wantedIn(ports, form), notice: 'policy-saved' };
    case 'set-logo':
      return askedLogo(request, 'logo');
    case 'set-dark-logo':
      return askedLogo(request, 'logoDark');
    case 'remove-logo':
      return { wanted: { logo: null }, notice: 'logo-removed' };
    case 'remove-dark-logo':
      return { wanted: { logoDark: null }, notice: 'logo-removed' };
    default:
      return refused([formFault([], 'form-expired')]);
  }
}

function askedLogo(request: FastifyRequest, key: LogoKey): Asked {
  const asked = wantedLogo(request, key);
  return 'kind' in asked ? asked : { ...asked, notice: 'logo-set' };
}

/** An unticked box is not sent. What is locked has no field, and the logo has a form of its own. */
function wantedIn({ livePolicy: { kinds } }: Ports, form: Parameters): WantedPolicy {
  const valueIn = (key: PlainPolicyKey): unknown => {
    const { control } = POLICY[key];
    if (control === 'flag') return form.has(policyMember(key));
    const typed = form.get(policyMember(key))?.trim() ?? '';
    return control === 'optional-text' && typed === '' ? null : typed;
  };
  return Object.fromEntries(PLAIN_POLICY_KEYS.filter((key) => !kinds[key].locked).map((key) => [key, valueIn(key)]));
}

/** Where a conflict is shown. */
const FIELDS: Readonly<Record<string, Fault['path']>> = {
  'policy-needs-mail': ['require_verified_email'],
  'policy-needs-verified-addresses': ['allowed_email_domains'],
};

const NEEDS_OWN_FACTOR: Fault = {
  path: ['second_factor'],
  code: 'policy-needs-own-factor',
  detail: 'Set up a second factor for your own account first: from then on the console asks you for it.',
};

function toOutcome(changed: PolicyChanged, notice: ConsoleNotice): Outcome {
  switch (changed.kind) {
    case 'changed':
      return { kind: 'done', notice };
    case 'refused':
      return refused(changed.faults.map(inForm));
    case 'conflict':
      return {
        ...refused(changed.refusals.map(({ code, detail }) => ({ path: FIELDS[code] ?? [], code, detail }))),
        status: 409,
      };
    case 'needs-own-factor':
      return { ...refused([NEEDS_OWN_FACTOR]), status: 409 };
    case 'stale':
    case 'no-operator':
    case 'needs-person':
      return changedMeanwhile;
  }
}

/** The documents are one field. Each field has a sentence of its own. */
function inForm(fault: Fault): Fault {
  const [member = ''] = fault.path;
  const key = POLICY_KEYS.find((one) => policyMember(one) === member);
  return { ...fault, path: [member], code: `policy-${key}` };
}

async function show(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  entered: ConsoleContext,
  outcome?: RetryForm,
) {
  const { livePolicy } = deps.ports;
  const locked = POLICY_KEYS.map((key) => [key, livePolicy.kinds[key].locked?.by] as const);
  const values = followedPolicy(livePolicy.kinds, livePolicy.stored());
  const html = renderPolicy(await pageContext(deps, request, reply), {
    csrf: await csrfToken(deps, request, reply, CONSOLE_FORM),
    notice: readConsoleNotice(request),
    sent: outcome && sentForm(outcome, formOf(request)),
    made: undefined,
    confirmHref: entered.confirmed || outcome ? undefined : confirmHref(POLICY_PAGE),
    values,
    logos: { light: serviceLogoPath(values.logo), dark: serviceLogoPath(values.logoDark) },
    fields: POLICY_FIELDS,
    locked: Object.fromEntries(locked),
    revision: livePolicy.revision(),
    mailIsOff: !livePolicy.hasMail,
    lacksFactor: !(await hasFactor(deps.ports, entered.caller.accountId)),
  });
  return sendPage(reply, html, { status: outcome?.status ?? 200 });
}
