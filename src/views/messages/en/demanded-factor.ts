// The page for whoever has no second factor where policy demands one, in English.
import type { Phrase } from '../../page/phrase.ts';

export const enDemandedFactor = {
  title: 'Set up a second factor',
  mailLede: (email: string): Phrase => [
    'The operators of this service require more than a password here. First we send a code to ',
    { name: email },
    ', so that nobody who only knows your password can set it up.',
  ],
  codeLede: (email: string): Phrase => [
    'We sent a code and a link to ',
    { name: email },
    '. Enter the code, or open the link in this browser. Both work for 60 minutes.',
  ],
  factorLede: [
    'The operators of this service require more than a password here. ',
    'Choose how you confirm from now on that it is you.',
  ],
  send: 'Send the code',
  sendAgain: 'Send the code again',
  submit: 'Continue',
  passkey: 'Use a passkey',
  twoStep: 'Use an authenticator app',
  /** On the pages that set one up. */
  onward: 'Continue',
};
