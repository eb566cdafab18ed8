// What a browser sends after it asked the authenticator: the JSON of a credential, in a field of a form. Only what core
// needs is read here; the verifier reads the rest.
import type { CredentialJson } from './passkey-verifier.ts';

export type PasskeyAnswer = {
  response: CredentialJson;
  credentialId: Buffer;
  /** As it was signed, in base64url. */
  challenge: string;
  /** In base64url; undefined: the authenticator named no account. */
  userHandle: string | undefined;
};

/** WebAuthn Level 3, 4: a credential id has at most 1023 bytes. */
const MAX_CREDENTIAL_ID = 1023;

type Loose = { readonly [member: string]: unknown } | undefined;

const objectIn = (value: unknown): Loose =>
  typeof value === 'object' && value !== null ? (value as NonNullable<Loose>) : undefined;

/** @returns undefined: it is no such JSON, or was made in a page that another site embeds */
export function readAnswer(text: string): PasskeyAnswer | undefined {
  const response = parse(text);
  const inner = objectIn(response?.response);
  const { id } = response ?? {};
  if (!response || typeof id !== 'string' || typeof inner?.clientDataJSON !== 'string') return undefined;
  const credentialId = Buffer.from(id, 'base64url');
  if (credentialId.length === 0 || credentialId.length > MAX_CREDENTIAL_ID) return undefined;
  // Several texts decode to the same bytes. One is accepted.
  if (credentialId.toString('base64url') !== id) return undefined;
  const client = parse(Buffer.from(inner.clientDataJSON, 'base64url').toString());
  if (typeof client?.challenge !== 'string') return undefined;
  if (client.crossOrigin === true || client.topOrigin !== undefined) return undefined;
  const { userHandle } = inner;
  return {
    response,
    credentialId,
    challenge: client.challenge,
    userHandle: typeof userHandle === 'string' && userHandle !== '' ? userHandle : undefined,
  };
}

function parse(text: string): Loose {
  try {
    return objectIn(JSON.parse(text));
  } catch {
    return undefined;
  }
}
