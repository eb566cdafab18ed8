// Issues the authorization code (RFC 6749 4.1.2): 256 random bits, stored as a hash and bound to the request, the user
// and the session.
import { OPENID } from '../../../protocol/scope.ts';
import { isFapi } from '../../applications/client-jwts/security-profile.ts';
import type { Connection } from '../../applications/connections/connection.ts';
import type { Account } from '../../ground/accounts/account.ts';
import type { ConsentItemName } from '../../ground/consent-items.ts';
import { fireAndForget } from '../../ground/fire-and-forget.ts';
import { hashSecret, newFamilySeed, newId, randomSecret, type ServerSecrets } from '../../ground/secrets.ts';
import type { Session } from '../../sign-in/sessions/session.ts';
import type { Ports } from '../ports.ts';
import type { Grant, OpenIdGrant } from '../tokens/grant.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

/** FAPI 2.0 Security Profile 5.3.2.1. */
const FAPI_CODE_SECONDS = 60;

export type IssuedCode =
  /** The row is on disk before the code is sent. */
  | { kind: 'issued'; code: string }
  /** A code was issued under this stamp before, so the request counts as a new one. */
  | { kind: 'stamp-spent' };

/** Who agreed to what. */
export type Agreed = {
  request: AuthorizationRequest;
  session: Session;
  account: Account;
  connection: Connection;
  items: readonly ConsentItemName[];
  /** Of APIs. */
  scopes: readonly string[];
};

type NewCode = { codeHash: Buffer; codeExpiresAt: number; stampHash: Buffer | undefined; now: number };

/** @param input `stampHash` is undefined when the request came without a stamp. */
export async function issueCode(
  deps: Pick<Ports, 'codes' | 'connections' | 'clock' | 'rules' | 'secrets' | 'publish'>,
  input: Agreed & Pick<NewCode, 'stampHash'>,
): Promise<IssuedCode> {
  const { request, session, connection } = input;
  const code = randomSecret();
  const now = deps.clock.now();
  const { codeTtlSeconds } = deps.rules;
  const codeSeconds = isFapi(request.application) ? Math.min(codeTtlSeconds, FAPI_CODE_SECONDS) : codeTtlSeconds;
  const codeExpiresAt = now + codeSeconds * 1000;
  const kind = await deps.codes.issue(newGrant(deps, { codeHash: hashSecret(code), codeExpiresAt, now, ...input }));
  if (kind !== 'issued') return { kind };
  noteUse(deps, connection, now);
  deps.publish({
    kind: 'code-issued',
    applicationId: request.application.id,
    accountId: session.accountId,
    redirectUri: request.redirectUri,
  });
  return { kind, code };
}

/** The row of a code that is not redeemed yet. */
export function newGrant(deps: Pick<Ports, 'clock' | 'secrets'>, input: Agreed & NewCode): Grant {
  const { request, session, connection, now } = input;
  return {
    id: newId(deps.clock),
    codeHash: input.codeHash,
    apiKey: request.platform.apiKey,
    applicationId: request.application.id,
    accountId: session.accountId,
    connectionGeneration: connection.generation,
    sessionId: session.id,
    signInEpoch: session.signInEpoch,
    grantEpoch: input.account.grantEpoch,
    stampHash: input.stampHash,
    familySeed: newFamilySeed(),
    familySeedFrom: 0,
    redirectUri: request.redirectUri,
    codeChallenge: request.codeChallenge,
    dpopJkt: request.dpopJkt,
    nonce: request.nonce,
    requestedScope: request.scope,
    items: input.items,
    apiAccess: request.audiences && { audiences: request.audiences, scopes: input.scopes, amr: session.amr },
    openid: openIdGrant(deps.secrets, request, session),
    authenticatedAt: session.authenticatedAt,
    createdAt: now,
    codeExpiresAt: input.codeExpiresAt,
    codeUsedAt: undefined,
    endedAt: undefined,
    keepsRefreshToken: isFapi(request.application),
    refreshGeneration: 0,
    refreshExpiresAt: undefined,
    familyExpiresAt: undefined,
    recentRotations: [],
    lastAnswer: undefined,
  };
}

/** How often a sign-in updates the time of last use: an application may read no user information. */
const NOTE_EVERY_MS = 24 * 60 * 60 * 1000;

export function noteUse({ connections }: Pick<Ports, 'connections'>, connection: Connection, now: number): void {
  const { applicationId, accountId, createdAt, lastUsedAt = createdAt } = connection;
  if (now - lastUsedAt > NOTE_EVERY_MS) fireAndForget(connections.touch(applicationId, accountId, now));
}

const SID_BYTES = 16;

/**
 * `sid` is derived with the server's secret: every API key and code of an application gets the same one within a
 * session, and nobody can guess it.
 */
function openIdGrant(secrets: ServerSecrets, request: AuthorizationRequest, session: Session): OpenIdGrant | undefined {
  if (!request.scope?.includes(OPENID)) return undefined;
  const sid = secrets.mac('sid', session.id, request.application.id).subarray(0, SID_BYTES).toString('base64url');
  return { sid, amr: session.amr, claims: request.claims.idToken };
}
