// Checks machine tokens: whether somebody looks after each (contract 29).
import type { NeglectedTokens } from '../../applications/machine-tokens/neglected-tokens.ts';
import { type Finding, findingOf, ok, warning } from './finding.ts';

const ADVICE = 'delete what is not needed: latchkey machine-tokens delete --id ID';

export const TOKEN_FINDINGS = {
  'tokens-used': ok('tokens', 'every machine token is used, and whoever made it is an operator'),
  'tokens-without-maker': warning('tokens', 'whoever made these machine tokens is no operator now: {named}', ADVICE),
  'tokens-unused': warning('tokens', 'these machine tokens were not used for 90 days: {named}', ADVICE),
} as const;
const tell = findingOf(TOKEN_FINDINGS);

/** @param neglected undefined: the database cannot be read */
export function examineTokens(neglected: NeglectedTokens | undefined): Finding[] {
  if (neglected === undefined) return [];
  const { withoutMaker, unused } = neglected;
  const named = (tokens: readonly string[]) => ({ named: tokens.join(', ') });
  if (withoutMaker.length + unused.length === 0) return [tell('tokens-used')];
  return [
    ...(withoutMaker.length > 0 ? [tell('tokens-without-maker', named(withoutMaker))] : []),
    ...(unused.length > 0 ? [tell('tokens-unused', named(unused))] : []),
  ];
}
