// GET and POST /console/policy: what operators decide while the server runs (contract 29). One form changes several
// members, all of them or none.
import type { FastifyRequest } from 'fastify';
import type { Fault } from '../../../core/ground/fault.ts';
import type { Ports } from '../../../core/operating/ports.ts';
import { changePolicy, type PolicyChanged, type WantedPolicy } from '../../../core/server/policy/change-policy.ts';
import { followedPolicy, type PlainPolicyKey, policyMember } from '../../../core/server/policy/policy.ts';
import { serviceLogoPath } from '../../../core/server/policy/service-logo.ts';
import { hasFactor } from '../../../core/sign-in/factors/has-factor.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import { PLAIN_POLICY_KEYS, POLICY, POLICY_FIELDS, POLICY_KEYS } from '../../../schema/policy/policy-keys.ts';
import type { ConsoleNotice, ConsolePage } from '../../../views/console/parts/console-page.ts';
import type { PageContext } from '../../../views/page/page.ts';
import { POLICY_PAGE, renderPolicy } from '../../../views/policy/policy.tsx';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { MAX_POLICY_BYTES } from '../../wire/message-rules.ts';
import { actsPage, type PageAct, type Visit, type Work } from '../frame/acts-page.ts';
import { type ConsoleContext, enterAsOperator } from '../frame/console-context.ts';
import { type ActOutcome, changedMeanwhile, type RetryForm, refused } from '../frame/outcome.ts';
import { wantedLogo } from './logo.ts';

export const policyRoute = (deps: AuthDeps): Route =>
  actsPage(deps, {
    path: POLICY_PAGE,
    audit: 'harmless: shows no person',
    enter: enterPolicy,
    acts: {
      save: acting('policy-saved', ({ ports, form }) => ({ wanted: wantedIn(ports, form) })),
      'set-logo': acting('logo-set', ({ request }) => wantedLogo(request, 'logo')),
      'set-dark-logo': acting('logo-set', ({ request }) => wantedLogo(request, 'logoDark')),
      'remove-logo': acting('logo-removed', () => ({ wanted: { logo: null } })),
      'remove-dark-logo': acting('logo-removed', () => ({ wanted: { logoDark: null } })),
    },
    takes: { body: 'form-or-file', mostBytes: MAX_POLICY_BYTES },
    isCurrent: ({ livePolicy }, form) => form.get('version') === String(livePolicy.revision()),
    asked: () => ({ event: 'policy-change' }),
    render,
  });

/** The page shows, and is compared with, what is stored now. @throws 403 */
async function enterPolicy(deps: AuthDeps, request: FastifyRequest): Promise<ConsoleContext> {
  const entered = await enterAsOperator(deps, request);
  await deps.ports.livePolicy.refresh();
  return entered;
}

/** @param wantedBy what the form asks for, or what refuses it */
const acting = (notice: ConsoleNotice, wantedBy: (work: Work) => { wanted: WantedPolicy } | RetryForm): PageAct => ({
  name: 'policy',
  async act(work) {
    const asked = wantedBy(work);
    if ('kind' in asked) return asked;
    const { proof } = work.entered.caller;
    const revision = Number(work.form.get('version'));
    return toOutcome(await changePolicy(work.ports, { wanted: asked.wanted, revision, proof }), notice);
  },
});

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

function toOutcome(changed: PolicyChanged, notice: ConsoleNotice): ActOutcome {
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

async function render({ deps, entered }: Visit, context: PageContext, page: ConsolePage) {
  const { livePolicy } = deps.ports;
  const locked = POLICY_KEYS.map((key) => [key, livePolicy.kinds[key].locked?.by] as const);
  const values = followedPolicy(livePolicy.kinds, livePolicy.stored());
  return renderPolicy(context, {
    ...page,
    values,
    logos: { light: serviceLogoPath(values.logo), dark: serviceLogoPath(values.logoDark) },
    fields: POLICY_FIELDS,
    locked: Object.fromEntries(locked),
    revision: livePolicy.revision(),
    mailIsOff: !livePolicy.hasMail,
    lacksFactor: !(await hasFactor(deps.ports, entered.caller.accountId)),
  });
}
