// Why the answer of a passkey is refused (contract 23).
import { ANSWER_FAULTS } from './passkey-verifier.ts';

/**
 * Why an answer was refused, for the log and for the person's activity. `origin`, `user-verification`, `signature`: as
 * for `PasskeyVerifier` · `outdated`: what was checked no longer holds, or another sign-in answered the challenge
 */
export const PASSKEY_REFUSALS = [
  'off',
  'malformed',
  'challenge',
  'unknown',
  'other-account',
  'other-rp',
  ...ANSWER_FAULTS,
  'backup-eligibility',
  'counter',
  'account',
  'outdated',
] as const;
export type PasskeyRefusal = (typeof PASSKEY_REFUSALS)[number];
