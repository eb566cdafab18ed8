// Trusted devices in English.

export const enTrustedDevices = {
  /** At the second step of a sign-in. */
  trust: 'Don’t ask for a code on this device for 30 days',
  trustHint: 'Only on a device that nobody else uses.',
  title: 'Trusted devices',
  hint: 'These devices sign in with your password alone. A new password, or a change of your second factors, ends this.',
  until: (date: string) => `Until ${date}`,
  unknown: 'Unknown device',
  remove: 'Stop trusting',
  removeLabel: (device: string) => `Stop trusting ${device}`,
};
