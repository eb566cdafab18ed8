// Checks second factors: whether the operators have the one that the policy demands (contract 24).
import type { SecondFactorPolicy } from '../../ground/factor-policy.ts';
import { type Finding, findingOf, ok, warning } from './finding.ts';

const MOST_NAMED = 10;

const ADVICE = 'ask them to sign in to the console, which sets one up; or latchkey accounts set-role';

export const FACTOR_FINDINGS = {
  'factors-optional': ok('factors', 'second_factor is optional: nobody must have a second factor'),
  'factors-present': ok('factors', 'second_factor is {policy}: every operator has a second factor'),
  'factors-missing': warning(
    'factors',
    'second_factor is {policy}, and {count} operators have no second factor: {named}',
    ADVICE,
  ),
  'factors-missing-many': warning(
    'factors',
    'second_factor is {policy}, and {count} operators have no second factor: {named} and {more} more',
    ADVICE,
  ),
} as const;
const tell = findingOf(FACTOR_FINDINGS);

/** @param without addresses of the operators who have no second factor; undefined: the database cannot be read */
export function examineFactors(without: readonly string[] | undefined, policy: SecondFactorPolicy): Finding[] {
  if (without === undefined) return [];
  if (policy === 'optional') return [tell('factors-optional')];
  if (without.length === 0) return [tell('factors-present', { policy })];
  const missing = { policy, count: without.length, named: without.slice(0, MOST_NAMED).join(', ') };
  const more = without.length - MOST_NAMED;
  return [more > 0 ? tell('factors-missing-many', { ...missing, more }) : tell('factors-missing', missing)];
}
