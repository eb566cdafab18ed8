// What is mutated, and by which tests it is judged.

/** Use cases and documents: little is decided there, and what they do shows in a story only. */
const TOLD_BY_STORIES = [
  'src/protocol/metadata.ts',
  'src/core/authorize/authorize.ts',
  'src/core/authorize/issue-code.ts',
  ...['exchange-code', 'id-token', 'introspect-token', 'presented', 'read-id-token-hint', 'read-user-info'].map(
    (name) => `src/core/tokens/${name}.ts`,
  ),
  ...['refresh-tokens', 'revoke-token', 'token-answer'].map((name) => `src/core/tokens/${name}.ts`),
];

/** By their own cases: most mutants fail here, within milliseconds. */
const TABLES = [
  ...['protocol/*', 'core/authorize/*', 'core/tokens/*', 'core/consent/*', 'core/try-it/*', 'core/sessions/check-*'],
  ...['core/applications/check-application', 'http/client-auth', 'http/cors', 'http/errors', 'http/user-info'],
].map((name) => `test/${name}.test.ts`);

/** Those that run in the test's own process, where a mutant can be switched on. */
const STORIES = [
  ...['token', 'token-cases', 'token-openid', 'introspection', 'revocation', 'user-info-jwt', 'id-token', 'stamp'],
  ...['authorize', 'metadata'],
].map((name) => `test/flows/${name}.test.ts`);

export const PARTS = {
  rules: {
    what: 'pure rules, by their tables of cases',
    mutate: [
      ...['src/protocol/**/*.ts', 'src/core/authorize/*.ts', 'src/core/tokens/*.ts'],
      ...TOLD_BY_STORIES.map((file) => `!${file}`),
      // Made by a program from Unicode's own table.
      '!src/protocol/confusables-table.ts',
      // Definitions that test/docs/errors.test.ts compares with docs/errors.md, word by word.
      '!src/protocol/refusals/**',
    ],
    tests: TABLES,
  },
  stories: {
    what: 'use cases and documents, by the stories of the endpoints as well',
    mutate: TOLD_BY_STORIES,
    tests: [...TABLES, ...STORIES],
  },
};

/** The part that runs; Stryker and Vitest are told by the environment. */
export const part = PARTS[process.env.LATCHKEY_TEST_MUTATION ?? 'rules'];
