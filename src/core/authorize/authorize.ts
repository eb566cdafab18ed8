// One authorization request from its query to one outcome (contract 4). HTTP performs the outcome; it decides nothing.
import type { OAuthError } from '../../protocol/errors.ts';
import type { Parameters as RequestParameters } from '../../protocol/parameters.ts';
import type { Application } from '../applications/application.ts';
import type { Ports } from '../ports.ts';
import type { DeviceAccounts } from '../sessions/session.ts';
import { readIdTokenHint } from '../tokens/read-id-token-hint.ts';
import { isTryIt } from '../try-it/is-try-it.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { type CheckedRequest, checkRequest, type Refused, type ReturnTo } from './check-request.ts';
import { decideNext, type Next } from './decide-next.ts';
import { issueCode } from './issue-code.ts';
import { type PickedAccount, pickAccount } from './pick-account.ts';

export type Outcome =
  /** A page of ours: the redirect URI cannot be trusted. */
  | Refused
  /** To the redirect URI with `error`. `faultless`: nothing is wrong with the request itself. */
  | ({ kind: 'return-error'; error: OAuthError; faultless?: true } & ReturnTo)
  /** To that page of ours. */
  | { kind: 'login' | 'sign-up' | 'select-account' | 'consent'; application: Pick<Application, 'id'> }
  /** The code of this stamp was issued before: the same request without the stamp, as if it were new. */
  | { kind: 'begin-anew'; application: Pick<Application, 'id'> }
  | ({ kind: 'return-code'; code: string } & ReturnTo);

/** What a request comes to before anything is done for it: where the answer is a code, none is issued yet. */
export type Foreseen =
  | Exclude<Outcome, { kind: 'begin-anew' | 'return-code' }>
  | { kind: 'issue-code'; back: ReturnTo; issue: Omit<Parameters<typeof issueCode>[1], 'stampHash'> };

/**
 * Reads the application behind `client_id` and checks the request.
 * @param input `device` of whoever sent it, where that is known: without it nothing is a run of "try it"
 */
export async function checkAuthorizationRequest(
  deps: Pick<Ports, 'applications' | 'members' | 'signingKeys' | 'issuer' | 'secrets' | 'clock'>,
  input: { parameters: RequestParameters; query: string; device?: DeviceAccounts },
): Promise<CheckedRequest> {
  const apiKey = input.parameters.get('client_id');
  const found =
    apiKey && !input.parameters.isDoubled('client_id') ? await deps.applications.findByApiKey(apiKey) : undefined;
  const hint = found && (await readHint(deps, input.parameters, found.application));
  const signedIn = input.device?.current;
  const tryIt = found && (await isTryIt(deps, { parameters: input.parameters, found, signedIn }));
  return checkRequest({ parameters: input.parameters, found, queryBytes: Buffer.byteLength(input.query), hint, tryIt });
}

/** A `sub` means something to the application it was made for, and to no other. */
async function readHint(
  deps: Pick<Ports, 'signingKeys' | 'issuer'>,
  parameters: RequestParameters,
  { platforms }: Application,
): Promise<{ sub: string } | undefined> {
  const sent = parameters.get('id_token_hint');
  const hint = sent === undefined ? undefined : await readIdTokenHint(deps, sent);
  return hint && platforms.some(({ apiKey }) => apiKey === hint.apiKey) ? hint : undefined;
}

/** What a checked request needs next, and of whom. Every page on the way asks this anew. */
export async function nextStep(
  deps: Pick<Ports, 'connections' | 'sessions' | 'clock' | 'rules'>,
  input: { request: AuthorizationRequest; device: DeviceAccounts; arrivedAt: number },
): Promise<{ next: Next; picked: PickedAccount }> {
  const { request, device, arrivedAt } = input;
  const { openRegistration } = deps.rules;
  const picked = await pickAccount(deps, request, device);
  return { next: decideNext({ request, picked, device, arrivedAt, openRegistration }), picked };
}

type Foreseeing = Pick<
  Ports,
  'applications' | 'members' | 'connections' | 'sessions' | 'clock' | 'rules' | 'secrets' | 'signingKeys' | 'issuer'
>;

type Input = { parameters: RequestParameters; query: string; device: DeviceAccounts; arrivedAt: number };

/**
 * @param input `query` is the raw query without `lk_stamp`; `arrivedAt` what the stamp says, or now for a new request.
 */
export async function foresee(deps: Foreseeing, input: Input): Promise<Foreseen> {
  const checked = await checkAuthorizationRequest(deps, input);
  if (checked.kind !== 'valid') return checked;
  const { request } = checked;
  const { next, picked } = await nextStep(deps, { request, device: input.device, arrivedAt: input.arrivedAt });
  const { application, redirectUri, responseMode, state } = request;
  const back = { application, redirectUri, responseMode, state };
  if (next.kind === 'return-error') return { faultless: true, ...back, ...next };
  if (next.kind !== 'return-code') return { application, ...next };
  const { signedIn, connection } = picked;
  if (!signedIn || !connection) throw new Error('decideNext gave a code to nobody');
  return { kind: 'issue-code', back, issue: { request, ...signedIn, connection, items: next.items } };
}

/** @param input as for `foresee`; `stampHash` of the stamp, undefined for a new request. */
export async function authorize(
  deps: Foreseeing & Pick<Ports, 'codes' | 'publish'>,
  input: Input & { stampHash: Buffer | undefined },
): Promise<Outcome> {
  const foreseen = await foresee(deps, input);
  if (foreseen.kind !== 'issue-code') return foreseen;
  const { back, issue } = foreseen;
  const issued = await issueCode(deps, { ...issue, stampHash: input.stampHash });
  if (issued.kind === 'stamp-spent') return { kind: 'begin-anew', application: back.application };
  return { kind: 'return-code', code: issued.code, ...back };
}
