// `authorization_code` (RFC 6749 4.1.3; contract 5).
import { possessesCode } from '../../../core/grants/tokens/check-exchange.ts';
import { exchangeCode } from '../../../core/grants/tokens/exchange-code.ts';
import { presentCode } from '../../../core/grants/tokens/presented.ts';
import { parameterMissing, requiredParameter } from '../../wire/request-parts.ts';
import { type GrantType, resourcesOf } from './grant-type.ts';

export const authorizationCode: GrantType = {
  name: 'authorization_code',
  parameters: ['code', 'redirect_uri', 'code_verifier'],
  begin(deps, body) {
    const value = body.get('code');
    const code = value === undefined ? undefined : presentCode(deps, value);
    return {
      possesses: async ({ platform: { apiKey } }) =>
        possessesCode(
          await code?.found,
          { apiKey, redirectUri: body.get('redirect_uri'), codeVerifier: body.get('code_verifier') },
          deps.clock.now(),
        ),
      exchange: async (client, proof) => {
        if (!code) throw parameterMissing('code');
        const redirectUri = requiredParameter(body, 'redirect_uri');
        const sent = { redirectUri, codeVerifier: body.get('code_verifier'), resources: resourcesOf(body) };
        return exchangeCode(deps, { client, code, ...sent, proof });
      },
    };
  },
};
