// One step of a walk as fast-check runs it: a name, arguments, what the model says, and what the program does. Each
// step takes a moment, so that two steps never happen at the same time.
import type fc from 'fast-check';
import { expect } from 'vitest';
import { probe } from './probe.ts';
import type { Real } from './real.ts';
import type { Model } from './state.ts';
import { announce, count } from './tally.ts';

const MOMENT_MS = 7;

export type Step<Arguments> = {
  name: string;
  /** Whether there is something to do, and the contract says what comes of it. Default: always. */
  possible?(model: Readonly<Model>, given: Arguments): boolean;
  /**
   * Changes the model as the world shall change, acts, and returns what was foreseen and what was seen; the two must be
   * equal.
   */
  take(model: Model, real: Real, given: Arguments): Promise<{ foreseen: unknown; seen: unknown }>;
};

export type ModelCommand = fc.AsyncCommand<Model, Real>;

export function commands<Arguments>(
  arbitrary: fc.Arbitrary<Arguments>,
  { name, possible = () => true, take }: Step<Arguments>,
): fc.Arbitrary<ModelCommand> {
  announce(name);
  return arbitrary.map((given) => ({
    check: (model) => possible({ ...model, now: model.now + MOMENT_MS }, given),
    async run(model, real) {
      model.now += MOMENT_MS;
      await real.server.setNow(model.now);
      const { foreseen, seen } = await take(model, real, given);
      expect(seen, `${name} ${JSON.stringify(given)}`).toEqual(foreseen);
      count(name, foreseen);
      await probe(model, real);
    },
    toString: () => `${name}(${JSON.stringify(given)})`,
  }));
}
