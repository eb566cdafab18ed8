// Passes events on to their listeners in this process, after the commit. What must not be lost with the process, or may
// refuse the change, belongs in the transaction (decision 40).
import type { DomainEvent } from './domain-event.ts';

/** Returns at once: it counts, writes a log line or wakes a loop, and never waits for anything. */
export type EventListener = (event: DomainEvent) => void;

/** To be called once the change is committed. Never throws, and nobody waits for it. */
export type Publish = EventListener;

export interface Publisher {
  publish: Publish;
  /** @param onFailure told what a listener threw; the other listeners hear the event all the same */
  listen(listeners: readonly EventListener[], onFailure: (error: unknown, event: DomainEvent) => void): void;
}

/** Until `listen` is called nobody hears anything, as in a command that is over before somebody could read a count. */
export function createPublisher(): Publisher {
  let listening: readonly EventListener[] = [];
  let failed: Parameters<Publisher['listen']>[1] = () => undefined;
  return {
    publish(event) {
      for (const listener of listening) {
        try {
          listener(event);
        } catch (error) {
          failed(error, event);
        }
      }
    },
    listen(listeners, onFailure) {
      listening = listeners;
      failed = onFailure;
    },
  };
}
