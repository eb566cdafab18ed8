// The mails in English. `service` is the operator's name of the service.
import { enFactorMail } from './factor-mail.ts';
import { enLeavingMail } from './leaving-mail.ts';
import { enOperatorsMail } from './operators-mail.ts';

export const enMail = {
  when: 'When',
  device: 'Device',
  unknownDevice: 'Unknown device',
  network: 'Network',
  who: 'By',
  operator: 'the operators of the service',
  automatic: (service: string) => `${service} sent this email automatically. Replies are not read.`,
  support: (contact: string) => `Questions? Contact ${contact}.`,
  /** Many notices of one kind within an hour, in one mail. */
  summary: {
    subject: (subject: string, count: number) => `${subject} (${count === 1 ? 'once more' : `${count} more times`})`,
    line: (count: number) =>
      count === 1
        ? 'This happened once more within an hour.'
        : `This happened ${count} more times within an hour. You get this one email about them instead of ${count}.`,
  },
  /** A notice of danger to the address that the account had until recently. */
  toFormer: {
    line: 'The account’s email address was changed recently. You get this email because you had the account until then.',
    advice:
      'If you changed the address yourself, ignore this email. If not, take the change back with the link we sent here. If you can’t find it, enter this address on the page for forgotten passwords, and we’ll send it again.',
    action: 'Get the link again',
  },
  /** A later notice to an address that nobody proved. */
  toUnproven:
    'Nobody has verified this address, so you get at most one email a day about this account. Verify it on the account’s page to get all of them.',
  kinds: {
    ...enFactorMail,
    ...enLeavingMail,
    ...enOperatorsMail,
    'password-changed': {
      subject: 'Your password was changed',
      lines: (service: string) => [
        `The password of your ${service} account was changed. Your other devices are signed out.`,
      ],
      advice: 'If this wasn’t you, someone else can sign in to your account. Set a new password now.',
      action: 'Open your account',
    },
    'api-token-created': {
      subject: 'A new API token was created',
      lines: (service: string) => [
        `An API token was created with your ${service} account. Whoever has it can manage your applications.`,
      ],
      advice: 'If this wasn’t you, delete the token and change your password.',
      action: 'Open your API tokens',
    },
    'new-device': {
      subject: 'New sign-in to your account',
      lines: (service: string) => [
        `Someone signed in to your ${service} account on a device that has not been used for it before. A browser whose cookies were deleted counts as a new device.`,
      ],
      advice:
        'If this wasn’t you, someone else can sign in to your account. Open it, sign out the device, and set a new password.',
      action: 'Open your account',
    },
    'passkey-added': {
      subject: 'A passkey was added',
      lines: (service: string) => [
        `A passkey was added to your ${service} account. Whoever has it can sign in with it.`,
      ],
      advice: 'If this wasn’t you, remove the passkey and change your password.',
      action: 'Open your passkeys',
    },
    'passkey-removed': {
      subject: 'A passkey was removed',
      lines: (service: string) => [
        `A passkey of your ${service} account was removed. It no longer signs in, and your other devices are signed out.`,
      ],
      advice: 'If this wasn’t you, someone else has access to your account. Change your password now.',
      action: 'Open your passkeys',
    },
    'passkey-copied': {
      subject: 'A passkey may have been copied',
      lines: (service: string) => [
        `Someone signed in to your ${service} account with a passkey whose counter went back. This happens when a passkey is on several devices, and also when somebody has copied it.`,
      ],
      advice: 'If this sign-in wasn’t you, remove the passkey and add a new one.',
      action: 'Open your passkeys',
    },
    'passkey-synced': {
      subject: 'A passkey can now be synced',
      lines: (service: string) => [
        `Someone signed in to your ${service} account with a passkey that was on one device alone. Its app or device now says that it syncs the passkey to others.`,
      ],
      advice: 'If this sign-in wasn’t you, remove the passkey and add a new one.',
      action: 'Open your passkeys',
    },
    'event-endpoint-disabled': {
      subject: 'An event endpoint was disabled',
      lines: (service: string) => [
        `One of your applications on ${service} no longer receives events at one of its endpoints, because the endpoint answered 410 or failed for five days.`,
      ],
      advice: 'Repair the endpoint and enable it. The list of events has what it missed, for 30 days.',
      action: 'Open the events',
    },
    'verify-email': {
      subject: 'Verify your email address',
      lines: (service: string) => [
        `Someone entered this address for an account on ${service}. If it was you, enter the code on the page where you began, or open the link there. Both work for 60 minutes.`,
      ],
      advice: 'If this wasn’t you, ignore this email. Never give the code to anyone.',
      action: 'Verify address',
    },
    'sign-up-code': {
      subject: 'Your code to create an account',
      lines: (service: string) => [
        `Someone is creating a ${service} account with this address. If it is you, enter the code on the page where you began, or open the link there. Both work for 60 minutes.`,
      ],
      advice: 'If this wasn’t you, ignore this email: no account is created. Never give the code to anyone.',
      action: 'Create account',
    },
    'account-exists': {
      subject: 'You already have an account',
      lines: (service: string) => [
        `Someone tried to create a ${service} account with this address, but there already is one. If it was you, sign in instead. On that page you can also set a new password.`,
      ],
      advice: 'If this wasn’t you, ignore this email. Nothing was changed.',
      action: 'Sign in',
    },
    'address-taken': {
      subject: 'This address already has an account',
      lines: (service: string) => [
        `Someone wants to use this address for a ${service} account, but it already belongs to another one.`,
      ],
      advice:
        'If it was you, sign in to the account of this address instead. If it wasn’t, ignore this email. Nothing was changed.',
      action: 'Sign in',
    },
    'address-reserved': {
      subject: 'This address can’t be used yet',
      lines: (service: string) => [
        `Someone wants to use this address for a ${service} account. It belonged to an account until a few days ago.`,
      ],
      until: (time: string) => `Another account can have it from ${time}.`,
      advice:
        'If the account lost this address against your will, open the link in the email that told you so. Otherwise ignore this email.',
      action: 'Sign in',
    },
    'email-change-asked': {
      subject: 'Your email address is about to change',
      lines: (service: string) => [
        `Someone who is signed in to your ${service} account asked for another email address. Nothing has changed yet: the new address has to be confirmed first.`,
      ],
      advice:
        'If this wasn’t you, someone else can sign in to your account. Open it, cancel the change, and set a new password.',
      action: 'Open your account',
    },
    'email-changed': {
      subject: 'Your email address was changed',
      lines: (service: string) => [
        `Your ${service} account has another email address now. This one no longer signs you in.`,
      ],
      until: (time: string) =>
        `If this wasn’t you, take the change back before ${time}. You get this address back and set a new password. Everyone is signed out, and what was added to the account since the change was asked for is removed.`,
      advice: 'If this was you, ignore this email. Whoever has the link can take the change back, so don’t pass it on.',
      action: 'Take the change back',
    },
    'take-back-link': {
      subject: 'Your link to take a change of address back',
      lines: (service: string) => [
        `Someone entered this address on the page for forgotten passwords of ${service}. It belonged to an account whose address was changed recently, so a password can’t be reset here.`,
      ],
      until: (time: string) =>
        `If you didn’t change the address, take the change back before ${time}. You get this address back and set a new password.`,
      advice:
        'If you changed the address yourself, ignore this email. Whoever has the link can take the change back, so don’t pass it on.',
      action: 'Take the change back',
    },
    'reset-link-sent': {
      subject: 'A link to set a new password was requested',
      lines: (service: string) => [
        `Someone asked for a link to set a new password for a ${service} account that had this address until recently. The link went to the account’s present address.`,
      ],
      advice:
        'If you didn’t change the address, take the change back with the link we sent here. If you can’t find it, enter this address on the page for forgotten passwords, and we’ll send it again.',
      action: 'Get the link again',
    },
    'email-taken-back': {
      subject: 'The change of your email address was taken back',
      lines: (service: string) => [
        `A ${service} account has its former email address again. This address no longer belongs to it.`,
      ],
      advice:
        'The link or the code for this was sent to the former address. If you did not use it, someone else can read your email there.',
      action: 'Sign in',
    },
    'account-unclaimed': {
      subject: 'An account was made with your address',
      lines: (service: string) => [
        `Someone made an account on ${service} with this address, but nobody has verified the address. The account was just used, as shown below.`,
        'If you made the account, sign in and verify the address. Until then you get at most one email a day about it.',
      ],
      advice:
        'If you didn’t make it, ignore this email, or claim the account: you set a new password with a link that we send here, and everyone else is signed out. If no link comes, the operators of the service can help.',
      action: 'Claim the account',
    },
    'account-created': {
      subject: 'Set a password for your new account',
      lines: (service: string) => [
        `An operator of ${service} created an account for this address. Set a password to use it. The link works once, for 60 minutes.`,
      ],
      advice: 'If you don’t expect this, ignore this email. Nobody can sign in before a password is set.',
      action: 'Set a password',
    },
    'reset-password': {
      subject: 'Set a new password',
      lines: (service: string) => [
        `Someone asked for a new password for the ${service} account with this address. The link works once, for 60 minutes.`,
      ],
      advice: 'If this wasn’t you, ignore this email. Your password stays as it is.',
      action: 'Set a new password',
    },
    invitation: {
      subject: (service: string) => `You are invited to an application on ${service}`,
      line: (service: string) =>
        `Someone invited this address to work on an application on ${service}. The page behind the link says who and which one, before you accept.`,
      offer: (service: string) =>
        `Someone offers this address ownership of an application on ${service}. The page behind the link says who and which one, before you accept.`,
      expires: (time: string) => `The link works once, until ${time}.`,
      advice: 'If you don’t expect this, ignore this email. Nothing happens until you accept.',
      action: 'See the invitation',
    },
  },
};
