// Exchanges an authorization code for tokens (contract 5). Of N simultaneous exchanges exactly one succeeds. Any other
// that proves possession of the code ends the token family.
import { invalidGrant, unauthorizedClient } from '../../../protocol/errors.ts';
import type { Application, ApplicationByKey } from '../../applications/applications/application.ts';
import type { ProvenKey } from '../../applications/client-jwts/check-proof.ts';
import { requireAudience } from '../apis/issue-to-person.ts';
import { refuseNotAdmitted } from '../authorize/admission.ts';
import type { Ports } from '../ports.ts';
import { checkExchange } from './check-exchange.ts';
import type { PresentedCode } from './presented.ts';
import { redeemForApi, redeemGrant } from './redeem-grant.ts';
import type { TokenAnswer } from './token-answer.ts';

/**
 * @param input `client` is authenticated.
 * @throws OAuthError `invalid_grant`, `invalid_request`, `invalid_target`, `unauthorized_client`; `Unavailable`
 */
export async function exchangeCode(
  deps: Pick<
    Ports,
    'apis' | 'apiUrl' | 'codes' | 'tokens' | 'clock' | 'secrets' | 'rules' | 'signingKeys' | 'issuer' | 'publish'
  >,
  input: {
    client: ApplicationByKey;
    code: PresentedCode;
    redirectUri: string;
    codeVerifier: string | undefined;
    /** As sent. */
    resources: readonly string[];
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
    const { client, proof, resources } = input;
    const { application } = client;
    refuseNotAdmitted(application, found);
    const apiId = requireAudience(deps, { application, grant, resources });
    await proof?.spend();
    const redeemed = { found, client, proof, now };
    const answer =
      apiId === undefined
        ? await redeemGrant(deps, redeemed, (redemption) => deps.codes.redeem(redemption))
        : await redeemForApi(deps, { ...redeemed, apiId });
    if (answer) {
      deps.publish({ kind: 'code-redeemed', applicationId: grant.applicationId, accountId: grant.accountId });
      return answer;
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

/** Refuses without spending or ending anything: unexpired codes and tokens work once login is ON again (contract 5). */
export function refuseSwitchedOff(application: Application): void {
  if (!application.loginActivation)
    throw unauthorizedClient('login-activation-off', 'Login activation of this application is OFF.');
}
