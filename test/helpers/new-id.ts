// Ids for rows that a test makes itself, in order of creation.
import { newId as idBy } from '../../src/core/ground/secrets.ts';

/** It stands, so that no test depends on the time at which it runs. */
const clock = { now: () => Date.UTC(2026, 0, 2, 12) };

export const newId = (): string => idBy(clock);
