// Races and floods run a tenth of their rounds with the other tests, on every database. Each round has fifty requests
// at once, and the first wrong one fails the test. `npm run race-test` runs all rounds.
const ALL = process.env.LATCHKEY_TEST_RACES === 'all';

/** Enough rounds for cases that depend on a round's number (one in five, one in two). */
const MIN_ROUNDS = 5;

export const roundsOf = (all: number): number => (ALL ? all : Math.max(MIN_ROUNDS, Math.ceil(all / 10)));
