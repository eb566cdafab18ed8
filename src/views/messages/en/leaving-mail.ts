// The mails about deleted accounts in English.

export const enLeavingMail = {
  'delete-code': {
    subject: 'Your code to delete your account',
    lines: (service: string) => [
      `Someone signed in to your ${service} account and wants to delete it at once. If it was you, enter the code on the page where you began. It works for 60 minutes. Nobody can bring a deleted account back.`,
    ],
    advice: 'If this wasn’t you, someone else knows your password. Give nobody this code, and set a new password now.',
    action: 'Confirm',
  },
  'account-leaving': {
    subject: 'Your account will be deleted',
    lines: (service: string) => [
      `You deleted your ${service} account. You are signed out everywhere, and applications no longer get anything from it.`,
    ],
    until: (time: string) => `It is gone for good at ${time}. To keep it, sign in before then and restore it.`,
    advice:
      'If this wasn’t you, someone else can sign in to your account. Sign in now, restore it, and set a new password.',
    action: 'Sign in',
  },
  'account-restored': {
    subject: 'Your account was restored',
    lines: (service: string) => [`Your ${service} account will not be deleted. Everything in it is back.`],
    advice: 'If this wasn’t you, someone else can sign in to your account. Set a new password now.',
    action: 'Open your account',
  },
  'account-deleted': {
    subject: 'Your account was deleted',
    lines: (service: string) => [
      `Your ${service} account was deleted at once, with everything in it. This is the last email about it.`,
    ],
    advice: 'If this wasn’t you, contact the operators of the service.',
    action: 'Open the start page',
  },
};
