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
  const credentialId = readCredentialId(id);
  if (!credentialId) return undefined;
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

/** @returns undefined: it is no credential id in base64url */
export function readCredentialId(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  // Several texts decode to the same bytes. One is accepted.
  const isIt = bytes.length > 0 && bytes.length <= MAX_CREDENTIAL_ID && bytes.toString('base64url') === text;
  return isIt ? bytes : undefined;
}

function parse(text: string): Loose {
  try {
    return objectIn(JSON.parse(text));
  } catch {
    return undefined;
  }
}
