// What this process has done, by outcome, since its start: sums that hold nothing about anybody. For operators, who
// read them as metrics; what owners see of their applications is counted in core/statistics.

/** Each thing that is counted, with its outcomes. */
export const TALLIED = {
  /** `issued` at authorization, `redeemed` for tokens, `replayed`: a use that ended its family (contract 5). */
  codes: ['issued', 'redeemed', 'replayed'],
  /** As `decideRotation` decides; `rotated`: tokens were issued. */
  refreshes: ['rotated', 'repeated', 'superseded', 'replayed', 'expired'],
  /** Passwords at the sign-in page. */
  signIns: ['verified', 'wrong', 'limited'],
  /** `taken`: a first name; `changed`: another; all else was refused. */
  usernames: ['taken', 'changed', 'unavailable', 'too-many-changes', 'limited'],
  /**
   * Where the address a client is counted under came from; `unbelieved`: a proxy told one that is not in `trust_proxy`.
   */
  clientAddresses: ['direct', 'forwarded', 'unbelieved'],
  /** Answers without an agreed address of mail, because nobody has verified it (contract 2). */
  withheldAddresses: ['user-info', 'id-token'],
  /** Messages of ended sessions; `put-back`: a try that failed and comes again. */
  sessionEndMessages: ['delivered', 'dropped', 'put-back', 'gave-up'],
  /** Rows that had expired. */
  purgedRows: ['removed'],
} as const;

export type Tallied = keyof typeof TALLIED;
export type OutcomeOf<What extends Tallied> = (typeof TALLIED)[What][number];

export interface Tally {
  /** @param times default 1 */
  count<What extends Tallied>(what: What, outcome: OutcomeOf<What>, times?: number): void;
  /** Of every outcome, also of those that never were. */
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
