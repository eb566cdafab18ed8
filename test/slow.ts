// The tests that `npm test` leaves to `.ci/run` and `npm run test:slow`, with why: each takes seconds, and what it holds
// seldom changes. What they share with others is held in `npm test` too, at the floor that decides it.
const WHY = {
  'programs and libraries of others, or the program itself in a process of its own; the endpoints have their stories': [
    ...['apis-page', 'bound-api-tokens', 'client-keys', 'clients-page', 'devices', 'passkey-domain'],
    ...['picture-program', 'relying-parties', 'restart', 'sample-code'],
  ].map((name) => `real-time/${name}`),
  'files of databases that are copied, moved, brought up to date from each release, or damaged': [
    ...['migrations', 'move', 'sqlite-backup', 'sqlite-file', 'sqlite-group-commit', 'sqlite-plans', 'sqlite-upgrade'],
  ].map((name) => `contract/${name}`),
  'hashes and pictures, which take the time that they are made to take': [
    ...['hashing-threads', 'imported-hashes', 'picture-encoder'].map((name) => `unit/outside/${name}`),
    'stories/picture',
  ],
  'thousands of secrets whose bits are counted, and a file of 192 MiB': [
    'unit/core/tokens/unguessable',
    'unit/outside/json-array',
  ],
  'every route with what everybody holds, and every operation of the API with every body; each rule has its own test': [
    ...['head', 'openapi', 'operators-isolation'].map((name) => `stories/${name}`),
  ],
  'clients that are waited for, and a run of the tests in a test': ['unit/ci/chance', 'wire/slow-clients'],
  'walks by chance; `npm run model-test` walks further': ['model/doubt', 'model/factors', 'model/model'],
};

/** Paths from the project's root. */
export const SLOW = Object.values(WHY)
  .flat()
  .map((name) => `test/${name}.test.ts`);
