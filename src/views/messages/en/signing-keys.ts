// The page of the signing keys, in English.
export const enSigningKeys = {
  title: 'Signing keys',
  hint: 'They sign ID tokens, signed user information and logout tokens. Private keys are never shown.',
  empty: 'There are no signing keys yet',
  emptyHint: 'They are created when they are first needed.',
  nextRotation: 'Next rotation',
  notMade: 'The next key has not been made yet. A running server makes it.',
  states: {
    next: 'Signs next',
    current: 'Signs now',
    previous: 'Still published',
    kept: 'No longer published',
    revoked: 'Revoked',
  },
  facts: {
    created: 'Created',
    signsFrom: 'Signs from',
    signsUntil: 'Signs until',
    signedFrom: 'Signed from',
    signedUntil: 'Signed until',
    publishedUntil: 'Published until',
    believedUntil: 'Tokens accepted as a hint until',
    revoked: 'Revoked',
  },
  rotateTitle: 'Rotate earlier',
  rotate:
    'Keys rotate by themselves every 90 days. To rotate them as soon as every application can know the next ones, run:',
  leaked: 'If a key or the server secret may have leaked, this rotates at once and revokes every older key:',
};
