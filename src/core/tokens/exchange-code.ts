// Exchanges an authorization code for tokens (contract 5). Of N simultaneous exchanges exactly one succeeds. Any other
// that proves possession of the code ends the token family.
import { invalidGrant, unauthorizedClient } from '../../protocol/errors.ts';
import type { Application, ApplicationByKey } from '../applications/application.ts';
import type { ProvenKey } from '../client-jwts/check-proof.ts';
import { describeGrantedScope } from '../consent/named-items.ts';
import { refuseNotAdmitted } from '../members/admission.ts';
import type { Ports } from '../ports.ts';
import { checkExchange } from './check-exchange.ts';
import type { GrantInContext } from './grant.ts';
import { idTokenMaker } from './id-token.ts';
import type { PresentedCode } from './presented.ts';
import { mintGeneration, type TokenAnswer, tokenAnswer } from './token-answer.ts';

/**
 * @param input `client` is authenticated.
 * @throws OAuthError `invalid_grant`, `invalid_request`, `unauthorized_client`; `Unavailable`
 */
export async function exchangeCode(
  deps: Pick<Ports, 'codes' | 'tokens' | 'clock' | 'secrets' | 'rules' | 'signingKeys' | 'issuer' | 'publish'>,
  input: {
    client: ApplicationByKey;
    code: PresentedCode;
    redirectUri: string;
    codeVerifier: string | undefined;
    proof: ProvenKey | undefined;
  },
): Promise<TokenAnswer> {
  refuseSwitchedOff(input.client.application);
  const found = await input.code.found;
  const now = deps.clock.now();
  const exchange = { apiKey: input.client.platform.apiKey, ...input };
  const checked = checkExchange(found, exchange, now);
  if (checked.kind === 'refused') throw checked.error;
  if (!found) throw new Error('checkExchange allowed an unknown code');
  const { grant } = found;
  if (checked.kind === 'allowed') {
    refuseNotAdmitted(input.client.application, found);
    await input.proof?.spend();
    const familyExpiresAt = now + deps.rules.familyTtlSeconds * 1000;
    const { items, nonce } = grant;
    const minted = mintGeneration(deps, {
      family: grant,
      generation: 1,
      items,
      narrowedTo: undefined,
      familyExpiresAt,
      dpopJkt: input.proof?.jkt,
      now,
    });
    const { accessToken, refreshExpiresAt, pair } = minted;
    const scope = describeGrantedScope(grant.requestedScope, items);
    const makeIdToken = await idTokenMaker(deps, found, input.client, scope);
    const redeeming = deps.codes.redeem({
      grantId: grant.id,
      accessToken,
      refreshExpiresAt,
      familyExpiresAt,
      answerScope: scope,
      tellOfSessionEnd: tellOfSessionEnd(found, input.client.application),
      now,
    });
    // Signs while the database writes; RS256 signatures are made in another thread.
    const idToken = makeIdToken({ accessToken: pair.accessToken, items, issuedAt: now, nonce });
    const [redeemed, signed] = await Promise.all([redeeming, idToken]);
    const accessTokenExpiresAt = accessToken.expiresAt;
    if (redeemed) {
      deps.publish({ kind: 'code-redeemed', applicationId: grant.applicationId, accountId: grant.accountId });
      return tokenAnswer({ pair, accessToken, accessTokenExpiresAt, refreshExpiresAt, scope, idToken: signed, now });
    }
  }
  await deps.tokens.endFamily(grant.id, now, 'code-reused');
  deps.publish({ kind: 'code-replayed', applicationId: grant.applicationId, accountId: grant.accountId });
  throw invalidGrant(
    'code-used',
    'The code was already used. All tokens issued for it were revoked.',
    `grant ${grant.id} of account ${grant.accountId}: code replayed`,
  );
}

/** Back-Channel Logout 2.5: an API key that gets an ID token, if its application wants to hear of the session's end. */
function tellOfSessionEnd({ grant, subject }: GrantInContext, { backchannelLogoutUri, recordsEvents }: Application) {
  if (!grant.openid || !subject || (backchannelLogoutUri === undefined && !recordsEvents)) return undefined;
  return { sessionId: grant.sessionId, apiKey: grant.apiKey, sid: grant.openid.sid, sub: subject.sub };
}

/** Refuses without spending or ending anything: unexpired codes and tokens work once login is ON again (contract 5). */
export function refuseSwitchedOff(application: Application): void {
  if (!application.loginActivation)
    throw unauthorizedClient('login-activation-off', 'Login activation of this application is OFF.');
}
