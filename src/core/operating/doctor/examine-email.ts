// Checks unverified email addresses: whether applications receive them, and how many there are.

import type { Origin } from '../../ground/accounts/account.ts';
import { OPERATOR_ORIGINS } from '../../people/accounts/administer-accounts.ts';
import { type Finding, findingOf, ok, warning } from './finding.ts';

export type EmailFacts = {
  /** Unverified addresses are withheld from applications. */
  isWithheld: boolean;
  /** Only this machine can reach the server by its public URLs. */
  isOnLoopback: boolean;
  /** By origin; undefined: the database cannot be read. */
  unverified: ReadonlyMap<Origin, number> | undefined;
};

/** Warns operators whose settings let applications receive what anybody can type. */
export const RELEASE_WARNING =
  'unverified_email is release: applications receive unverified addresses, and many identify users by their address';

export const EMAIL_FINDINGS = {
  'email-verified': ok('email', 'applications receive only verified addresses'),
  'email-withheld': warning(
    'email',
    '{count} addresses are not verified, so applications do not receive them ({byOperators} of them were entered by operators)',
    'if you know that they are correct: latchkey accounts set-email-verified --all',
  ),
  'email-released': warning('email', RELEASE_WARNING, 'set unverified_email to withhold'),
  'email-on-loopback': ok('email', 'applications receive unverified addresses, because the server is on loopback'),
} as const;
const tell = findingOf(EMAIL_FINDINGS);

export const sumOf = (unverified: ReadonlyMap<Origin, number>): number =>
  [...unverified.values()].reduce((sum, count) => sum + count, 0);

export function examineEmail({ isWithheld, isOnLoopback, unverified }: EmailFacts): Finding {
  if (!isWithheld) return isOnLoopback ? tell('email-on-loopback') : tell('email-released');
  const count = unverified === undefined ? 0 : sumOf(unverified);
  if (count === 0) return tell('email-verified');
  const byOperators = OPERATOR_ORIGINS.reduce((sum, origin) => sum + (unverified?.get(origin) ?? 0), 0);
  return tell('email-withheld', { count, byOperators });
}
