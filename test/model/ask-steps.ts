// What applications ask about tokens, and how they end them: user-info, introspection, revocation (contract 6, 7).
import fc from 'fast-check';
import { choice } from './arbitraries.ts';
import { isAccessLive, isProven, isRefreshLive } from './grants.ts';
import { checkUserInfo, describeAccessToken, describeRefreshToken } from './probe.ts';
import { PROOFS, type ProofKind, proofOf } from './proofs.ts';
import type { Real } from './real.ts';
import { at, type Model, pick } from './state.ts';
import { commands } from './step.ts';

const kind = fc.constantFrom('access', 'refresh');
type Kind = 'access' | 'refresh';

export const readUserInfo = commands<{ choice: number }>(fc.record({ choice }), {
  name: 'user-info',
  possible: (model, given) => model.accessTokens.length > 0 && given.choice >= 0,
  take: (model, real, given) =>
    checkUserInfo(model, real, pick(model.accessTokens, given.choice) ?? at(model.accessTokens, 0)),
});

/** Case N3, G3: what is secret in another way opens nothing at user-info. */
export const misuseAsAccessToken = commands(
  fc.record({ choice, what: fc.constantFrom('refresh', 'code', 'id', 'api') }),
  {
    name: 'user-info with another kind of token',
    possible: () => true,
    async take(_model, real, given) {
      const { refreshTokens, codes, idTokens, server } = real;
      const lists = { refresh: refreshTokens, code: codes, id: idTokens, api: server.owners };
      const token = pick<string>(lists[given.what as keyof typeof lists], given.choice) ?? 'nothing-of-ours';
      const { status } = await real.userInfo(token);
      return { foreseen: 401, seen: status };
    },
  },
);

type About = { choice: number; kind: Kind; proof: ProofKind; inHeader: boolean };
const about = fc.record({
  choice,
  kind: kind as fc.Arbitrary<Kind>,
  proof: fc.oneof(
    { weight: 6, arbitrary: fc.constant<ProofKind>('right') },
    { weight: 5, arbitrary: fc.constantFrom(...PROOFS, 'another application', 'another application') },
  ),
  inHeader: fc.boolean(),
});

/** The token meant, and who asks: as the application of its grant, or not. */
function meant(model: Model, given: About) {
  const tokens: readonly { id: number; grant: number }[] =
    given.kind === 'access' ? model.accessTokens : model.refreshTokens;
  const isLive = ({ id }: { id: number }) =>
    given.kind === 'access'
      ? isAccessLive(model, at(model.accessTokens, id))
      : isRefreshLive(model, at(model.refreshTokens, id));
  const token = pick(tokens, given.choice, isLive);
  const grant = token && at(model.grants, token.grant);
  const proof = grant && proofOf(model, grant, given.proof);
  if (!token || !grant || !proof) return undefined;
  const own = at(model.keys, proof.key).application === grant.application;
  return { token, grant, proof, own };
}
const isMeant = (model: Readonly<Model>, given: About): boolean => meant(model, given) !== undefined;
type Meant = NonNullable<ReturnType<typeof meant>>;

const sentToken = (real: Real, given: About, { token }: Meant): string =>
  at(given.kind === 'access' ? real.accessTokens : real.refreshTokens, token.id);

/** @param endpoint where the token is presented by an application that proves itself as `given` says */
const present = (real: Real, endpoint: 'introspection' | 'revocation', given: About, asked: Meant) =>
  real.endpoint(endpoint, { token: sentToken(real, given, asked) }, asked.proof, given.inHeader);

const refused = (given: About, { proof }: Meant) => ({
  status: given.inHeader && proof.secret !== 'none' ? 401 : 400,
  error: 'invalid_client',
});

export const introspect = commands<About>(about, {
  name: 'introspect',
  possible: isMeant,
  async take(model, real, given) {
    const asked = meant(model, given) as Meant;
    const { status, body } = await present(real, 'introspection', given, asked);
    if (!isProven(model, asked.proof, true)) {
      return { foreseen: refused(given, asked), seen: { status, error: body.error } };
    }
    return {
      foreseen: { status: 200, body: asked.own ? describe(model, real, given, asked) : { active: false } },
      seen: { status, body },
    };
  },
});

function describe(model: Model, real: Real, given: About, { token }: Meant) {
  return given.kind === 'access'
    ? describeAccessToken(model, real, at(model.accessTokens, token.id))
    : describeRefreshToken(model, real, at(model.refreshTokens, token.id));
}

/** Any key of the application may; a refresh token takes its family along, an access token ends alone. */
export const revoke = commands<About>(about, {
  name: 'revoke',
  possible: isMeant,
  async take(model, real, given) {
    const asked = meant(model, given) as Meant;
    const { status, body } = await present(real, 'revocation', given, asked);
    if (!isProven(model, asked.proof)) return { foreseen: refused(given, asked), seen: { status, error: body.error } };
    if (asked.own && given.kind === 'access') at(model.accessTokens, asked.token.id).revoked = true;
    else if (asked.own) asked.grant.ended = true;
    return { foreseen: { status: 200 }, seen: { status } };
  },
});
