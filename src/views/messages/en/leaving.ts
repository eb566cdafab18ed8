// The pages that delete and restore an account, in English.
import type { Phrase } from '../../page/phrase.ts';

const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

export const enLeaving = {
  open: 'Delete account',
  delete: {
    title: 'Delete your account',
    lede: (days: number): Phrase => [`You have ${daysText(days)} to change your mind. To come back, just sign in.`],
    ledeAtOnce: ['This cannot be undone.'] as Phrase,
    ledeInDoubt: ['Until it is deleted for good, you can come back: just sign in.'] as Phrase,
    inDoubt: (until: string) =>
      `Your email address was changed recently, so your account is not deleted for good before ${until}.`,
    goesTitle: 'What is deleted',
    goes: [
      'Your profile, email address, password, passkeys and two-step verification',
      'Your sign-ins on all devices, and your API tokens',
      'Your connections to applications. They are told, and take you for someone new if you sign up again.',
    ],
    staysTitle: 'What stays',
    stays: [
      'Your username stays reserved, so that nobody can pose as you.',
      'What you agreed to stays as proof for the applications, without your name.',
      'Applications keep what they already received. Ask them to delete it.',
    ],
    submit: 'Delete account',
    nowSummary: 'Delete now, without days to change my mind',
    nowAsk: 'Your account is deleted at once, and nobody can bring it back.',
    /** Where mail is sent. */
    codeSent: (email: string): Phrase => [
      'We sent a code to ',
      { name: email },
      ', so that nobody who only knows your password can delete your account. Enter it here.',
    ],
    now: 'Delete now',
    cancel: 'Keep my account',
    owned: 'First transfer or delete your applications',
    ownedText: 'Other people sign in to them, so they are not deleted with your account.',
    openOwned: (name: string) => `Open ${name}`,
  },
  left: {
    title: 'You deleted your account',
    until: (date: string): Phrase => [`It is deleted for good on ${date}. To keep it, sign in before then.`],
    gone: ['Everything in it is gone. Thank you for having been here.'] as Phrase,
    signIn: 'Sign in and keep it',
    home: 'To the start page',
  },
  restore: {
    title: 'Keep your account?',
    lede: (date: string): Phrase => [
      `You deleted this account. Unless you restore it, it is gone for good on ${date}.`,
    ],
    back: 'Your profile, your connections to applications, passkeys and two-step verification come back.',
    notBack: 'Applications ask you to sign in again, and API tokens have to be created anew.',
    submit: 'Restore my account',
    other: 'Use another account',
  },
};
