// Reads the document of a client (contract 46; draft-ietf-oauth-client-id-metadata-document-01 4): its members are
// those of RFC 7591 2. What is not taken is dropped, so that one document serves many servers; what would make a
// client that proves nothing, or proves it with something that anybody can read, refuses it.
import { findRedirectUriFault, type RedirectUriFault } from '../../../protocol/redirect-uri-registration.ts';
import type { Fault } from '../../ground/fault.ts';
import { type ClientKey, MAX_CLIENT_KEYS, readClientKey } from '../../server/keys/client-key.ts';
import { hostOfDocument } from '../../server/policy/document-url.ts';
import type { Application } from '../applications/application.ts';
import { checkLookAlike } from '../applications/check-look-alike.ts';
import { checkName, isHttpsUri } from '../applications/check-texts.ts';

/** What is taken of a document. */
export type ClientDocument = Pick<Application, 'name' | 'tokenEndpointAuthMethod' | 'jwks' | 'jwksUri'> & {
  /** As written; at least one. */
  redirectUris: readonly string[];
};

export type DroppedUri = { uri: string; fault: RedirectUriFault };

/**
 * `not-json`: no JSON object · `other-client-id`: it says to be another's · `secret`: it holds a secret or a private
 * key · `auth-method`: it authenticates in a way that is not taken · `keys`: it signs, but with no key that could be
 * checked · `no-redirect-uri`: none of its redirect URIs is taken.
 */
export type DocumentFault =
  | { kind: 'not-json' | 'other-client-id' | 'secret' | 'auth-method' | 'keys' }
  | { kind: 'no-redirect-uri'; dropped: readonly DroppedUri[] };

export type ReadDocument = { kind: 'read'; document: ClientDocument } | { kind: 'fault'; fault: DocumentFault };

type Members = Readonly<Record<string, unknown>>;

/** No site domain is registered for it, and a scheme of its own may be one that has a dot. */
const URI_CONTEXT = { siteDomainHosts: [], hasNativeEntry: true } as const;

/** @param input `url`: where it was fetched; `text`: what stood there */
export function readClientDocument(input: { url: string; text: string; serviceName: string }): ReadDocument {
  const members = objectIn(input.text);
  if (!members) return fault({ kind: 'not-json' });
  if (members.client_id !== input.url) return fault({ kind: 'other-client-id' });
  if (SECRETS.some((name) => Object.hasOwn(members, name))) return fault({ kind: 'secret' });
  const keys = readKeys(members);
  if (typeof keys === 'string') return fault({ kind: keys });
  const uris = readRedirectUris(members.redirect_uris);
  if (uris.taken.length === 0) return fault({ kind: 'no-redirect-uri', dropped: uris.dropped });
  const name = readName(members.client_name, input.serviceName) ?? hostOfDocument(input.url);
  return { kind: 'read', document: { name, redirectUris: uris.taken, ...keys } };
}

const fault = (of: DocumentFault): ReadDocument => ({ kind: 'fault', fault: of });

/** A document that anybody can read holds no secret (draft 4.1). */
const SECRETS = ['client_secret', 'client_secret_expires_at'];

function objectIn(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined;
  } catch {
    return undefined;
  }
}

type Keys = Pick<ClientDocument, 'tokenEndpointAuthMethod' | 'jwks' | 'jwksUri'>;

const PUBLIC: Keys = { tokenEndpointAuthMethod: undefined, jwks: undefined, jwksUri: undefined };

/** A client that says it signs is never let in without, whatever else it says it could do. */
function readKeys(members: Members): Keys | 'secret' | 'auth-method' | 'keys' {
  const { token_endpoint_auth_method: method = 'none', jwks, jwks_uri: jwksUri } = members;
  const readings = keysIn(jwks).map(readClientKey);
  if (readings.some((one) => one.kind === 'fault' && one.fault === 'private')) return 'secret';
  if (method === 'none') return PUBLIC;
  if (method !== 'private_key_jwt') return 'auth-method';
  const usable = readings.flatMap((one): ClientKey[] => (one.kind === 'key' ? [one.key] : []));
  const signs = { tokenEndpointAuthMethod: method } as const;
  if (jwks === undefined && typeof jwksUri === 'string' && isHttpsUri(jwksUri)) {
    return { ...signs, jwks: undefined, jwksUri };
  }
  const isInside = jwksUri === undefined && usable.length > 0 && usable.length <= MAX_CLIENT_KEYS;
  return isInside ? { ...signs, jwks: { keys: usable }, jwksUri: undefined } : 'keys';
}

function keysIn(jwks: unknown): readonly unknown[] {
  const keys = typeof jwks === 'object' && jwks !== null ? (jwks as { keys?: unknown }).keys : undefined;
  return Array.isArray(keys) ? keys : [];
}

function readRedirectUris(sent: unknown): { taken: readonly string[]; dropped: readonly DroppedUri[] } {
  const uris = Array.isArray(sent) ? sent.filter((uri): uri is string => typeof uri === 'string') : [];
  const taken: string[] = [];
  const dropped: DroppedUri[] = [];
  for (const uri of new Set(uris)) {
    const found = findRedirectUriFault(uri, URI_CONTEXT);
    if (found) dropped.push({ uri, fault: found });
    else taken.push(uri);
  }
  return { taken, dropped };
}

/** Undefined: a name that an owner could not register either (contract 3; case K11). */
function readName(sent: unknown, serviceName: string): string | undefined {
  if (typeof sent !== 'string') return undefined;
  const faults: Fault[] = [];
  const name = checkName(sent, [], faults);
  checkLookAlike(name, serviceName, [], faults);
  return faults.length === 0 ? name : undefined;
}
