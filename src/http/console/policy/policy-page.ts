// What the pages of the policy share: they are operators', show what is stored now, and change nothing over the change
// of somebody else (contract 29).
import type { FastifyRequest } from 'fastify';
import type { Fault } from '../../../core/ground/fault.ts';
import type { PolicyChanged } from '../../../core/server/policy/change-policy.ts';
import type { ConsoleNotice } from '../../../views/console/parts/console-page.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { type ActsPage, actsPage } from '../frame/acts-page.ts';
import { type ConsoleContext, enterAsOperator } from '../frame/console-context.ts';
import { type ActOutcome, changedMeanwhile, refused, refusedNow } from '../frame/outcome.ts';

export const policyPage = <At>(
  deps: AuthDeps,
  page: Pick<ActsPage<At>, 'path' | 'reach' | 'acts' | 'takes' | 'render'>,
): Route =>
  actsPage(deps, {
    ...page,
    audit: 'harmless: shows no person',
    enter: enterPolicy,
    isCurrent: ({ livePolicy }, form) => form.get('version') === String(livePolicy.revision()),
    asked: () => ({ event: 'policy-change' }),
  });

/** The page shows, and is compared with, what is stored now. @throws 403 */
async function enterPolicy(deps: AuthDeps, request: FastifyRequest): Promise<ConsoleContext> {
  const entered = await enterAsOperator(deps, request);
  await deps.ports.livePolicy.refresh();
  return entered;
}

const NEEDS_OWN_FACTOR: Fault = {
  path: ['second_factor'],
  code: 'policy-needs-own-factor',
  detail: 'Set up a second factor for your own account first: from then on the console asks you for it.',
};

/** @param inForm where the form shows a fault of a member; without a path: what its code says conflicts */
export function toOutcome(changed: PolicyChanged, notice: ConsoleNotice, inForm: (fault: Fault) => Fault): ActOutcome {
  switch (changed.kind) {
    case 'changed':
      return { kind: 'done', notice };
    case 'refused':
      return refused(changed.faults.map(inForm));
    case 'conflict':
      return refusedNow(changed.refusals.map((refusal) => inForm({ path: [], ...refusal })));
    case 'needs-own-factor':
      return refusedNow([NEEDS_OWN_FACTOR]);
    case 'stale':
    case 'no-operator':
    case 'needs-person':
      return changedMeanwhile;
  }
}
