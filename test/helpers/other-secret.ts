// A token as only somebody who reads the database could write it: it names what is there, and lacks the secret.

/** The same token but for the last byte of its secret part, spelled as this server spells tokens. */
export function otherSecret(token: string): string {
  const prefix = token.slice(0, 'lk_at_'.length);
  const bytes = Buffer.from(token.slice(prefix.length), 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return prefix + bytes.toString('base64url');
}
