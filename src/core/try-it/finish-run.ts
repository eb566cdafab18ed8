// The second half of a run: its code becomes tokens, they open what was agreed to, and then they are ended. The same
// use cases as an application's own requests; the client secret is not asked for, because the server itself is the
// client.
import { OAuthError } from '../../protocol/errors.ts';
import type { ApplicationByKey } from '../applications/application.ts';
import type { Ports } from '../ports.ts';
import { exchangeCode } from '../tokens/exchange-code.ts';
import { presentCode } from '../tokens/presented.ts';
import { readUserInfo } from '../tokens/read-user-info.ts';
import { revokeToken } from '../tokens/revoke-token.ts';
import type { TokenAnswer } from '../tokens/token-answer.ts';
import { type StartedRun, tryItRedirectUri } from './run.ts';

export type FinishedRun =
  | { kind: 'signed-in'; tokens: TokenAnswer; claims: Readonly<Record<string, unknown>> }
  /** The token endpoint's answer: used, too late, connection ended meanwhile. */
  | { kind: 'refused'; error: OAuthError };

/** @throws Unavailable */
export async function finishRun(
  deps: Pick<
    Ports,
    'codes' | 'tokens' | 'connections' | 'clock' | 'secrets' | 'rules' | 'signingKeys' | 'issuer' | 'publish'
  >,
  input: { client: ApplicationByKey; run: StartedRun; code: string },
): Promise<FinishedRun> {
  const { client, run, code } = input;
  const redirectUri = tryItRedirectUri(deps.issuer, client.application.id);
  try {
    const tokens = await exchangeCode(deps, {
      client,
      code: presentCode(deps, code),
      redirectUri,
      codeVerifier: run.codeVerifier,
      tryIt: true,
    });
    try {
      const { claims } = await readUserInfo(deps, { token: tokens.accessToken, tryIt: true });
      return { kind: 'signed-in', tokens, claims };
    } finally {
      // They are shown, and worth nothing from here on.
      await revokeToken(deps, { application: client.application, token: tokens.refreshToken });
    }
  } catch (error) {
    if (error instanceof OAuthError) return { kind: 'refused', error };
    throw error;
  }
}
