// What codes and tokens are worth, by contract 5, 6 and 7: who may spend which, what comes of it, and what ends with
// what.
import { describeScope, type Item, isOpenId, narrow } from './scope.ts';
import {
  type AccessToken,
  type Application,
  answerTo,
  at,
  connectionOf,
  type Grant,
  type Key,
  LIFETIME,
  type Model,
  type RefreshToken,
} from './state.ts';

/** What an application sends to prove itself: the number of a secret, or one that nobody made. */
export type Proof = { key: number; secret: number | 'none' | 'made-up' };

export type TokenError =
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'unauthorized_client';

/** Contract 5 "Client authentication". */
export function isProven(model: Model, { key: keyId, secret }: Proof, needsSecret = false): boolean {
  const key = at(model.keys, keyId);
  const application = at(model.applications, key.application);
  if (key.gone || application.removed) return false;
  const required = key.platform === 'Web' && application.secretRequired;
  if (secret === 'none') return !required && !needsSecret;
  return required && application.secrets.some((one) => one.id === secret && !one.gone);
}

/** OpenID Connect Core 11: without `offline_access` of use while the person is signed in. */
const endedWithSession = (model: Model, grant: Grant): boolean =>
  isOpenId(grant.scope) && !grant.scope?.includes('offline_access') && at(model.sessions, grant.session).ended;

/** User and connection still stand behind it. */
export function stands(model: Model, grant: Grant): boolean {
  const account = at(model.accounts, grant.account);
  const connection = connectionOf(model, grant);
  const connected = connection?.live === true && connection.generation === grant.generation;
  return connected && !account.disabled && !account.removed && account.grantEpoch === grant.grantEpoch;
}

/** Key and application are there, and its login is ON. */
function isServed(model: Model, grant: Grant): boolean {
  const application = at(model.applications, grant.application);
  return application.on && !application.removed && !at(model.keys, grant.key).gone;
}

export function isAccessLive(model: Model, token: AccessToken): boolean {
  const grant = at(model.grants, token.grant);
  const lives = !token.revoked && model.now < token.expiresAt && !grant.ended;
  return lives && stands(model, grant) && isServed(model, grant);
}

/** Good for something new: a used one can at most have its answer repeated. */
export function isRefreshLive(model: Model, token: RefreshToken): boolean {
  const grant = at(model.grants, token.grant);
  const lives = token.usedAt === undefined && model.now < token.expiresAt && !grant.ended;
  return lives && stands(model, grant) && isServed(model, grant) && !endedWithSession(model, grant);
}

/** Items that are still agreed in the connection and still registered. */
export function openedItems(model: Model, token: { grant: number; items: readonly Item[] }): Item[] {
  const grant = at(model.grants, token.grant);
  const { items } = at(model.applications, grant.application);
  const connection = connectionOf(model, grant);
  return token.items.filter((item) =>
    items.some((entry) => entry.item === item && answerTo(connection, entry)?.agreed),
  );
}

export type Exchange = {
  proof: Proof;
  code: number;
  redirectUri: number;
  verifier: 'right' | 'wrong' | 'malformed' | 'none';
};

type Answered = { refresh: RefreshToken; access: AccessToken; first: boolean };
export type TokenOutcome = { error: TokenError } | Answered;

/** Contract 5, "Prove possession first, spend second". */
export function redeem(model: Model, exchange: Exchange): TokenOutcome {
  const grant = at(model.grants, exchange.code);
  const client = clientOf(model, exchange.proof);
  if (!client) return { error: 'invalid_client' };
  if (!client.application.on) return { error: 'unauthorized_client' };
  if (exchange.verifier === 'malformed') return { error: 'invalid_request' };
  const verified = exchange.verifier === (grant.challenged ? 'right' : 'none');
  if (client.key.id !== grant.key || exchange.redirectUri !== grant.redirectUri || !verified) {
    return { error: 'invalid_grant' };
  }
  if (grant.used) grant.ended = true;
  const expired = grant.ended || model.now >= grant.codeExpiresAt;
  // Contract 2: a code whose session was ended, whatever its scope.
  const { ended } = at(model.sessions, grant.session);
  const earned = !ended && at(model.accounts, grant.account).signInEpoch === grant.signInEpoch;
  if (expired || !stands(model, grant) || !earned) return { error: 'invalid_grant' };
  grant.used = true;
  grant.familyExpiresAt = model.now + LIFETIME.family;
  const scope = describeScope(grant.scope, grant.items);
  return { ...issue(model, grant, { items: grant.items, scope, narrowedTo: undefined }), first: true };
}

