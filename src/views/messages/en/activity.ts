// What happened to an account, in English.
import type { Phrase } from '../../page/phrase.ts';

export const enActivity = {
  none: 'Nothing has happened in the last 90 days.',
  older: 'Earlier activity',
  someApplication: 'a removed application',
  /** Who acted: the sentences of `operator-acted` begin with it. `team`: somebody of an application. */
  actors: {
    operator: 'An operator of this service',
    support: 'The support team',
    machine: 'A program of this service',
    team: 'A member of the team',
  },
  kinds: {
    'signed-in': 'Signed in',
    'sign-in-failed': (times: number) =>
      times === 1 ? 'A sign-in failed: wrong password or code' : `${times} sign-ins failed: wrong password or code`,
    'passkey-refused': (why: 'changed' | 'late' | 'other', times: number) =>
      `${times === 1 ? 'A sign-in with a passkey failed' : `${times} sign-ins with a passkey failed`}: ${
        { changed: 'it has changed since it was added', late: 'it took too long', other: 'its answer was not valid' }[
          why
        ]
      }`,
    'new-device': 'You were told of a sign-in on a new device',
    'signed-out': 'Signed out',
    'sign-ins-ended': 'Other devices were signed out',
    'password-changed': 'The password was changed',
    'email-changed': 'The email address was changed',
    'username-changed': 'The username was chosen or changed',
    'passkey-added': (name: string): Phrase => ['The passkey ', { name }, ' was added'],
    'passkey-synced': (name: string): Phrase => ['The passkey ', { name }, ' can be synced from now on'],
    'passkey-removed': (name: string): Phrase => ['The passkey ', { name }, ' was removed'],
    'two-step-on': 'Two-step verification was turned on',
    'two-step-off': 'Two-step verification was turned off',
    'recovery-codes-made': 'New recovery codes were made, and the old ones ended',
    'recovery-code-used': 'A recovery code was used',
    'device-trusted': 'A device was trusted: it asks for no code for 30 days',
    'api-token-made': (name: string): Phrase => ['The API token ', { name }, ' was created'],
    agreed: (name: string): Phrase => ['You agreed to share information with ', { name }],
    'device-confirmed': (name: string): Phrase => ['You signed in to ', { name }, ' on a device, by its code'],
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
    'operator-acted': {
      viewed: 'viewed your account',
      'devices-viewed': 'viewed the devices you are signed in on',
      'history-viewed': 'viewed the history of your account',
      'api-tokens-viewed': 'viewed the list of your API tokens',
      'connection-viewed': (name: string): Phrase => ['viewed your connection with ', { name }],
      'membership-viewed': (name: string): Phrase => ['viewed your membership in the team of ', { name }],
      created: 'created your account',
      changed: 'changed your account details',
      'role-changed': 'changed the role of your account',
      'username-changed': 'changed or removed your username',
      'email-verified': 'marked your email address as verified',
      disabled: 'disabled your account',
      enabled: 'enabled your account again',
      'signed-out': 'signed you out on every device',
      'group-viewed': 'viewed whether you are in a group',
      'group-joined': 'added you to a group',
      'group-left': 'removed you from a group',
      'password-link-sent': 'sent you a link to set a new password',
      'password-link-made': 'made a link to set a new password',
      'factors-removed': 'reset your passkeys and two-step verification',
      'api-token-made': 'created an API token for your account',
      disconnected: (name: string): Phrase => ['disconnected you from ', { name }],
      'team-role-changed': (name: string): Phrase => ['changed your role in the team of ', { name }],
      'team-removed': (name: string): Phrase => ['removed you from the team of ', { name }],
      'team-handed-over': (name: string): Phrase => ['made you the owner of ', { name }],
      /** An action that has no sentence of its own. */
      other: 'viewed or changed something on your account',
    },
  },
  advice: {
    'sign-in-failed': 'Not you? Use a password that you use nowhere else, or a passkey.',
    'passkey-refused': 'If it keeps failing, sign in another way, remove the passkey and add it again.',
    'device-confirmed': 'Not your device? Disconnect the application, which signs the device out.',
    'tokens-reused': 'Someone may have copied it. Sign in to the application again.',
    'recovery-codes-made': 'Not you? Change your password and make new recovery codes.',
    'recovery-code-used': 'Not you? Change your password and make new recovery codes.',
  },
};
