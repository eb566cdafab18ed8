// Short as a rule, long on demand (`npm run faults -- --long`), and the seed that repeats what is left to chance.

/** Whether there is time for the long form. */
export const LONG = process.env.LATCHKEY_FAULTS === 'long';

/** `LATCHKEY_TEST_SEED=…` repeats a failure. */
export const SEED = Number(process.env.LATCHKEY_TEST_SEED ?? 20261121);

/** How often, or how much, in each form. */
export const inShort = <T>(short: T, { long }: { long: T }): T => (LONG ? long : short);
