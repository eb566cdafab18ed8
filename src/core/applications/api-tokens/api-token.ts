// An API token: what a program presents to the API host on behalf of a person (contract 3, 29).
import type { Role } from '../../ground/accounts/account.ts';
import type { Scope } from '../../ground/acts/scope.ts';

export type ApiToken = {
  id: string;
  accountId: string;
  name: string;
  /** SHA-256 of `lk_api_…`. */
  tokenHash: Buffer;
  /** Each once, in the order of `SCOPES`; at least one. */
  scopes: readonly Scope[];
  createdAt: number;
  lastUsedAt: number | undefined;
  /** Undefined: never. */
  expiresAt: number | undefined;
};

/** Who calls the API host: a person's program, or a machine token (contract 29). */
export type ApiCaller = {
  tokenId: string;
  /** Undefined for a machine token. */
  accountId: string | undefined;
  role: Role | 'machine';
  /** Member of an application, and so allowed to call without being an owner. */
  isMember: boolean;
  scopes: readonly Scope[];
  lastUsedAt: number | undefined;
};

/** The token and its account as the API host needs them. */
export type PersonCaller = ApiCaller & { accountId: string; role: Role };
