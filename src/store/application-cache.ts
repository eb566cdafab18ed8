// Caches applications by version (decision 16). An application with its lists is the most expensive read of every
// sign-in and token request, and it almost never changes. So each request reads only the version from the database, and
// the cached application is used only at that version. Every write to an application or its lists raises the version in
// the same transaction, so a change takes effect at the next request, on every process.
import type { Application } from '../core/applications/applications/application.ts';

/** About 2 KiB each. Beyond this number the application that was added first is evicted. */
const MAX_APPLICATIONS = 1_000;

/** The application's current version in the database. */
export type ApplicationVersion = { id: string; version: number };

export interface ApplicationCache {
  /** undefined: not cached, or cached at another version. */
  get(current: ApplicationVersion): Application | undefined;
  /** Adds the application and freezes it, because requests share it. @returns it */
  add(application: Application): Application;
}

export function createApplicationCache(): ApplicationCache {
  const cached = new Map<string, Application>();
  return {
    get: ({ id, version }) => {
      const application = cached.get(id);
      return application?.version === version ? application : undefined;
    },
    add: (application) => {
      cached.delete(application.id);
      cached.set(application.id, deepFreeze(application));
      const [oldest] = cached.size > MAX_APPLICATIONS ? cached.keys() : [];
      if (oldest !== undefined) cached.delete(oldest);
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
