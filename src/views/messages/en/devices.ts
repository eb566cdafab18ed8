// The pages for signing in on a device without a browser, in English.
import type { Phrase } from '../../page/phrase.ts';

export const enDevices = {
  /** Where the code is typed. */
  enter: 'Sign in on a device',
  lede: ['Enter the code that your TV, game console or program shows.'],
  code: 'Code',
  codeHint: 'Eight letters, such as WDJB-MJHT',
  submit: 'Continue',
  neverSent:
    'Did somebody send you a code, or a link to this page? Don’t use it: you would sign them in to your account.',
  /** In place of `neverSent`, where the code is filled in. */
  filledIn:
    'Continue only if a device in front of you shows this code. If somebody sent you the code or a link, close this page: you would sign them in to your account.',
  limited: (minutes: number) =>
    `Too many incorrect codes. Try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`,
  /** Where it is confirmed. */
  title: (name: string) => `Sign in to ${name} on a device`,
  heading: (name: string): Phrase => ['Sign in to ', { name }, ' on a device'],
  compare: 'Check that your device shows exactly this code:',
  warning:
    'Continue only if you started this yourself, on a device in front of you. If somebody sent you this code or a link, select Cancel. Otherwise they can use your account on their device.',
  refuseHint:
    'Leave optional information unticked and continue without it. If you cancel, nothing is shared and the device is not signed in.',
  refuseNothing: 'If you cancel, nothing is shared and the device is not signed in.',
  goesOn: 'Your device continues by itself once you agree',
  giveUp: 'Cancel on the device',
  done: {
    title: 'Go back to your device',
    lede: ['You are being signed in there, which takes a few seconds. You can close this page.'],
  },
  notMine: 'No device in front of you? Then somebody else’s is being signed in to your account.',
  disconnect: 'Disconnect the application',
  denied: {
    title: 'The device is not signed in',
    lede: ['You cancelled the sign-in, and nothing was shared. You can close this page.'],
  },
};
