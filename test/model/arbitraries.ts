// Arguments that many steps have. Numbers stand for whatever the model has at that moment (`pick`), so that a walk
// stays one when steps are left out of it.
import fc from 'fast-check';
import { BROWSERS, PEOPLE } from './state.ts';

export const choice = fc.nat(999);
export const browser = fc.nat(BROWSERS - 1);
export const person = fc.nat(PEOPLE - 1);

/** The usual eight times in eleven. */
export const often = <Value>(usual: Value, ...others: readonly Value[]): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 3, arbitrary: fc.constantFrom(...others) });
