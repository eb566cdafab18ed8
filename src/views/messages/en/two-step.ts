// The page of two-step verification in English.
const plural = (count: number) => (count === 1 ? '1 recovery code' : `${count} recovery codes`);

export const enTwoStep = {
  title: 'Two-step verification',
  lede: 'After your password, you also enter a code from an app on your phone. Someone who learns your password still cannot sign in.',
  on: 'On',
  off: 'Off',
  setUp: 'Set up',
  manage: 'Manage',
  left: (count: number) => `You have ${plural(count)} left.`,
  scan: 'Scan this QR code with an authenticator app.',
  qr: 'QR code for your authenticator app',
  type: 'If you cannot scan it, enter this key in the app:',
  enter: 'Enter the six-digit code that the app shows.',
  endsSessions: 'Your other devices will be signed out.',
  turnOn: 'Turn on',
  codes: 'Recovery codes',
  codesOnce:
    'Save these codes now. They are not shown again. If you lose your phone, each one signs you in once instead of a code from the app.',
  codesGone:
    'Recovery codes are shown only once, and these were already shown. Make new ones if you did not save them.',
  /** Fewer than three. */
  few: 'Make new ones before you run out: without a code you could lose access to your account.',
  copy: 'Copy',
  copied: 'Copied',
  download: 'Download',
  print: 'Print',
  saved: 'I have saved them',
  newCodes: 'Make new recovery codes',
  newCodesHint: 'New recovery codes replace all earlier ones.',
  turnOff: 'Turn off two-step verification',
  turnOffAsk:
    'Your password alone will be enough to sign in, and your recovery codes stop working. Your other devices will be signed out.',
  turnOffConfirm: 'Turn off now',
  back: 'Back to your account',
};
