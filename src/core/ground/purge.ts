// Every process removes expired rows in small steps, off the request path, so that no step holds the database for long
// (case M15).

/**
 * Port: removes at most `limit` rows of each kind that ceased to be needed before `now`, and ends at most `limit`
 * connections that `unlinkAll` of `ConnectionStore` ended together.
 */
export interface ExpiredRows {
  /**
   * @param familyMs how long a family may live (`family_ttl_seconds`); the end of a session is remembered for as long
   * @returns how many rows were removed; 0 when nothing is left to do
   */
  purge(now: number, limit: number, familyMs: number): Promise<number>;
}
