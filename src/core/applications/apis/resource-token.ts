// Access tokens for an API of the operator (contract 45): JWTs (RFC 9068), which the API checks by itself, and opaque
// ones. Each has a row with its hash, so both are introspected and revoked alike.
import type { TokenPerson } from '../../../protocol/access-token.ts';
import { hashSecret, ID, randomSecret } from '../../ground/secrets.ts';

export type NewResourceToken = {
  /** The `jti`. */
  id: string;
  /** SHA-256 of the whole token. */
  tokenHash: Buffer;
  apiId: string;
  applicationId: string;
  apiKey: string;
  scope: readonly string[];
  /** Of the key that it is bound to (RFC 9449). */
  dpopJkt: string | undefined;
  /** Of the person who agreed. Undefined: the program acts for itself. */
  grantId: string | undefined;
  createdAt: number;
  expiresAt: number;
};

export type ResourceTokenInContext = NewResourceToken & {
  /** Of the scope, what the application may still have, and the person still agrees to. */
  given: readonly string[];
  resource: string;
  /** Undefined: the program acts for itself. */
  person: TokenPerson | undefined;
};

const OPAQUE = /^lk_aa_([0-9a-f]{32})[\w-]{43}$/;

export const newOpaqueToken = (id: string): string => `lk_aa_${id}${randomSecret()}`;

/** The id of the row and the hash to compare with. */
export type NamedResourceToken = { id: string; hash: Buffer };

/** Far more than a token has. */
const MAX_LENGTH = 8192;

/** @returns undefined when this server cannot have made the token. Nothing in it is verified. */
export function readResourceToken(token: string): NamedResourceToken | undefined {
  if (token.length > MAX_LENGTH) return undefined;
  const id = OPAQUE.exec(token)?.[1] ?? idOfJwt(token);
  return id === undefined ? undefined : { id, hash: hashSecret(token) };
}

/** That the whole token has the hash in the row proves more than its signature. */
function idOfJwt(token: string): string | undefined {
  const payload = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(token)?.[1];
  if (payload === undefined) return undefined;
  try {
    const { jti } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { jti?: unknown };
    return typeof jti === 'string' && ID.test(jti) ? jti : undefined;
  } catch {
    return undefined;
  }
}
