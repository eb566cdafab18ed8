// A checked authorization request: what the rest of the flow may rely on. It is not stored; the same query is checked
// anew at each step (decision 1).
import type { ClaimsRequest } from '../../protocol/claims-request.ts';
import type { Application, PlatformEntry } from '../applications/application.ts';

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
  /** The native rule applies (RFC 8252 8.6): the application cannot prove who it is, so consent is always shown. */
  native: boolean;
  responseMode: ResponseMode;
  state: string | undefined;
  scope: readonly string[] | undefined;
  nonce: string | undefined;
  codeChallenge: string | undefined;
  prompt: ReadonlySet<Prompt>;
  maxAgeSeconds: number | undefined;
  loginHint: string | undefined;
  claims: ClaimsRequest;
  /** Who must be signed in, by `sub`: of `id_token_hint` or `claims`; undefined: anybody. */
  subjects: readonly string[] | undefined;
};
