// Port: stores refused requests in groups.
import type { FailedRequests } from './failed-request.ts';

export interface FailedRequestStore {
  /**
   * One intent: adds to the group, or begins it. Where `maxValues` values of its cause are known, a new one takes the
   * place of the one that was sent longest ago, if that was at or before `quietSince`; otherwise its requests are added
   * to the group of the cause and key without a value. Of many processes that add at once, none leaves more. Does
   * nothing for an application that no longer exists.
   */
  add(failed: FailedRequests, limits: { maxValues: number; quietSince: number }): Promise<void>;
  /** The `max` groups with the newest requests after `since`, the newest first. */
  list(input: { applicationId: string; since: number; max: number }): Promise<FailedRequests[]>;
}
