// What happened to an account, in English.
import type { Phrase } from './phrase.ts';

export const enActivity = {
  none: 'Nothing has happened in the last 90 days.',
  older: 'Earlier activity',
  someApplication: 'a removed application',
  roles: { operator: 'An operator of this service', other: 'The team of an application' },
  kinds: {
    'signed-in': 'Signed in',
    'sign-in-failed': (times: number) =>
      times === 1 ? 'A sign-in failed: wrong password or code' : `${times} sign-ins failed: wrong password or code`,
    'new-device': 'You were told of a sign-in on a new device',
    'signed-out': 'Signed out',
    'sign-ins-ended': 'Other devices were signed out',
    'password-changed': 'The password was changed',
    'email-changed': 'The email address was changed',
    'username-changed': 'The username was chosen or changed',
    'passkey-added': (name: string): Phrase => ['The passkey ', { name }, ' was added'],
    'passkey-removed': (name: string): Phrase => ['The passkey ', { name }, ' was removed'],
    'two-step-on': 'Two-step verification was turned on',
    'two-step-off': 'Two-step verification was turned off',
    'recovery-code-used': 'A recovery code was used',
    'device-trusted': 'A device was trusted: it asks for no code for 30 days',
    'api-token-made': (name: string): Phrase => ['The API token ', { name }, ' was created'],
    agreed: (name: string): Phrase => ['You agreed to share information with ', { name }],
    'choices-changed': (name: string): Phrase => ['You changed what ', { name }, ' can see'],
    disconnected: {
      person: (name: string): Phrase => ['You disconnected ', { name }],
      application: (name: string): Phrase => [{ name }, ' disconnected you'],
      owner: (name: string): Phrase => ['The team of ', { name }, ' disconnected you'],
      operator: (name: string): Phrase => ['An operator disconnected you from ', { name }],
    },
    'tokens-reused': (name: string): Phrase => [
      'The access of ',
      { name },
      ' was ended: one of its codes or tokens was used twice',
    ],
    'role-changed': (role: string) => `The role of the account is now: ${role}`,
    'account-disabled': 'The account was disabled, and every device was signed out',
    'account-enabled': 'The account was enabled again',
    'account-leaving': 'You deleted the account, and every device was signed out',
    'account-restored': 'You restored the account',
    'operator-acted': (who: string, action: string): Phrase => [`${who} did or viewed something: `, { name: action }],
  },
  advice: {
    'sign-in-failed': 'Not you? Use a password that you use nowhere else, or a passkey.',
    'tokens-reused': 'Someone may have copied it. Sign in to the application again.',
    'recovery-code-used': 'Not you? Change your password and make new recovery codes.',
  },
};
