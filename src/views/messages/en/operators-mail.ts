// Mails about rights that operators give or take, in English.

export const enOperatorsMail = {
  'operators-told': {
    subject: 'Rights on your service have changed',
    lines: {
      'machine-token': (service: string, scopes: string, days: number) =>
        `A service token was created on ${service}. It works for ${days === 1 ? '1 day' : `${days} days`}, with the scopes ${scopes}.`,
      role: (service: string, role: string) => `An account on ${service} was given the role ${role}.`,
      factors: (service: string) =>
        `The second factors of an account that works for ${service} were removed. It can be signed in to with one factor until its person sets up another.`,
      import: (service: string, roles: string) => `An import created accounts with roles on ${service}: ${roles}.`,
    },
    roles: { user: 'user', owner: 'owner', support: 'support', operator: 'operator' },
    advice:
      'Every operator gets this email. If none of you did this, undo it, and look in the audit log for who did. Whoever it was may have an operator’s account.',
    actions: {
      'machine-token': 'Open the service tokens',
      role: 'Open the account',
      factors: 'Open the account',
      import: 'Open the accounts',
    },
  },
  'applications-received': {
    subject: 'The ownership of applications was transferred to you',
    line: (service: string, count: number) =>
      count === 1
        ? `An operator of ${service} made you the owner of an application.`
        : `An operator of ${service} made you the owner of ${count} applications.`,
    application: 'Application',
    more: (count: number) =>
      count === 1 ? 'One more application is in the console.' : `${count} more applications are in the console.`,
    advice:
      'Check the team and the client secrets of each: whoever had them before may still know the secrets. If you did not expect this, ask the operators of the service.',
    action: 'Open the console',
  },
  'test-mail': {
    subject: 'Test email',
    lines: (service: string) => [
      `An operator of ${service} asked for this email, to see whether its emails arrive. This one did.`,
    ],
    advice:
      'If this wasn’t you, someone else can sign in to your account. Open it, sign out the device, and set a new password.',
    action: 'Open your devices',
  },
};
