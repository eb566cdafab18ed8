// The pages that prove an address, and those of a forgotten password, in English.
import type { Phrase } from './phrase.ts';

export const enVerification = {
  verify: {
    title: 'Verify your email address',
    ask: (email: string): Phrase => ['We’ll email a code to ', { name: email }, '.'],
    send: 'Send code',
    sentTitle: 'Check your email',
    sent: (email: string): Phrase => ['We sent a link and a code to ', { name: email }, '. Both work for 60 minutes.'],
    signUp: (email: string): Phrase => [
      'We emailed ',
      { name: email },
      '. Enter the code or open the link to create your account. Both work for 60 minutes.',
    ],
    code: 'Code from the email',
    codeHint: '8 digits',
    submit: 'Verify',
    goOn: 'I opened the link',
    missing: 'No email? Check your spam folder, or send it again.',
    sendAgain: 'Send again',
    limited: (minutes: number) =>
      `Too many emails were requested from here. Try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`,
  },
  link: {
    title: 'Verify your email address',
    lede: (email: string): Phrase => ['Confirm that ', { name: email }, ' is your address.'],
    submit: 'Verify address',
    codeTitle: 'Your code',
    codeLede: 'You began in another browser, or are no longer signed in here. Enter this code where you began.',
    warning: 'Never give this code to anyone. If you did not ask for it, close this page.',
  },
  forgot: {
    title: 'Forgot your password?',
    lede: 'Enter your email address. We’ll send you a link to set a new password.',
    submit: 'Send link',
    sentTitle: 'Check your email',
    sentLede: 'If an account has the address you entered, we’ll email it a link to set a new password.',
    sentHint:
      'The link works for 60 minutes. If no email arrives, check your spam folder and the spelling of your address.',
    again: 'Use a different address',
    signIn: 'Back to sign-in',
    limited: (minutes: number) =>
      `Too many emails were requested from here. Try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`,
  },
};
