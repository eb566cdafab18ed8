// What applications do at the token endpoint: spend codes and refresh tokens, rightly and in every wrong way (contract
// 5).
import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { choice } from './arbitraries.ts';
import {
  type Exchange,
  isRefreshLive,
  isRefreshSure,
  openedItems,
  type Proof,
  redeem,
  refresh,
  type TokenOutcome,
} from './grants.ts';
import { claimsIn, isSubOf } from './probe.ts';
import { PROOFS, type ProofKind, proofOf } from './proofs.ts';
import { type Answer, type Real, redirectUri, UNREGISTERED } from './real.ts';
import { isOpenId, itemsNamedBy } from './scope.ts';
import { at, type Grant, type Model, pick, type RefreshToken } from './state.ts';
import { commands } from './step.ts';
import { verifierOf } from './verifiers.ts';

const inHeader = fc.boolean();
const proof = fc.oneof(
  { weight: 8, arbitrary: fc.constant<ProofKind>('right') },
  { weight: 4, arbitrary: fc.constantFrom(...PROOFS, 'other key', 'another application') },
);

/** How a code is presented, besides the proof; `twice` at the same moment. */
const WAYS = ['wrong verifier', 'no verifier', 'malformed verifier', 'unasked verifier', 'other uri'] as const;
type Way = (typeof WAYS)[number] | 'right' | 'twice';
const way = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Way>('right') },
  { weight: 2, arbitrary: fc.constantFrom<Way>(...WAYS) },
  { weight: 1, arbitrary: fc.constant<Way>('twice') },
);

type Redeeming = { choice: number; proof: ProofKind; inHeader: boolean; way: Way };

export const redeemCode = commands<Redeeming>(fc.record({ choice, proof, inHeader, way }), {
  name: 'redeem code',
  possible: (model, given) => exchangeOf(model, given) !== undefined,
  async take(model, real, given) {
    const exchange = exchangeOf(model, given) as Exchange;
    const form = exchangeForm(real, exchange);
    const send = () => real.endpoint('token', form, exchange.proof, given.inHeader);
    if (given.way !== 'twice')
      return compare(model, real, redeem(model, exchange), await send(), given.inHeader, exchange.proof);
    // Of two at the same moment one succeeds; the other ends what it made.
    const first = redeem(model, exchange);
    const outcomes = [first, redeem(model, exchange)];
    const answers = (await Promise.all([send(), send()])).sort((a, b) => a.status - b.status);
    const both = outcomes.map((outcome, i) =>
      compare(model, real, outcome, answers[i] as Answer, given.inHeader, exchange.proof),
    );
    return { foreseen: both.map((one) => one.foreseen), seen: both.map((one) => one.seen) };
  },
});

function exchangeOf(model: Model, given: Redeeming): Exchange | undefined {
  const isFresh = (one: Grant) => !one.used && !one.ended && model.now < one.codeExpiresAt;
  const grant = pick(model.grants, given.choice, isFresh, (one) => one.used && !one.ended);
  const proven = grant && proofOf(model, grant, given.proof);
  if (!grant || !proven) return undefined;
  const own = grant.challenged ? 'right' : 'none';
  const verifiers: Partial<Record<Way, Exchange['verifier']>> = {
    'wrong verifier': 'wrong',
    'no verifier': 'none',
    'malformed verifier': 'malformed',
    'unasked verifier': grant.challenged ? 'wrong' : 'right',
  };
  const uri = given.way === 'other uri' ? (grant.redirectUri + 1) % (UNREGISTERED + 1) : grant.redirectUri;
  return { proof: proven, code: grant.id, redirectUri: uri, verifier: verifiers[given.way] ?? own };
}

function exchangeForm(real: Real, { code, redirectUri: uri, verifier }: Exchange): Record<string, string> {
  const right = verifierOf(code);
  const verifiers = { right, wrong: right.replace('verifier', 'Verifier'), malformed: 'too-short', none: undefined };
  const code_verifier = verifiers[verifier];
  return {
    grant_type: 'authorization_code',
    code: at(real.codes, code),
    redirect_uri: redirectUri(uri),
    ...(code_verifier !== undefined && { code_verifier }),
  };
}

const SCOPES = ['openid', 'email', 'nickname', 'profile', 'openid email', 'offline_access', 'phone', 'gender x', 'x'];
const scope = fc.oneof(
  { weight: 7, arbitrary: fc.constant(undefined) },
  { weight: 3, arbitrary: fc.constantFrom(...SCOPES) },
);

