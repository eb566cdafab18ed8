// A connection: user × application, made by the first consent (contract, "Words"). Its row outlives its end, because
// the `sub` is the same ever after.
import type { ConsentItemName } from './catalogue.ts';

/** What the user answered to an item, and when. `agreed` false: asked and declined, or withdrawn. */
export type ConsentAnswer = { agreed: boolean; answeredAt: number };
export type ConsentAnswers = { readonly [K in ConsentItemName]?: ConsentAnswer };

export type Connection = {
  applicationId: string;
  accountId: string;
  /** Pairwise subject: 32 characters `a-z0-9`. */
  sub: string;
  /** Rises whenever everything issued under the connection must end at once. */
  generation: number;
  answers: ConsentAnswers;
  createdAt: number;
  lastUsedAt: number | undefined;
  /** Set by unlinking: there is no connection now, but its `sub` stays reserved. */
  endedAt: number | undefined;
};
