// A machine token: an API token of no person, made by an operator (contract 29). Within its scopes it reaches what
// operators reach.
import type { ApiToken } from '../api-tokens/api-token.ts';

export type MachineToken = Omit<ApiToken, 'accountId' | 'expiresAt'> & {
  /** It always ends. */
  expiresAt: number;
  /** Id of the account that made it, which may be gone; undefined: the command line. */
  createdBy: string | undefined;
};

/** The token as the API host needs it. */
export type MachineCaller = Pick<MachineToken, 'scopes' | 'lastUsedAt'> & { tokenId: string };