export type Refresh = { proof: Proof; token: number; scope: readonly string[] | undefined };

/** Contract 5, "Refresh tokens rotate". */
export function refresh(model: Model, { proof, token: id, scope: asked }: Refresh): TokenOutcome {
  const token = at(model.refreshTokens, id);
  const grant = at(model.grants, token.grant);
  const client = clientOf(model, proof);
  if (!client) return { error: 'invalid_client' };
  if (!client.application.on) return { error: 'unauthorized_client' };
  if (client.key.id !== grant.key || grant.ended) return { error: 'invalid_grant' };
  if (!stands(model, grant) || endedWithSession(model, grant)) return { error: 'invalid_grant' };
  const registered = client.application.items;
  const sent = asked && narrow({ asked, requested: grant.scope, granted: grant.items, registered });
  if (asked && !sent) return { error: 'invalid_scope' };
  const narrowed = sent === 'whole' ? undefined : sent;
  if (token.usedAt !== undefined) return repeat(model, grant, token);
  if (model.now >= token.expiresAt) return { error: 'invalid_grant' };
  token.usedAt = model.now;
  const { items } = narrowed ?? grant;
  const scope = narrowed ? narrowed.scope : describeScope(grant.scope, items);
  const answered = issue(model, grant, { items, scope, narrowedTo: narrowed?.scope });
  token.successor = answered.refresh.id;
  return { ...answered, first: false };
}

/** A used token: the same answer within the window, nothing where that cannot be told again, theft after it. */
function repeat(model: Model, grant: Grant, token: RefreshToken): TokenOutcome {
  const inWindow = model.now - (token.usedAt ?? 0) <= LIFETIME.repeat;
  if (!inWindow) grant.ended = true;
  const successor = at(model.refreshTokens, token.successor ?? -1);
  const access = at(model.accessTokens, successor.access);
  if (!inWindow || successor.usedAt !== undefined || access.revoked) return { error: 'invalid_grant' };
  return { refresh: successor, access, first: false };
}

/**
 * Uses of one family within a second may share a note of their time: there the last second of the window is left open.
 * What an `invalid_scope` means for a token that was used before is left open too.
 */
export function isRefreshSure(model: Model, { token: id, scope }: Refresh): boolean {
  const { usedAt } = at(model.refreshTokens, id);
  if (usedAt === undefined) return true;
  const since = model.now - usedAt;
  return scope === undefined && (since <= LIFETIME.repeat - 1000 || since > LIFETIME.repeat);
}

function clientOf(model: Model, proof: Proof): { key: Key; application: Application } | undefined {
  if (!isProven(model, proof)) return undefined;
  const key = at(model.keys, proof.key);
  return { key, application: at(model.applications, key.application) };
}

type Issued = {
  items: readonly Item[];
  scope: readonly string[] | undefined;
  narrowedTo: readonly string[] | undefined;
};

function issue(model: Model, grant: Grant, { items, scope, narrowedTo }: Issued): Omit<Answered, 'first'> {
  const { now } = model;
  const access = {
    id: model.accessTokens.length,
    grant: grant.id,
    issuedAt: now,
    expiresAt: now + LIFETIME.accessToken,
    items,
    narrowedTo,
    revoked: false,
  };
  const refreshToken = {
    id: model.refreshTokens.length,
    grant: grant.id,
    issuedAt: now,
    expiresAt: Math.min(now + LIFETIME.refreshToken, grant.familyExpiresAt),
    usedAt: undefined,
    successor: undefined,
    access: access.id,
    scope,
  };
  model.accessTokens.push(access);
  model.refreshTokens.push(refreshToken);
  if (isOpenId(scope)) model.idTokens.push(grant.id);
  return { access, refresh: refreshToken };
}
