// Expired rows are removed in small steps, off the request path, by every process (contract, issue of scale: no step
// may hold the database for long).

/** Port: removes at most `limit` rows of each kind that have been of no use since before `now`. */
export interface ExpiredRows {
  /** @returns how many rows went; 0 means nothing is left to do. */
  purge(now: number, limit: number): Promise<number>;
}
