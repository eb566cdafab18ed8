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
