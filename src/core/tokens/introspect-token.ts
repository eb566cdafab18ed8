// What a token is worth right now, told to the application it was issued to (RFC 7662, contract 7). Whatever is not
// live or not the application's is one and the same answer: inactive.
import type { Account } from '../accounts/account.ts';
import type { Application } from '../applications/application.ts';
import type { ConsentItemName } from '../consent/catalogue.ts';
import type { ConsentAnswers } from '../consent/connection.ts';
import { agreedItems, describeGrantedScope } from '../consent/named-items.ts';
import type { Ports } from '../ports.ts';
import { decideRotation } from './decide-rotation.ts';
import type { Grant, GrantInContext } from './grant.ts';
import { endsWithSession } from './id-token.ts';
import { findLiveAccessToken } from './live-access-token.ts';
import { isRefreshTokenOf, readRefreshToken } from './token-format.ts';

type Deps = Pick<Ports, 'tokens' | 'connections' | 'accounts' | 'clock' | 'secrets' | 'rules'>;

/** Times in ms. */
export type LiveToken = {
  kind: 'access-token' | 'refresh-token';
  sub: string;
  apiKey: string;
  /** What is still true of it; undefined: nothing to name. */
  scope: readonly string[] | undefined;
  /** The person's address, where it is agreed, granted and verified, whatever else is released. */
  username: string | undefined;
  /** The person's username, where it is agreed and granted. */
  preferredUsername: string | undefined;
  issuedAt: number;
  expiresAt: number;
};

/**
 * @param input `application` has proven itself already, by secret
 * @returns undefined when the token is not live, or not the application's. @throws Unavailable
 */
export async function introspectToken(
  deps: Deps,
  { application, token }: { application: Application; token: string },
): Promise<LiveToken | undefined> {
  return (await readAsAccessToken(deps, application, token)) ?? (await readAsRefreshToken(deps, application, token));
}

async function readAsAccessToken(deps: Deps, application: Application, token: string): Promise<LiveToken | undefined> {
  const found = await findLiveAccessToken(deps, token);
  if (found?.applicationId !== application.id) return undefined;
  const stillAgreed = agreedItems(found.items, found.application.consentItems, found.answers);
  return {
    kind: 'access-token',
    sub: found.sub,
    apiKey: found.apiKey,
    scope: describeGrantedScope(found.scope ?? found.requestedScope, stillAgreed),
    ...namesOf(found, stillAgreed),
    issuedAt: found.createdAt,
    expiresAt: found.expiresAt,
  };
}

async function readAsRefreshToken(deps: Deps, application: Application, token: string): Promise<LiveToken | undefined> {
  const presented = readRefreshToken(token);
  const found = presented && (await deps.tokens.findGrant(presented.grantId));
  if (!found || !isRefreshTokenOf(deps.secrets, found.grant, presented)) return undefined;
  if (!isLiveFor(application, found)) return undefined;
  const { grant } = found;
  const now = deps.clock.now();
  const repeatSeconds = deps.rules.refreshRepeatSeconds;
  // Only the newest is good for anything new: a used one can at most have its own answer repeated.
  if (decideRotation(grant, presented.generation, { now, repeatSeconds }).kind !== 'rotate') return undefined;
  const connection = await deps.connections.find(grant.applicationId, grant.accountId);
  const account = await deps.accounts.find(grant.accountId);
  if (!connection || !account) return undefined;
  return { sub: connection.sub, ...describeRefreshToken(grant, application, connection.answers, account) };
}

/** As at the token endpoint, where the key has proven that it exists and that its switch is ON. */
function isLiveFor(application: Application, { grant, ...context }: GrantInContext): boolean {
  return (
    grant.applicationId === application.id &&
    application.loginActivation &&
    application.platforms.some(({ apiKey }) => apiKey === grant.apiKey) &&
    grant.endedAt === undefined &&
    context.accountActive &&
    context.connectionLive &&
    !(context.sessionEnded && endsWithSession(grant))
  );
}

/**
 * How mail servers and the like know the person (RFC 7662 2.2). An address that nobody has proven is nobody's identity.
 */
const namesOf = (
  person: Pick<Account, 'email' | 'emailVerified' | 'username'>,
  items: readonly ConsentItemName[],
): Pick<LiveToken, 'username' | 'preferredUsername'> => ({
  username: items.includes('email') && person.emailVerified ? person.email : undefined,
  preferredUsername: items.includes('username') ? person.username : undefined,
});

function describeRefreshToken(
  grant: Grant,
  application: Application,
  answers: ConsentAnswers,
  account: Account,
): Omit<LiveToken, 'sub'> {
  const stillAgreed: readonly ConsentItemName[] = agreedItems(grant.items, application.consentItems, answers);
  return {
    kind: 'refresh-token',
    apiKey: grant.apiKey,
    scope: describeGrantedScope(grant.requestedScope, stillAgreed),
    ...namesOf(account, stillAgreed),
    // The newest token was made when the one before it was used, or by the code.
    issuedAt: grant.recentRotations.at(-1)?.[1] ?? grant.codeUsedAt ?? grant.createdAt,
    expiresAt: Math.min(grant.refreshExpiresAt ?? 0, grant.familyExpiresAt ?? 0),
  };
}
