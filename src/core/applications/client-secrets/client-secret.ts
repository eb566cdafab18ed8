// A client secret authenticates the Web key of an application (contract 5). At most two are live at once.

export type ClientSecret = {
  id: string;
  applicationId: string;
  /** SHA-256 of `lk_cs_…`. */
  secretHash: Buffer;
  createdAt: number;
  lastUsedAt: number | undefined;
  expiresAt: number | undefined;
};

export const MAX_LIVE_CLIENT_SECRETS = 2;
