// The whole code flow as every module runs it: request, answer, exchange, ID token, user-info, each judged on the way.
import { type AuthorizationRequest, buildRequest, type Visit, visit } from './authorize.ts';
import { checkCodeAnswer } from './check-authorization.ts';
import { checkUserInfo, type UserInfo } from './check-claims.ts';
import { askForTokens, type ClientAuthentication, checkTokenAnswer, codeForm, type Tokens } from './check-tokens.ts';
import type { Client, Context } from './module.ts';

export type CodeFlow = Tokens & { request: AuthorizationRequest; visited: Visit; code: string; userInfo: UserInfo };

export type CodeFlowOptions = {
  client?: Client;
  authentication?: ClientAuthentication;
  /** Sent to the token endpoint beside the usual. */
  inTokenRequest?: Readonly<Record<string, string>>;
  /** How the browser goes there. Default: follows a link. */
  go?: typeof visit;
};

/** @param changes of the authorization request; undefined leaves a parameter out */
export async function runCodeFlow(
  context: Context,
  changes: Readonly<Record<string, string | undefined>> = {},
  options: CodeFlowOptions = {},
): Promise<CodeFlow> {
  const { client = context.client, authentication, inTokenRequest, go = visit } = options;
  const request = buildRequest(context, changes, client);
  const visited = await go(context, request);
  const code = checkCodeAnswer(context, request, visited);
  const form = { ...codeForm(client, code), ...inTokenRequest };
  const answer = await askForTokens(context, client, form, authentication);
  const tokens = await checkTokenAnswer(context, client, answer, { nonce: request.parameters.nonce });
  const userInfo = await checkUserInfo(context, tokens.accessToken, tokens.claims.sub);
  return { ...tokens, request, visited, code, userInfo };
}
