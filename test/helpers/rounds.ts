// Races and floods run a tenth of their rounds or less with the other tests, on every database. Each round has fifty requests
// at once, and the first wrong one fails the test. `npm run race-test` runs all rounds, and
// `LATCHKEY_TEST_RACES=all npx vitest run --project contract` those of the stores.
const ALL = process.env.LATCHKEY_TEST_RACES === 'all';
/** Where the same races run once more, behind something that could change them in each round alike. */
const HARDLY_ANY = process.env.LATCHKEY_TEST_RACES === 'hardly-any' ? 2 : Number.POSITIVE_INFINITY;

/** Enough rounds for cases that depend on a round's number (one in five, one in two). */
const MIN_ROUNDS = 5;

/** @param few how many run with the other tests */
export const roundsOf = (all: number, few = Math.max(MIN_ROUNDS, Math.ceil(all / 10))): number =>
  ALL ? all : Math.min(few, HARDLY_ANY);
