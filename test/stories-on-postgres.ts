// The stories that `.ci/run` tells on PostgreSQL too, with why. What a story leaves to the stores is the same on both
// databases, and the contract of the stores proves that; `npm run test:postgres` tells all stories, and all of each.
/** Of these, the tests with the tag `postgres`: the others are about something else. */
export const IN_PART = [
  ...['account', 'account-sign-in', 'authorize', 'change-address', 'client-keys', 'console', 'console-acts', 'dpop'],
  ...['factor-answers', 'fapi', 'forgot-password', 'mailed-links', 'new-device', 'policy', 'policy-logo'],
  ...['pushed-requests', 'registration', 'registration-client-secrets', 'registration-logo', 'second-factor'],
  ...['second-factor-policy', 'sign-up-by-mail', 'stamp', 'verify-address'],
].map((name) => `test/stories/${name}.test.ts`);

/** What a test may be marked with. A configuration that does not know them reads no file that uses them. */
export const TAGS = [
  {
    name: 'postgres-in-part',
    description: 'of a file: `.ci/run` tells PostgreSQL its tests with the tag `postgres`',
  },
  { name: 'postgres', description: 'races, or looks at rows: what may differ by database' },
];

const WHY = {
  'they race: what is decided in one statement or by a lock differs': [
    ...['back-channel', 'receipts', 'registration-races'].map((name) => `stories/${name}`),
  ],
  'they count or search rows, which each database has in its own way': [
    ...['audit-acts', 'documents', 'forty-values', 'invitation', 'operators-secrets', 'registration-members'],
    ...['sign-up-limits', 'stolen-database', 'try-it'],
  ]
    .map((name) => `stories/${name}`)
    .concat('real-time/erased-account', 'real-time/secrets-at-rest'),
  'triggers of the database write what they tell': [
    ...['stories/activity', 'stories/leaving-account', 'real-time/application-events', 'real-time/event-types'],
  ],
  'they look at the database itself, or at what only it refuses': [
    ...['stories/registration-connections', 'real-time/metrics', 'real-time/postgres-move', 'real-time/postgres-start'],
    ...['real-time/postgres-trouble', 'real-time/postgres-waits', 'wire/hostile-input', 'wire/request-size'],
  ],
};

/** Paths from the project's root. */
export const STORIES_ON_POSTGRES = Object.values(WHY)
  .flat()
  .map((name) => `test/${name}.test.ts`)
  .concat(IN_PART);
