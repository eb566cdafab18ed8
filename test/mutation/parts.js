// Defines what is mutated, and which tests judge it.

/** Use cases and documents: they decide little, and only stories show what they do. */
const JUDGED_BY_STORIES = [
  'src/protocol/metadata.ts',
  'src/core/grants/authorize/authorize.ts',
  'src/core/grants/authorize/issue-code.ts',
  ...['exchange-code', 'id-token', 'introspect-token', 'presented', 'read-id-token-hint', 'read-user-info'].map(
    (name) => `src/core/grants/tokens/${name}.ts`,
  ),
  ...['refresh-tokens', 'revoke-token', 'token-answer'].map((name) => `src/core/grants/tokens/${name}.ts`),
];

/** Tables of cases: they kill most mutants, within milliseconds. */
const TABLES = [
  ...[
    'unit/protocol/*',
    'unit/core/authorize/*',
    'unit/core/tokens/*',
    'unit/core/consent/*',
    'unit/core/try-it/*',
    'unit/core/sessions/check-*',
  ],
  ...['unit/core/applications/check-application', 'unit/http/client-auth'],
  ...['wire/cors', 'wire/errors', 'wire/user-info'],
].map((name) => `test/${name}.test.ts`);

/** Stories that run in the test's own process, where a mutant can be activated. */
const STORIES = [
  ...['token', 'token-cases', 'token-openid', 'introspection', 'revocation', 'user-info-jwt', 'id-token', 'stamp'],
  ...['authorize', 'metadata'],
].map((name) => `test/stories/${name}.test.ts`);

export const PARTS = {
  rules: {
    what: 'pure rules, by their tables of cases',
    mutate: [
      ...['src/protocol/**/*.ts', 'src/core/grants/authorize/*.ts', 'src/core/grants/tokens/*.ts'],
      ...JUDGED_BY_STORIES.map((file) => `!${file}`),
      // Generated from Unicode's own table.
      '!src/protocol/confusables-table.ts',
      // Definitions that test/unit/docs/errors.test.ts compares with docs/errors.md, word by word.
      '!src/protocol/refusals/**',
    ],
    tests: TABLES,
  },
  stories: {
    what: 'use cases and documents, by the stories of the endpoints as well',
    mutate: JUDGED_BY_STORIES,
    tests: [...TABLES, ...STORIES],
  },
  reach: {
    what: 'who reaches which application, account, page and session, by tables and by the stories of those rooms',
    mutate: [
      ...['find-application', 'list-applications', 'change-parts', 'remove-application'].map(
        (name) => `src/core/applications/applications/${name}.ts`,
      ),
      ...['check-role', 'may-use-console', 'manage-members'].map((name) => `src/core/applications/members/${name}.ts`),
      ...['sign-in', 'choose-session', 'confirm-by-password', 'end-session', 'read-session', 'session-lifetimes'].map(
        (name) => `src/core/sign-in/sessions/${name}.ts`,
      ),
      ...['change-factors', 'check-code', 'half-signed-in', 'must-confirm-factor', 'second-factor-policy'].map(
        (name) => `src/core/sign-in/factors/${name}.ts`,
      ),
      'src/core/operating/operators/*.ts',
      'src/http/browsers/return-path.ts',
    ],
    tests: [
      ...['applications', 'members', 'sessions', 'factors', 'operators', 'passkeys', 'events'].map(
        (room) => `unit/core/${room}/*`,
      ),
      'unit/http/return-path',
      ...[
        'registration-isolation',
        'registration-members',
        'operators-isolation',
        'console-isolation',
        'accounts-api',
      ].map((name) => `stories/${name}`),
      ...['ways-in', 'return-place', 'confirm', 'second-factor', 'second-factor-policy', 'factor-answers'].map(
        (name) => `stories/${name}`,
      ),
      ...['accounts-on-a-device', 'account-sign-in', 'devices', 'ended-session'].map((name) => `stories/${name}`),
    ].map((name) => `test/${name}.test.ts`),
  },
};

/** The part that runs; Stryker and Vitest read it from the environment. */
export const part = PARTS[process.env.LATCHKEY_TEST_MUTATION ?? 'rules'];
