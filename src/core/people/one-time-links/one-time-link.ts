// A link that can be used once: to create the first operator account (`setup`), or to set a password (`password`). GET
// shows a page; only its POST spends the link (contract 9).

export type LinkPurpose = 'setup' | 'password';

export type OneTimeLink = {
  id: string;
  /** SHA-256 of the secret in the link. */
  tokenHash: Buffer;
  purpose: LinkPurpose;
  /** Whose password it sets; undefined for `setup`. */
  accountId: string | undefined;
  createdAt: number;
  expiresAt: number;
};
