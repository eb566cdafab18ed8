// Issues the authorization code (RFC 6749 4.1.2): 256 random bits, kept as a hash, bound to all it was issued for.
import type { ConsentItemName } from '../consent/catalogue.ts';
import type { Connection } from '../consent/connection.ts';
import type { Ports } from '../ports.ts';
import { hashSecret, newId, randomSecret } from '../secrets.ts';
import type { Session } from '../sessions/session.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

/** @returns the code; it leaves only after its row is on disk. */
export async function issueCode(
  deps: Pick<Ports, 'codes' | 'clock' | 'rules'>,
  input: {
    request: AuthorizationRequest;
    session: Session;
    connection: Connection;
    items: readonly ConsentItemName[];
  },
): Promise<string> {
  const { request, session, connection } = input;
  const code = randomSecret();
  const now = deps.clock.now();
  await deps.codes.issue({
    id: newId(),
    codeHash: hashSecret(code),
    apiKey: request.platform.apiKey,
    applicationId: request.application.id,
    accountId: session.accountId,
    connectionGeneration: connection.generation,
    sessionId: session.id,
    redirectUri: request.redirectUri,
    codeChallenge: request.codeChallenge,
    nonce: request.nonce,
    requestedScope: request.scope,
    items: input.items,
    authenticatedAt: session.authenticatedAt,
    createdAt: now,
    codeExpiresAt: now + deps.rules.codeTtlSeconds * 1000,
    codeUsedAt: undefined,
    endedAt: undefined,
    refreshGeneration: 0,
    refreshExpiresAt: undefined,
    familyExpiresAt: undefined,
    recentRotations: [],
    lastAnswer: undefined,
  });
  return code;
}
