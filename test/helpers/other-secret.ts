// A token that only a reader of the database could make: it names an existing row, but has a wrong secret.

/** The same token with another last byte in its secret part, encoded as this server encodes tokens. */
export function otherSecret(token: string): string {
  const prefix = token.slice(0, 'lk_at_'.length);
  const bytes = Buffer.from(token.slice(prefix.length), 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return prefix + bytes.toString('base64url');
}
