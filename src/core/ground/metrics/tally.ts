// Counts what this process has done since its start, by outcome, without personal data. Operators read the counts as
// metrics; what owners see of their applications is counted in core/applications/statistics.

/** Everything that is counted, with its outcomes. */
export const TALLIED = {
  /** Authorization requests that applications pushed. */
  pushedRequests: ['pushed'],
  /**
   * `issued` at authorization, `redeemed` for tokens, `replayed`: a repeated use that ended its family (contract 5).
   */
  codes: ['issued', 'redeemed', 'replayed'],
  /**
   * Codes of devices: `issued`; `confirmed` or `denied` on the page; `redeemed` for tokens; `replayed`, as of `codes`.
   */
  deviceCodes: ['issued', 'confirmed', 'denied', 'redeemed', 'replayed'],
  /** Codes typed on the page for devices that were refused; `limited`: there were too many before. */
  userCodes: ['wrong', 'limited'],
  /** As `decideRotation` decides; `rotated`: tokens were issued; `renewed`: under FAPI 2.0, the refresh token stays. */
  refreshes: ['rotated', 'renewed', 'repeated', 'superseded', 'replayed', 'expired'],
  /** Passwords on the sign-in page, and codes after them. A password that a code must follow is not counted. */
  signIns: ['verified', 'wrong', 'limited'],
  /** `taken`: a first username; `changed`: another one; all other outcomes are refusals. */
  usernames: ['taken', 'changed', 'unavailable', 'too-many-changes', 'limited'],
  /** Accounts whose people deleted or restored them, and all that were deleted in the end. */
  deletions: ['asked', 'restored', 'deleted'],
  /**
   * Where the address that a client is counted under came from; `unbelieved`: a proxy that is not in `trust_proxy` sent
   * one.
   */
  clientAddresses: ['direct', 'forwarded', 'unbelieved'],
  /** Answers without an agreed email address, because it is not verified (contract 2). */
  withheldAddresses: ['user-info', 'id-token'],
  /** Requests of applications that were refused because their audience does not let the person in (contract 3, 31). */
  notAdmitted: ['team', 'groups'],
  /** Back-channel logout messages; `put-back`: a failed try that will be repeated. */
  sessionEndMessages: ['delivered', 'dropped', 'put-back', 'gave-up'],
  /** Mails; `put-back`: a failed try that will be repeated. */
  mails: ['delivered', 'dropped', 'put-back', 'gave-up'],
  /** Events to applications; `put-back`: a failed try that will be repeated. */
  eventDeliveries: ['delivered', 'dropped', 'put-back', 'gave-up'],
  /** Keys that applications publish, each time they were asked for. */
  keySets: ['read', 'failed'],
  /** Expired rows. */
  purgedRows: ['removed'],
} as const;

export type Tallied = keyof typeof TALLIED;
export type OutcomeOf<What extends Tallied> = (typeof TALLIED)[What][number];

export interface Tally {
  /** @param times default 1 */
  count<What extends Tallied>(what: What, outcome: OutcomeOf<What>, times?: number): void;
  /** The counts of every outcome, also of those that never occurred. */
  read(what: Tallied): readonly { outcome: string; count: number }[];
}

export function createTally(): Tally {
  const counts = new Map<string, Map<string, number>>(
    Object.entries(TALLIED).map(([what, outcomes]) => [what, new Map(outcomes.map((outcome) => [outcome, 0]))]),
  );
  const countsOf = (what: Tallied): Map<string, number> => counts.get(what) as Map<string, number>;
  return {
    count(what, outcome, times = 1) {
      const known = countsOf(what);
      known.set(outcome, (known.get(outcome) as number) + times);
    },
    read: (what) => [...countsOf(what)].map(([outcome, count]) => ({ outcome, count })),
  };
}
