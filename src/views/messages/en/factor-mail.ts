// The mails about second factors in English.

export const enFactorMail = {
  'factor-code': {
    subject: 'Your code to confirm it’s you',
    lines: (service: string) => [
      `Someone signed in to your ${service} account and wants to change how one signs in to it, or its email address. If it was you, enter the code on the page where you began, or open the link there. Both work for 60 minutes.`,
    ],
    advice: 'If this wasn’t you, someone else knows your password. Give nobody this code, and set a new password now.',
    action: 'Confirm',
  },
  'two-step-on': {
    subject: 'Two-step verification was turned on',
    lines: (service: string) => [
      `Signing in to your ${service} account now also asks for a code from an authenticator app. Your other devices are signed out.`,
    ],
    advice:
      'If this wasn’t you, someone else is using your account. Set a new password with “Forgot your password?”, and contact the operators of the service if you are asked for a code.',
    action: 'Open two-step verification',
  },
  'two-step-off': {
    subject: 'Two-step verification was turned off',
    lines: (service: string) => [
      `The password of your ${service} account is enough to sign in again. Your other devices are signed out.`,
    ],
    advice: 'If this wasn’t you, someone else is using your account. Set a new password now.',
    action: 'Open your account',
  },
  'factors-removed': {
    subject: 'Your second factors were removed',
    lines: (service: string) => [
      `The operators removed two-step verification or passkeys from your ${service} account. You are signed out everywhere, and your password signs you in.`,
    ],
    advice: 'If you did not ask for this, contact the operators of the service.',
    action: 'Sign in',
  },
  'recovery-codes-replaced': {
    subject: 'You have new recovery codes',
    lines: (service: string) => [
      `New recovery codes were created for your ${service} account. The old ones no longer work.`,
    ],
    advice: 'If this wasn’t you, someone else is using your account. Set a new password now.',
    action: 'Open two-step verification',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    lines: (service: string) => [
      `Someone gave a recovery code for your ${service} account instead of a code from your app. The code works only once.`,
    ],
    advice:
      'If this wasn’t you, someone else has your password and your recovery codes. Set a new password and create new codes.',
    action: 'Open two-step verification',
  },
  'wrong-codes': {
    subject: 'Somebody knows your password',
    lines: (service: string) => [
      `Someone gave the right password for your ${service} account, and then five wrong codes in a row. They are not signed in.`,
    ],
    advice: 'If this wasn’t you, set a new password now: your second step is all that keeps them out.',
    action: 'Open your account',
  },
};
