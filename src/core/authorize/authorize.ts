// One authorization request from its query to one outcome (contract 4). HTTP performs the outcome; it decides nothing.
import type { OAuthError } from '../../protocol/errors.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import type { Ports } from '../ports.ts';
import type { SignedIn } from '../sessions/session.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { type CheckedRequest, checkRequest, type RefusalCode } from './check-request.ts';
import { decideNext } from './decide-next.ts';
import { issueCode } from './issue-code.ts';

export type Outcome =
  /** A page of ours: the redirect URI cannot be trusted. */
  | { kind: 'refuse'; code: RefusalCode; detail: string }
  /** To the redirect URI with `error`. */
  | { kind: 'return-error'; redirectUri: string; state: string | undefined; error: OAuthError }
  | { kind: 'login'; request: AuthorizationRequest }
  | { kind: 'consent'; request: AuthorizationRequest; signedIn: SignedIn }
  | { kind: 'return-code'; redirectUri: string; state: string | undefined; code: string };

/** Reads the application behind `client_id` and checks the request. */
export async function checkAuthorizationRequest(
  deps: Pick<Ports, 'applications'>,
  input: { parameters: Parameters; query: string },
): Promise<CheckedRequest> {
  const apiKey = input.parameters.get('client_id');
  const found =
    apiKey && !input.parameters.isDoubled('client_id') ? await deps.applications.findByApiKey(apiKey) : undefined;
  return checkRequest({ parameters: input.parameters, found, queryBytes: Buffer.byteLength(input.query) });
}

/**
 * @param input `query` is the raw query without `lk_stamp`; `arrivedAt` what the stamp says, or now for a new request.
 */
export async function authorize(
  deps: Pick<Ports, 'applications' | 'connections' | 'codes' | 'clock' | 'rules'>,
  input: { parameters: Parameters; query: string; signedIn: SignedIn | undefined; arrivedAt: number },
): Promise<Outcome> {
  const checked = await checkAuthorizationRequest(deps, input);
  if (checked.kind !== 'valid') return checked;
  const { request } = checked;
  const { signedIn, arrivedAt } = input;
  const connection = signedIn ? await deps.connections.find(request.application.id, signedIn.account.id) : undefined;
  const next = decideNext({ request, signedIn, connection, arrivedAt });
  const back = { redirectUri: request.redirectUri, state: request.state };
  if (next.kind === 'return-error') return { ...next, ...back };
  if (next.kind === 'login' || !signedIn) return { kind: 'login', request };
  if (next.kind === 'consent' || !connection) return { kind: 'consent', request, signedIn };
  const code = await issueCode(deps, { request, session: signedIn.session, connection, items: next.items });
  return { kind: 'return-code', code, ...back };
}
