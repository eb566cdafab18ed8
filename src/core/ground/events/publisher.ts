// Passes events to the listeners in this process, after the commit. Work that must not be lost with the process, or
// that may refuse the change, belongs in the transaction (decision 40).
import type { DomainEvent } from './domain-event.ts';

/** Returns at once: it counts, writes a log line or wakes a loop, and waits for nothing. */
export type EventListener = (event: DomainEvent) => void;

/** Call it once the change is committed. It never throws, and nobody waits for it. */
export type Publish = EventListener;

export interface Publisher {
  publish: Publish;
  /** @param onFailure receives what a listener threw; the other listeners still get the event */
  listen(listeners: readonly EventListener[], onFailure: (error: unknown, event: DomainEvent) => void): void;
}

/** Events before `listen` have no listener, as in a command that ends before anybody could read a count. */
export function createPublisher(): Publisher {
  let listening: readonly EventListener[] = [];
  let reportFailure: Parameters<Publisher['listen']>[1] = () => undefined;
  return {
    publish(event) {
      for (const listener of listening) {
        try {
          listener(event);
        } catch (error) {
          reportFailure(error, event);
        }
      }
    },
    listen(listeners, onFailure) {
      listening = listeners;
      reportFailure = onFailure;
    },
  };
}
