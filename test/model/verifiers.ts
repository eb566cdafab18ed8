// The PKCE pair of each code, told by the code's number.
import { createHash } from 'node:crypto';

export const verifierOf = (grant: number): string => `verifier-of-code-${grant}-`.padEnd(50, '~');
export const challengeOf = (grant: number): string =>
  createHash('sha256').update(verifierOf(grant)).digest('base64url');
