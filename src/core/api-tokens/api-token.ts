// An API token: what an owner's program presents to the registration API (contract 3).
import type { Role } from '../accounts/account.ts';

export type ApiToken = {
  id: string;
  accountId: string;
  name: string;
  /** SHA-256 of `lk_api_…`. */
  tokenHash: Buffer;
  createdAt: number;
  lastUsedAt: number | undefined;
  /** Undefined: never. */
  expiresAt: number | undefined;
};

/** The token's account as the registration API needs it. */
export type ApiCaller = {
  tokenId: string;
  accountId: string;
  role: Role;
  /** Member of an application, and so allowed to call without being an owner. */
  isMember: boolean;
  lastUsedAt: number | undefined;
};
