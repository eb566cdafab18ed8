// Makes stores that write an act to the audit in the transaction of each change (decision 51). The method of the store
// begins its transaction before it returns, so the entry waits in `pending` only while the method is being called.
import { type Act, entryOf, type NewEntry } from '../core/audit/act.ts';
import { AUDITED_WRITES, isDone } from '../core/audit/audited-writes.ts';
import type { Clock } from '../core/clock.ts';
import type { Stores } from '../core/ports.ts';

export interface Recording {
  /** Takes the entry for the transaction that begins now. Undefined: nobody records it. */
  take(): NewEntry | undefined;
  /** The stores, recording the act. */
  stores(stores: Stores, act: Act, clock: Clock): Stores;
}

type Method = (...args: readonly unknown[]) => Promise<unknown>;
type Target = (...args: readonly unknown[]) => Partial<Act>;

export function createRecording(): Recording {
  let pending: NewEntry | undefined;
  const take = (): NewEntry | undefined => {
    const taken = pending;
    pending = undefined;
    return taken;
  };
  const record =
    (method: Method, targetOf: Target, act: Act, clock: Clock): Method =>
    async (...args) => {
      pending = entryOf({ ...act, ...targetOf(...args) }, clock.now());
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
