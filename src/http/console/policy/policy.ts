// GET and POST /console/policy: what operators decide while the server runs (contract 29). One form changes several
// members, all of them or none.
import type { Fault } from '../../../core/ground/fault.ts';
import type { Ports } from '../../../core/operating/ports.ts';
import { changePolicy, type WantedPolicy } from '../../../core/server/policy/change-policy.ts';
import { followedPolicy, policyMember } from '../../../core/server/policy/policy.ts';
import { serviceLogoPath } from '../../../core/server/policy/service-logo.ts';
import { hasFactor } from '../../../core/sign-in/factors/has-factor.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import { POLICY_FIELDS, POLICY_KEYS } from '../../../schema/policy/policy-keys.ts';
import type { ConsoleNotice, ConsolePage } from '../../../views/console/parts/console-page.ts';
import type { PageContext } from '../../../views/page/page.ts';
import { POLICY_PAGE, renderPolicy } from '../../../views/policy/policy.tsx';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { MAX_POLICY_BYTES } from '../../wire/message-rules.ts';
import type { PageAct, Visit, Work } from '../frame/acts-page.ts';
import type { RetryForm } from '../frame/outcome.ts';
import { wantedLogo } from './logo.ts';
import { policyPage, toOutcome } from './policy-page.ts';

export const policyRoute = (deps: AuthDeps): Route =>
  policyPage(deps, {
    path: POLICY_PAGE,
    acts: {
      save: acting('policy-saved', ({ ports, form }) => ({ wanted: wantedIn(ports, form) })),
      'set-logo': acting('logo-set', ({ request }) => wantedLogo(request, 'logo')),
      'set-dark-logo': acting('logo-set', ({ request }) => wantedLogo(request, 'logoDark')),
      'remove-logo': acting('logo-removed', () => ({ wanted: { logo: null } })),
      'remove-dark-logo': acting('logo-removed', () => ({ wanted: { logoDark: null } })),
    },
    takes: { body: 'form-or-file', mostBytes: MAX_POLICY_BYTES },
    render,
  });

/** @param wantedBy what the form asks for, or what refuses it */
const acting = (notice: ConsoleNotice, wantedBy: (work: Work) => { wanted: WantedPolicy } | RetryForm): PageAct => ({
  name: 'policy',
  async act(work) {
    const asked = wantedBy(work);
    if ('kind' in asked) return asked;
    const { proof } = work.entered.caller;
    const revision = Number(work.form.get('version'));
    return toOutcome(await changePolicy(work.ports, { wanted: asked.wanted, revision, proof }), notice, inForm);
  },
});

/** An unticked box is not sent, and what is locked has no field. */
function wantedIn({ livePolicy: { kinds } }: Ports, form: Parameters): WantedPolicy {
  const valueIn = ({ name, control }: (typeof POLICY_FIELDS)[number]): unknown => {
    if (control === 'flag') return form.has(name);
    const typed = form.get(name)?.trim() ?? '';
    return control === 'optional-text' && typed === '' ? null : typed;
  };
  const fields = POLICY_FIELDS.filter(({ key }) => !kinds[key].locked);
  return Object.fromEntries(fields.map((field) => [field.key, valueIn(field)]));
}

/** Where a conflict is shown. */
const FIELDS: Readonly<Record<string, Fault['path']>> = {
  'policy-needs-mail': ['require_verified_email'],
  'policy-needs-verified-addresses': ['allowed_email_domains'],
};

/** Each field has a sentence of its own. */
function inForm(fault: Fault): Fault {
  const [member] = fault.path;
  if (member === undefined) return { ...fault, path: FIELDS[fault.code] ?? [] };
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