type Refreshing = { choice: number; proof: ProofKind; inHeader: boolean; scope: string | undefined };

export const refreshToken = commands<Refreshing>(fc.record({ choice, proof, inHeader, scope }), {
  name: 'refresh',
  possible(model, given) {
    const sent = refreshOf(model, given);
    return sent !== undefined && isRefreshSure(model, sent);
  },
  async take(model, real, given) {
    const sent = refreshOf(model, given) as NonNullable<ReturnType<typeof refreshOf>>;
    const outcome = refresh(model, sent);
    const form = {
      grant_type: 'refresh_token',
      refresh_token: at(real.refreshTokens, sent.token),
      ...(given.scope !== undefined && { scope: given.scope }),
    };
    const answer = await real.endpoint('token', form, sent.proof, given.inHeader);
    return compare(model, real, outcome, answer, given.inHeader, sent.proof);
  },
});

function refreshOf(model: Model, given: Refreshing) {
  const isUsed = (one: RefreshToken) => one.usedAt !== undefined && !at(model.grants, one.grant).ended;
  const token = pick(model.refreshTokens, given.choice, (one) => isRefreshLive(model, one), isUsed);
  const proven = token && proofOf(model, at(model.grants, token.grant), given.proof);
  return proven && { proof: proven, token: token.id, scope: given.scope?.split(' ') };
}

/** RFC 6749 5.2: 401 with the scheme where the `Authorization` header was used. */
const refusal = (error: string, inHeader: boolean, { secret }: Proof) => ({
  status: error === 'invalid_client' && inHeader && secret !== 'none' ? 401 : 400,
  error,
});

function compare(model: Model, real: Real, outcome: TokenOutcome, answer: Answer, inHeader: boolean, proven: Proof) {
  const { status, body } = answer;
  if ('error' in outcome)
    return { foreseen: refusal(outcome.error, inHeader, proven), seen: { status, error: body.error } };
  if (status !== 200) return { foreseen: 'tokens', seen: { status, error: body.error } };
  const { access, refresh: token } = outcome;
  const grant = at(model.grants, token.grant);
  const repeated = real.refreshTokens[token.id] !== undefined;
  real.accessTokens[access.id] ??= String(body.access_token);
  real.refreshTokens[token.id] ??= String(body.refresh_token);
  const secondsTo = (moment: number) => Math.floor((moment - model.now) / 1000);
  const foreseen = {
    token_type: 'Bearer',
    access_token: real.accessTokens[access.id],
    expires_in: secondsTo(access.expiresAt),
    refresh_token: real.refreshTokens[token.id],
    refresh_token_expires_in: secondsTo(token.expiresAt),
    scope: token.scope?.join(' '),
    id_token: isOpenId(token.scope) ? idTokenOf(model, real, grant, access, outcome.first) : undefined,
  };
  const { id_token } = body;
  if (typeof id_token === 'string' && !repeated) real.idTokens.push(id_token);
  const seen = {
    ...body,
    id_token: typeof id_token === 'string' ? readIdToken(model, real, grant, id_token) : undefined,
  };
  return { foreseen, seen };
}

/** Claims of the person stand in it where the request's `scope` named them (contract 7). */
function idTokenOf(
  model: Model,
  real: Real,
  grant: Grant,
  access: { items: Grant['items']; issuedAt: number },
  first: boolean,
) {
  const named = (grant.scope ?? []).flatMap((value) => itemsNamedBy(value));
  return {
    iss: real.server.authUrl,
    sub: true,
    aud: at(real.apiKeys, grant.key),
    iat: Math.floor(access.issuedAt / 1000),
    exp: Math.floor(access.issuedAt / 1000) + 3600,
    auth_time: Math.floor(grant.authenticatedAt / 1000),
    nonce: first ? `nonce-${grant.id}` : undefined,
    acr: '1',
    items: openedItems(model, { grant: grant.id, items: access.items })
      .filter((item) => named.includes(item))
      .sort(),
  };
}

function readIdToken(model: Model, real: Real, grant: Grant, jwt: string) {
  const claims = decodeJwt(jwt);
  const { iss, sub, aud, iat, exp, auth_time, nonce, acr } = claims;
  return {
    iss,
    sub: isSubOf(model, real, grant.id, sub),
    aud,
    iat,
    exp,
    auth_time,
    nonce,
    acr,
    items: claimsIn(claims),
  };
}
