// Port: stores refused post-logout redirect URIs.
import type { RefusedUri } from './refused-uri.ts';

export interface RefusedUriStore {
  /**
   * One intent: adds the URI, or sets its time if it is known, and removes all but the newest `max` of the application.
   * Of many processes that add at once, none leaves more. Does nothing for an application that no longer exists.
   */
  add(refused: RefusedUri, max: number): Promise<void>;
  /** Those refused after `since`, the newest first. */
  list(input: { applicationId: string; since: number }): Promise<RefusedUri[]>;
}
