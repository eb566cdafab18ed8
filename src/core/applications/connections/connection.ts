// A connection joins a user and an application, from their first consent on (contract, "Words"). Its row outlives it,
// because the `sub` never changes.

/** The user's answer to an item or scope, and its time. `agreed` false: declined or withdrawn. */
export type ConsentAnswer = { agreed: boolean; answeredAt: number };
/** By the name of an item of the catalogue, or of a scope of an API (contract 45): no name is of both. */
export type ConsentAnswers = { readonly [name: string]: ConsentAnswer };

export type Connection = {
  applicationId: string;
  accountId: string;
  /** Pairwise subject: 32 characters `a-z0-9`, or what an import brought along (contract 30). */
  sub: string;
  /** Rises when everything issued under the connection must end at once. */
  generation: number;
  answers: ConsentAnswers;
  createdAt: number;
  lastUsedAt: number | undefined;
  /** Set by unlinking: the connection has ended, but its `sub` stays reserved. */
  endedAt: number | undefined;
};
