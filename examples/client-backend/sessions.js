// The application's own sessions: random ids in a cookie, kept in memory. After a restart people sign in again with one
// click; the members are on disk.
import { randomBytes } from 'node:crypto';

const LIFETIME_MILLISECONDS = 24 * 3600 * 1000;

export function createSessions() {
  const sessions = new Map();

  function removeExpired() {
    // In order of creation, and all live equally long: the first that lives ends the search.
    for (const [id, { expiresAt }] of sessions) {
      if (expiresAt > Date.now()) return;
      sessions.delete(id);
    }
  }

  return {
    /** Keeps `data` and returns the id that leads to it. */
    start(data) {
      removeExpired();
      const id = randomBytes(32).toString('base64url');
      sessions.set(id, { data, expiresAt: Date.now() + LIFETIME_MILLISECONDS });
      return id;
    },
    /** The data of a live session, or undefined. */
    find(id) {
      const session = sessions.get(id);
      return session && session.expiresAt > Date.now() ? session.data : undefined;
    },
    end(id) {
      sessions.delete(id);
    },
  };
}
