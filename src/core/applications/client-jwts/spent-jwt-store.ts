// Port: remembers JWTs that may be used once.

export interface SpentJwtStore {
  /**
   * SPENDS A JWT. Of N simultaneous calls with one `idHash`, from any number of processes, exactly one returns true; it
   * is remembered until `until`.
   */
  spend(jwt: { idHash: Buffer; until: number; now: number }): Promise<boolean>;
}
