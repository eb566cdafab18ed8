// Finishes a run: redeems its code, reads the user information and revokes the tokens. The use cases are those that
// serve an application's own requests. No client secret is needed, because the server itself is the client.
import { OAuthError } from '../../../protocol/errors.ts';
import type { ApplicationByKey } from '../../applications/applications/application.ts';
import { type StartedRun, tryItRedirectUri } from '../../applications/try-it/run.ts';
import type { Ports } from '../ports.ts';
import { exchangeCode } from '../tokens/exchange-code.ts';
import type { AccessTokens } from '../tokens/live-access-token.ts';
import { presentCode } from '../tokens/presented.ts';
import { readUserInfo } from '../tokens/read-user-info.ts';
import { revokeToken } from '../tokens/revoke-token.ts';
import type { TokenAnswer } from '../tokens/token-answer.ts';
import { applicationInRun } from './application-in-run.ts';

export type FinishedRun =
  | { kind: 'signed-in'; tokens: TokenAnswer; claims: Readonly<Record<string, unknown>> }
  /** The token endpoint's error: the code was used or has expired, or the connection has ended since. */
  | { kind: 'refused'; error: OAuthError };

/** @throws Unavailable */
export async function finishRun(
  deps: Pick<
    Ports,
    | 'apis'
    | 'apiUrl'
    | 'codes'
    | 'tokens'
    | 'members'
    | 'connections'
    | 'clock'
    | 'secrets'
    | 'rules'
    | 'signingKeys'
    | 'issuer'
    | 'publish'
  >,
  input: { client: ApplicationByKey; run: StartedRun; code: string },
): Promise<FinishedRun> {
  const { client, run, code } = input;
  const application = applicationInRun(deps.issuer, client.application);
  try {
    const tokens = await exchangeCode(deps, {
      client: { application, platform: client.platform },
      code: presentCode(deps, code),
      redirectUri: tryItRedirectUri(deps.issuer, application.id),
      codeVerifier: run.codeVerifier,
      resources: [],
      proof: undefined,
    });
    try {
      const { claims } = await readUserInfo(
        { ...deps, tokens: tokensInRun(deps) },
        { token: tokens.accessToken, proof: undefined },
      );
      return { kind: 'signed-in', tokens, claims };
    } finally {
      // The page shows the tokens, so they must be worthless by then.
      await revokeToken(deps, { application, token: tokens.refreshToken });
    }
  } catch (error) {
    if (error instanceof OAuthError) return { kind: 'refused', error };
    throw error;
  }
}

const tokensInRun = ({ tokens, issuer }: Pick<Ports, 'tokens' | 'issuer'>): AccessTokens => ({
  findAccessToken: async (id) => {
    const found = await tokens.findAccessToken(id);
    return found?.application && { ...found, application: applicationInRun(issuer, found.application) };
  },
});
