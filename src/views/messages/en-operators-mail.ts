// The mail that every operator gets when rights are given, in English.

export const enOperatorsMail = {
  'operators-told': {
    subject: 'Rights on your service have changed',
    lines: {
      'machine-token': (service: string, scopes: string, days: number) =>
        `A machine token was created on ${service}. It works for ${days === 1 ? '1 day' : `${days} days`}, with the scopes ${scopes}.`,
      role: (service: string, role: string) => `An account on ${service} was given the role ${role}.`,
      factors: (service: string) =>
        `The second factors of an account that works for ${service} were removed. It can be signed in to with one factor until its person sets up another.`,
    },
    roles: { user: 'user', owner: 'owner', support: 'support', operator: 'operator' },
    advice:
      'Every operator gets this email. If none of you did this, undo it, and look in the audit for who did. Whoever it was may have an operator’s account.',
    actions: { 'machine-token': 'Open the machine tokens', role: 'Open the account', factors: 'Open the account' },
  },
};
