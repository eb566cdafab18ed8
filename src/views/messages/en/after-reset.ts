// The page after a reset by link, in English.

import type { Phrase } from '../../page/phrase.ts';

export const enAfterReset = {
  title: 'Check how your account can be signed in to',
  lede: [
    'Your password was set. Someone who knew the old one may have added a way in. ',
    'What is ticked is removed. Untick what is yours.',
  ],
  codes: 'Two-step verification with an authenticator app',
  passkey: (name: string): Phrase => ['Passkey ', { name }],
  added: (date: string) => `Added ${date}.`,
  used: (date: string) => `Last used ${date}.`,
  unused: 'Not used yet.',
  stays: 'It is asked for next, and can be removed in your account.',
  submit: 'Continue',
};

/** The same after a change of the password by the person who is signed in. */
export const enAddedLately = {
  title: 'Added in the last 30 days',
  lede: 'Someone who knew your old password may have added a way in. Remove what is not yours.',
  kinds: {
    'one-time-codes': 'Two-step verification with an authenticator app',
    passkey: 'Passkey',
    'api-token': 'API token',
  },
  look: 'Manage',
};
