// Tells an application the current state of a token that it was issued (RFC 7662, contract 7). A token that is not live
// and a token of another application get the same answer: inactive.

import type { Application } from '../../applications/applications/application.ts';
import { agreedItems, describeGrantedScope } from '../../applications/connections/named-items.ts';
import type { Account } from '../../ground/accounts/account.ts';
import type { ConsentItemName } from '../../ground/consent-items.ts';
import { notAdmitted } from '../authorize/admission.ts';
import type { Ports } from '../ports.ts';
import { decideRotation } from './decide-rotation.ts';
import type { Grant, GrantInContext } from './grant.ts';
import { endsWithSession } from './id-token.ts';
import { liveAccessToken } from './live-access-token.ts';
import type { PresentedAccessToken, PresentedRefreshToken, PresentedToken } from './presented.ts';
import { isRefreshTokenOf } from './token-format.ts';

type Deps = Pick<Ports, 'tokens' | 'connections' | 'accounts' | 'groups' | 'clock' | 'secrets' | 'rules'>;

/** Times in ms. */
export type LiveToken = {
  kind: 'access-token' | 'refresh-token';
  sub: string;
  apiKey: string;
  /** The values that still apply; undefined when there are none. */
  scope: readonly string[] | undefined;
  /** The user's email address, if it is agreed to, granted and verified. No setting releases an unverified one here. */
  username: string | undefined;
  /** The user's username, if it is agreed to and granted. */
  preferredUsername: string | undefined;
  /** Names of the user's groups that the application receives, in order, if the item is agreed to and granted. */
  groups: readonly string[] | undefined;
  issuedAt: number;
  expiresAt: number;
  /** Thumbprint of the key that it is bound to. */
  jkt: string | undefined;
};

/**
 * @param input `application` is authenticated by its client secret.
 * @returns undefined when the token is not live or not the application's. @throws Unavailable
 */
export async function introspectToken(
  deps: Deps,
  { application, token: { access, refresh } }: { application: Application; token: PresentedToken },
): Promise<LiveToken | undefined> {
  return (await readAsAccessToken(deps, application, access)) ?? (await readAsRefreshToken(deps, application, refresh));
}

async function readAsAccessToken(
  deps: Deps,
  application: Application,
  token: PresentedAccessToken,
): Promise<LiveToken | undefined> {
  const found = await liveAccessToken(deps, token);
  if (found?.applicationId !== application.id) return undefined;
  const stillAgreed = agreedItems(found.items, found.application.consentItems, found.answers);
  return {
    kind: 'access-token',
    sub: found.sub,
    apiKey: found.apiKey,
    scope: describeGrantedScope(found.scope ?? found.requestedScope, stillAgreed),
    ...namesOf(found, stillAgreed),
    groups: stillAgreed.includes('groups') ? found.groups : undefined,
    issuedAt: found.createdAt,
    expiresAt: found.expiresAt,
    jkt: found.dpopJkt,
  };
}

async function readAsRefreshToken(
  deps: Deps,
  application: Application,
  token: PresentedRefreshToken,
): Promise<LiveToken | undefined> {
  const { names: presented } = token;
  const found = await token.found;
  if (!presented || !found || !isRefreshTokenOf(deps.secrets, found.grant, presented)) return undefined;
  if (!isLiveFor(application, found)) return undefined;
  const { grant } = found;
  const now = deps.clock.now();
  const repeatSeconds = deps.rules.refreshRepeatSeconds;
  // Only the newest token can be refreshed. A used one can at most get its own answer again.
  if (decideRotation(grant, presented.generation, { now, repeatSeconds }).kind !== 'rotate') return undefined;
  const [connection, account] = await Promise.all([
    deps.connections.find(grant.applicationId, grant.accountId),
    deps.accounts.find(grant.accountId),
  ]);
  if (!connection || !account) return undefined;
  const stillAgreed = agreedItems(grant.items, application.consentItems, connection.answers);
  const groups = stillAgreed.includes('groups')
    ? (await deps.groups.listReceived(application.id, account.id)).map(({ name }) => name)
    : undefined;
  return { sub: connection.sub, groups, ...describeRefreshToken(grant, stillAgreed, account) };
}

/** The conditions of the token endpoint, which also requires the API key to exist and login activation to be ON. */
function isLiveFor(application: Application, { grant, ...context }: GrantInContext): boolean {
  return (
    grant.applicationId === application.id &&
    application.loginActivation &&
    application.platforms.some(({ apiKey }) => apiKey === grant.apiKey) &&
    grant.endedAt === undefined &&
    context.accountActive &&
    context.connectionLive &&
    notAdmitted(application, context) === undefined &&
    !(context.sessionEnded && endsWithSession(grant))
  );
}

/**
 * The names by which servers such as mail servers know the user (RFC 7662 2.2). An unverified email address identifies
 * nobody.
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
  stillAgreed: readonly ConsentItemName[],
  account: Account,
): Omit<LiveToken, 'sub' | 'groups'> {
  return {
    kind: 'refresh-token',
    apiKey: grant.apiKey,
    scope: describeGrantedScope(grant.requestedScope, stillAgreed),
    ...namesOf(account, stillAgreed),
    // The newest token was issued when the one before it, or the code, was used.
    issuedAt: grant.recentRotations.at(-1)?.[1] ?? grant.codeUsedAt ?? grant.createdAt,
    expiresAt: Math.min(grant.refreshExpiresAt ?? 0, grant.familyExpiresAt ?? 0),
    jkt: grant.dpopJkt,
  };
}
