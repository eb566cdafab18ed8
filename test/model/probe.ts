// After each step: are a few tokens, old and new, worth what the model says? Access tokens at user-info, refresh tokens
// at introspection where their application has a secret to ask with. Nothing of it changes anything.
import { expect } from 'vitest';
import { isAccessLive, isRefreshLive, openedItems } from './grants.ts';
import type { Real } from './real.ts';
import { describeScope } from './scope.ts';
import { type AccessToken, at, connectionKey, type Model, type RefreshToken } from './state.ts';

export async function probe(model: Model, real: Real): Promise<void> {
  for (const token of some(model.accessTokens, model)) {
    const { seen, foreseen } = await checkUserInfo(model, real, token);
    expect(seen, `probe: user-info with access token ${token.id}`).toEqual(foreseen);
  }
  for (const token of some(model.refreshTokens, model).slice(0, 1)) {
    const asked = await checkRefreshToken(model, real, token);
    if (asked) expect(asked.seen, `probe: introspection of refresh token ${token.id}`).toEqual(asked.foreseen);
  }
}

/** The newest and one that the time picks: the same at every replay. */
function some<Token>(tokens: readonly Token[], { startedAt, now }: Model): Token[] {
  const [newest, other] = [tokens.at(-1), tokens[Math.floor((now - startedAt) / 7) % Math.max(1, tokens.length)]];
  return [...new Set([newest, other])].filter((token) => token !== undefined);
}

export async function checkUserInfo(model: Model, real: Real, token: AccessToken) {
  const { status, body } = await real.userInfo(at(real.accessTokens, token.id));
  const seen =
    status === 200 ? { status, claims: claimsIn(body), sub: isSubOf(model, real, token.grant, body.sub) } : { status };
  const foreseen = isAccessLive(model, token)
    ? { status: 200, claims: openedItems(model, token).sort(), sub: true }
    : { status: 401 };
  return { seen, foreseen };
}

/** Items by the claims that show them. */
export const claimsIn = (claims: Record<string, unknown>): string[] =>
  ['email', 'gender', 'nickname'].filter((item) => claims[item] !== undefined);

/** The same for a user and an application ever after, and nobody else's: learned where it is first seen. */
export function isSubOf(model: Model, real: Real, grant: number, sub: unknown): boolean {
  const key = connectionKey(at(model.grants, grant).application, at(model.grants, grant).account);
  if (!real.subs.has(key) && ![...real.subs.values()].includes(String(sub))) real.subs.set(key, String(sub));
  return real.subs.get(key) === sub;
}

/** The application's newest live secret and its Web key. */
export function ownProof(model: Model, application: number) {
  const { secretRequired, secrets } = at(model.applications, application);
  const key = model.keys.find((one) => one.application === application && one.platform === 'Web' && !one.gone);
  const secret = secrets.findLast((one) => !one.gone)?.id;
  return key && secretRequired && secret !== undefined ? { key: key.id, secret } : undefined;
}

async function checkRefreshToken(model: Model, real: Real, token: RefreshToken) {
  const { application } = at(model.grants, token.grant);
  const proof = ownProof(model, application);
  if (!proof || at(model.applications, application).removed) return undefined;
  const { status, body } = await real.endpoint(
    'introspection',
    { token: at(real.refreshTokens, token.id) },
    proof,
    true,
  );
  return { seen: { status, body }, foreseen: { status: 200, body: describeRefreshToken(model, real, token) } };
}

/** RFC 7662, contract 7: exactly `{"active":false}`, or all that is true of it. */
export function describeRefreshToken(model: Model, real: Real, token: RefreshToken) {
  if (!isRefreshLive(model, token)) return { active: false };
  return told(model, real, token, {
    type: 'refresh_token',
    scope: undefined,
    items: at(model.grants, token.grant).items,
  });
}

export function describeAccessToken(model: Model, real: Real, token: AccessToken) {
  if (!isAccessLive(model, token)) return { active: false };
  return told(model, real, token, { type: 'Bearer', scope: token.narrowedTo, items: token.items });
}

function told(
  model: Model,
  real: Real,
  token: { grant: number; issuedAt: number; expiresAt: number },
  { type, scope, items }: { type: string; scope: readonly string[] | undefined; items: AccessToken['items'] },
) {
  const grant = at(model.grants, token.grant);
  const apiKey = at(real.apiKeys, grant.key);
  const opened = openedItems(model, { grant: grant.id, items });
  const described = describeScope(scope ?? grant.scope, opened)?.join(' ');
  const { person, verified } = at(model.accounts, grant.account);
  return {
    active: true,
    iss: real.server.authUrl,
    // Not seen before: whatever it is, it is one.
    sub: real.subs.get(connectionKey(grant.application, grant.account)) ?? expect.stringMatching(/^[a-z0-9]{32}$/),
    aud: apiKey,
    client_id: apiKey,
    ...(described !== undefined && { scope: described }),
    ...(opened.includes('email') && verified && { username: real.email(person) }),
    token_type: type,
    iat: Math.floor(token.issuedAt / 1000),
    exp: Math.floor(token.expiresAt / 1000),
  };
}
