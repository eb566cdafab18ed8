// Reads an ID token that comes back as a hint (OpenID Connect Core 3.1.2.1, RP-Initiated Logout 2). This server must
// have signed it; expired ones count too. Other kinds of signed tokens do not.
import type { Ports } from '../ports.ts';

export type IdTokenHint = { sub: string; sid: string; apiKey: string };

const MAX_LENGTH = 8192;

/** @returns undefined when it is not an ID token of this server. @throws Unavailable */
export async function readIdTokenHint(
  deps: Pick<Ports, 'signingKeys' | 'issuer'>,
  hint: string,
): Promise<IdTokenHint | undefined> {
  const verified = hint.length <= MAX_LENGTH ? await deps.signingKeys.verify(hint) : undefined;
  if (verified?.type !== 'JWT') return undefined;
  const { iss, sub, sid, aud, exp, auth_time } = verified.claims;
  // Signed user information has the same type, but no session and no times.
  const isIdToken = iss === deps.issuer && typeof exp === 'number' && typeof auth_time === 'number';
  if (!isIdToken || typeof sub !== 'string' || typeof sid !== 'string' || typeof aud !== 'string') return undefined;
  return { sub, sid, apiKey: aud };
}
