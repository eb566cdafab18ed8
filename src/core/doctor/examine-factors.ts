// Checks second factors: whether the operators have the one that the policy demands (contract 24).
import type { SecondFactorPolicy } from '../factors/factor-policy.ts';
import { type Finding, ok, warning } from './finding.ts';

const MOST_NAMED = 10;

/** @param without addresses of the operators who have no second factor; undefined: the database cannot be read */
export function examineFactors(without: readonly string[] | undefined, policy: SecondFactorPolicy): Finding[] {
  if (without === undefined) return [];
  if (policy === 'optional') return [ok('factors', 'second_factor is optional: nobody must have a second factor')];
  if (without.length === 0) return [ok('factors', `second_factor is ${policy}: every operator has a second factor`)];
  const named = without.slice(0, MOST_NAMED).join(', ');
  const others = without.length > MOST_NAMED ? ` and ${without.length - MOST_NAMED} more` : '';
  const found = `second_factor is ${policy}, and ${without.length} operators have no second factor: ${named}${others}`;
  return [
    warning('factors', found, 'ask them to sign in to the console, which sets one up; or latchkey accounts set-role'),
  ];
}
