// Port: what the outbox asks of the store of every kind of message. A message is a row, written in the transaction of
// its cause.

/** A message in the hands of one process. */
export type DueMessage = {
  /** Tries before this one that failed. */
  tries: number;
  /** Until then no other process gets the message. In ms. */
  claimedUntil: number;
  /** From then on the message is of no use and is not sent. In ms. */
  expiresAt?: number;
};

/** How a message ended. */
export type Ending = {
  /** Why it was given up; undefined: it was delivered or dropped. Without personal values. */
  failure: string | undefined;
  at: number;
  /** Of what is kept of it. */
  id: string;
};

export interface OutboxStore<Message extends DueMessage = DueMessage> {
  /**
   * CLAIMS MESSAGES: those longest due at `now`, none with a `busy` key, at most `limit`. When several processes claim
   * at once, each message goes to one of them, and to no other before `until`. A process that dies delays its messages
   * and loses none.
   *
   * Where messages have an order, a message is claimed only when no earlier one is left, whether due or not.
   */
  claim(input: { now: number; until: number; limit: number; busy: readonly string[] }): Promise<Message[]>;
  /**
   * Counts one more failed try of a claimed message, which is due again at `nextTryAt`. Does nothing when another
   * process has claimed it meanwhile.
   */
  putBack(message: Message, nextTryAt: number): Promise<void>;
  /** Removes a message that was delivered, dropped or given up, or keeps it as ended. */
  remove(message: Message, ending: Ending): Promise<void>;
  /** How many messages are due at `now`, at most `most`: counting stops there. */
  countDue(now: number, most: number): Promise<number>;
}
