// Makes stores that write an act to the audit in the transaction of each change (decision 51). The method of the store
// begins its transaction before it returns, so the entries wait in `pending` only while the method is being called.
// What it did besides, only its result tells.

import type { Clock } from '../core/ground/clock.ts';
import { AUDITED_WRITES, doneBesides, isDone } from '../core/operating/audit/audited-writes.ts';
import type { Stores } from '../core/operating/ports.ts';
import { type Act, entryOf, type NewEntry } from '../core/server/audit/act.ts';

/** The entries of a transaction with this result: none when it did nothing. */
export type EntriesOf = (result: unknown) => readonly NewEntry[];

export interface Recording {
  /** Takes the entries for the transaction that begins now. Undefined: nobody records it. */
  take(): EntriesOf | undefined;
  /** The stores, recording the act. */
  stores(stores: Stores, act: Act, clock: Clock): Stores;
}

type Method = (...args: readonly unknown[]) => Promise<unknown>;
type Target = (...args: readonly unknown[]) => Partial<Act>;

export function createRecording(): Recording {
  let pending: EntriesOf | undefined;
  const take = (): EntriesOf | undefined => {
    const taken = pending;
    pending = undefined;
    return taken;
  };
  const record =
    (method: Method, targetOf: Target, act: Act, clock: Clock): Method =>
    async (...args) => {
      const [target, at] = [targetOf(...args), clock.now()];
      pending = (result) =>
        isDone(result) ? [target, ...doneBesides(result)].map((one) => entryOf({ ...act, ...one }, at)) : [];
      const work = method(...args);
      const isLeft = take() !== undefined;
      const result = await work;
      if (isLeft && isDone(result)) throw new Error(`${act.action} changed something outside of the audit`);
      return result;
    };
  return {
    take,
    stores(stores, act, clock) {
      const recorded: Record<string, unknown> = { ...stores };
      for (const [name, targets] of Object.entries(AUDITED_WRITES)) {
        const store = stores[name as keyof Stores] as unknown as Readonly<Record<string, Method>>;
        const methods = Object.entries(targets as Readonly<Record<string, Target>>).map(([method, targetOf]) => [
          method,
          record(store[method] as Method, targetOf, act, clock),
        ]);
        recorded[name] = { ...store, ...Object.fromEntries(methods) };
      }
      return recorded as Stores;
    },
  };
}
