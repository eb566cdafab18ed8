// The mails in English. `service` is the operator's name of the service.

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
    subject: (subject: string, count: number) => `${subject} (${count} more times)`,
    line: (count: number) =>
      `This happened ${count} more times within an hour. You get this one email about them instead of ${count}.`,
  },
  kinds: {
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
      lines: (service: string) => [
        `Someone invited this address to work on an application on ${service}. The page behind the link says who and which one, before you accept.`,
      ],
      expires: (time: string) => `The link works once, until ${time}.`,
      advice: 'If you don’t expect this, ignore this email. Nothing happens until you accept.',
      action: 'See the invitation',
    },
  },
};
