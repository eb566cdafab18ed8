// The pages that prove an address, and those of a forgotten password, in English.
import type { Phrase } from '../../page/phrase.ts';

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
    missing: 'No email? Check your spam folder, or send it again. An address gets at most five emails an hour.',
    sendAgain: 'Send again',
    /** While the address changes: the one that stands. */
    until: (email: string): Phrase => [' Until you enter the code, your address stays ', { name: email }, '.'],
    cancelChange: 'Cancel the change',
    /** The account is in doubt: the code went to the address that stood before. */
    toFormer:
      'Your email address was changed recently. As long as the change can be taken back, codes go to the former address. If you can no longer read it, an operator of this service can help you.',
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
  takeBack: {
    title: 'Take the change back',
    lede: (email: string): Phrase => [
      'Your account gets the address ',
      { name: email },
      ' back. Choose a new password for it.',
    ],
    ends: (since: string) =>
      `Everyone is signed out, applications lose their access, and all API tokens end. Passkeys, authenticator apps, recovery codes and connected applications that were added since ${since} are removed.`,
    /** Back by hand: this session goes on, and the password stays. */
    endsByHand: (since: string) =>
      `You are signed out everywhere else, applications lose their access, and all API tokens end. Passkeys, authenticator apps, recovery codes and connected applications that were added since ${since} are removed. Your password stays: change it if someone else may know it.`,
    factors: 'Check what was added earlier',
    factorsLede:
      'Whoever changed the address may have added one of these. What is ticked is removed. Untick what is yours.',
    stays: 'It stays, and can be removed in your account.',
    restores: (until: string) =>
      `Somebody deleted this account. It would be gone for good on ${until}: taking the change back restores it.`,
    code: 'Code from your authenticator app',
    codeHint: 'Or a recovery code',
    byPasskey: 'Take it back with a passkey',
    submit: 'Take the change back',
    limited: (minutes: number) =>
      `Too many attempts. Try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`,
    doneTitle: 'Your address is back',
    doneLede: 'Sign in with it and your new password. Then look at what your account page lists.',
    signIn: 'Sign in',
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
