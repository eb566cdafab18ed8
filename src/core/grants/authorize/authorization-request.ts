// A checked authorization request. It is not stored: every step of the flow checks the same query again
// (docs/decisions/0001-the-request-is-not-stored.md).
import type { ClaimsRequest } from '../../../protocol/claims-request.ts';
import type { Application, PlatformEntry } from '../../applications/applications/application.ts';

export const MAX_QUERY_BYTES = 6 * 1024;

export const PROMPTS = ['none', 'login', 'consent', 'select_account', 'create'] as const;
export type Prompt = (typeof PROMPTS)[number];

/** How the answer reaches the application (OAuth 2.0 Multiple Response Types 2.1, Form Post Response Mode). */
export const RESPONSE_MODES = ['query', 'form_post'] as const;
export type ResponseMode = (typeof RESPONSE_MODES)[number];

export type AuthorizationRequest = {
  application: Application;
  platform: PlatformEntry;
  /** As sent. */
  redirectUri: string;
  /** The native rule applies (RFC 8252 8.6): the application cannot prove its identity, so consent is always shown. */
  native: boolean;
  responseMode: ResponseMode;
  state: string | undefined;
  scope: readonly string[] | undefined;
  /** What its tokens may be for (RFC 8707): ids of APIs and `USER_INFO`. Undefined: user-info alone. */
  audiences: readonly string[] | undefined;
  nonce: string | undefined;
  codeChallenge: string | undefined;
  /** Thumbprint of the key that the code is bound to (RFC 9449 10). */
  dpopJkt: string | undefined;
  prompt: ReadonlySet<Prompt>;
  maxAgeSeconds: number | undefined;
  loginHint: string | undefined;
  /** `acr` values in order of preference; a wish, unlike an essential claim. */
  acrValues: readonly string[];
  claims: ClaimsRequest;
  /**
   * The `sub` values of whom `id_token_hint` or `claims` names; one of them must be signed in. Undefined: anybody may
   * be. Empty: the two name different people.
   */
  subjects: readonly string[] | undefined;
};
