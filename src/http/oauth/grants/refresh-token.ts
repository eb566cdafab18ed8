// `refresh_token` (RFC 6749 6; contract 5).
import { possessesRefreshToken } from '../../../core/grants/tokens/possesses-refresh-token.ts';
import { presentRefreshToken } from '../../../core/grants/tokens/presented.ts';
import { refreshTokens } from '../../../core/grants/tokens/refresh-tokens.ts';
import { parameterMissing } from '../../wire/request-parts.ts';
import { type GrantType, resourcesOf } from './grant-type.ts';

export const refreshToken: GrantType = {
  name: 'refresh_token',
  parameters: ['refresh_token', 'scope'],
  begin(deps, body) {
    const value = body.get('refresh_token');
    const presented = value === undefined ? undefined : presentRefreshToken(deps, value);
    return {
      possesses: async ({ platform: { apiKey } }) => possessesRefreshToken(deps, presented, apiKey),
      exchange: async (client, proof) => {
        if (!presented) throw parameterMissing('refresh_token');
        const asked = { scope: body.get('scope'), resources: resourcesOf(body) };
        return refreshTokens(deps, { client, refreshToken: presented, ...asked, proof });
      },
    };
  },
};
