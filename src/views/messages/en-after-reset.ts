// The page after a reset by link, in English.

export const enAfterReset = {
  title: 'Check how your account can be signed in to',
  lede: [
    'Your password was set. Someone who knew the old one may have added a way in. ',
    'What is ticked is removed. Untick what is yours.',
  ],
  codes: 'Two-step verification with an authenticator app',
  added: (date: string) => `Added ${date}.`,
  used: (date: string) => `Last used ${date}.`,
  unused: 'Not used yet.',
  stays: 'It is asked for next, and can be removed in your account.',
  submit: 'Continue',
};
