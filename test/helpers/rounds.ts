// Races and floods run at a tenth beside the other tests, on every database: each round has fifty at once, and the
// first that is wrong fails. `npm run race-test` runs all of their rounds.
const ALL = process.env.LATCHKEY_TEST_RACES === 'all';

/** Enough to meet what depends on the turn of a round (one in five, one in two). */
const LEAST = 5;

export const roundsOf = (all: number): number => (ALL ? all : Math.max(LEAST, Math.ceil(all / 10)));
