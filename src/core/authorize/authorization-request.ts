// A checked authorization request: what the rest of the flow may rely on. It is not stored; the same query is checked
// anew at each step (architecture, decision 1).
import type { Application, PlatformEntry } from '../applications/application.ts';

export const PROMPTS = ['none', 'login', 'consent'] as const;
export type Prompt = (typeof PROMPTS)[number];

export type AuthorizationRequest = {
  application: Application;
  platform: PlatformEntry;
  /** As sent. */
  redirectUri: string;
  /** The native rule applies (RFC 8252 8.6): the application cannot prove who it is, so consent is always shown. */
  native: boolean;
  state: string | undefined;
  scope: readonly string[] | undefined;
  nonce: string | undefined;
  codeChallenge: string | undefined;
  prompt: ReadonlySet<Prompt>;
  maxAgeSeconds: number | undefined;
  loginHint: string | undefined;
};
