// Port: the API keys that got an ID token in a session and are to be told of its end, and so the outbox of Back-Channel
// Logout: once the session has ended, its row is the message (docs/decisions/0010-back-channel-outbox.md).

/** A message in the hands of one process. */
export type DueSessionEnd = {
  sessionId: string;
  apiKey: string;
  /** The session and the person as this API key's application knows them. */
  sid: string;
  sub: string;
  /** Tries before this one that failed. */
  tries: number;
  /** Until then nobody else gets it; afterwards anybody may. Ms. */
  claimedUntil: number;
};

export interface SessionClientStore {
  /**
   * CLAIMS MESSAGES: those longest due at `now`, none of a `busy` key, at most `limit`. Of any callers at once each
   * message goes to one, and to nobody else before `until`: a process that dies with it delays it, and loses nothing.
   */
  claim(input: { now: number; until: number; limit: number; busy: readonly string[] }): Promise<DueSessionEnd[]>;
  /**
   * Puts a claimed message back as one more try that failed, due at `nextTryAt`; does nothing when its claim has passed
   * to somebody else.
   */
  putBack(message: DueSessionEnd, nextTryAt: number): Promise<void>;
  /** Delivered, or given up. */
  remove(message: DueSessionEnd): Promise<void>;
  /**
   * Makes messages of rows that came into a session after its end: a code of it was redeemed later, or at that moment.
   * Looks at sessions that ended at or after `endedSince`.
   */
  tellLate(input: { endedSince: number; now: number }): Promise<void>;
  /** How many messages are due at `now`, at most `most`: counting stops there. */
  countDue(now: number, most: number): Promise<number>;
}
