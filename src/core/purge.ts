// Expired rows are removed in small steps, off the request path, by every process (case M15: no step may hold the
// database for long).

/**
 * Port: removes at most `limit` rows of each kind that have been of no use since before `now`, and ends at most `limit`
 * connections that were ended by one mark for all.
 */
export interface ExpiredRows {
  /**
   * @param familyMs how long a family may live (`family_ttl_seconds`): so long it must be known that a session was
   *   ended
   * @returns how many rows went; 0 means nothing is left to do.
   */
  purge(now: number, limit: number, familyMs: number): Promise<number>;
}
