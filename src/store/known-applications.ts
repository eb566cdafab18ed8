// Applications that were read before, each at the version it was read at. An application with its lists is the most
// expensive read of every sign-in and token request, and it almost never changes; so what is asked of the database each
// time is its version alone, and what is known is given out only when that is still the version (decision 0016). Every
// write to an application or its lists raises the version in the same transaction, so a change acts at the next
// request, on every process.
import type { Application } from '../core/applications/application.ts';

/** About 2 KiB each. Past this the one that was learnt first is forgotten. */
const MOST = 1_000;

/** What the database says right now. */
export type ApplicationVersion = { id: string; version: number };

export interface KnownApplications {
  /** undefined: not known, or not at this version. */
  at(current: ApplicationVersion): Application | undefined;
  /** Keeps it, frozen, because many requests share it from now on. */
  learn(application: Application): Application;
}

export function createKnownApplications(): KnownApplications {
  const known = new Map<string, Application>();
  return {
    at: ({ id, version }) => {
      const application = known.get(id);
      return application?.version === version ? application : undefined;
    },
    learn: (application) => {
      known.delete(application.id);
      known.set(application.id, deepFreeze(application));
      const [oldest] = known.size > MOST ? known.keys() : [];
      if (oldest !== undefined) known.delete(oldest);
      return application;
    },
  };
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) deepFreeze(part);
  }
  return Object.freeze(value);
}
