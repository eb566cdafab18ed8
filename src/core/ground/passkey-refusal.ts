// Why the answer of a passkey is refused (contract 23).

/**
 * What is wrong with an answer. `origin`: made for another origin or relying party · `user-verification`: the
 * authenticator did not verify the person · `signature`: anything else
 */
export const ANSWER_FAULTS = ['origin', 'user-verification', 'signature'] as const;
export type AnswerFault = (typeof ANSWER_FAULTS)[number];

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
