// Takes one authorization request from its query to one outcome (contract 4). HTTP performs the outcome and decides
// nothing.
import type { OAuthError } from '../../../protocol/errors.ts';
import type { Parameters as RequestParameters } from '../../../protocol/parameters.ts';
import type { Application, ApplicationByKey } from '../../applications/applications/application.ts';
import { openDocuments } from '../../people/documents/open-documents.ts';
import { hasFactor } from '../../sign-in/factors/has-factor.ts';
import { demandsFactor } from '../../sign-in/factors/second-factor-policy.ts';
import type { DeviceAccounts } from '../../sign-in/sessions/session.ts';
import type { Ports } from '../ports.ts';
import { readIdTokenHint } from '../tokens/read-id-token-hint.ts';
import { applicationInRun } from '../try-it/application-in-run.ts';
import { isTryIt } from '../try-it/is-try-it.ts';
import { whyNotAdmitted } from './admission.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { PushedState, Refused } from './check-client.ts';
import { type CheckedRequest, checkRequest, type ReturnTo } from './check-request.ts';
import { decideNext, type Next } from './decide-next.ts';
import { issueCode } from './issue-code.ts';
import { type PickedAccount, pickAccount } from './pick-account.ts';

export type AuthorizationOutcome =
  /** An error page: the redirect URI cannot be trusted. */
  | Refused
  /** To the redirect URI with `error`. `faultless`: the request itself is correct. */
  | ({ kind: 'return-error'; error: OAuthError; faultless?: true } & ReturnTo)
  /** To that page. */
  | {
      kind: Exclude<Next['kind'], 'return-code' | 'return-error'>;
      application: Pick<Application, 'id'>;
    }
  /** A code was issued under this stamp before: the same request starts again without the stamp. */
  | { kind: 'begin-anew'; application: Pick<Application, 'id'> }
  | ({ kind: 'return-code'; code: string } & ReturnTo);

/** The outcome before anything is written: where it is a code, the code is not issued yet. */
export type Preview =
  | Exclude<AuthorizationOutcome, { kind: 'begin-anew' | 'return-code' }>
  | { kind: 'issue-code'; back: ReturnTo; issue: Omit<Parameters<typeof issueCode>[1], 'stampHash'> };

/**
 * Looks up the application that has `client_id` and checks the request.
 * @param input `device` is the sender's. Without it no request counts as a run of "Try it".
 */
export async function checkAuthorizationRequest(
  deps: Pick<Ports, 'applications' | 'members' | 'signingKeys' | 'issuer' | 'apiUrl' | 'secrets' | 'clock'>,
  input: {
    parameters: RequestParameters;
    query: string;
    pushed?: PushedState | undefined;
    device?: DeviceAccounts;
    client?: PresentedClient;
  },
): Promise<CheckedRequest> {
  const { parameters, query, pushed } = input;
  const found = await findClient(deps, input);
  const hint = found && (await readHint(deps, parameters, found.application));
  return checkRequest({ parameters, queryBytes: Buffer.byteLength(query), found, hint, pushed, apiUrl: deps.apiUrl });
}

/** The application that `client_id` names. It may be read while the browser's sessions are read. */
export type PresentedClient = { found: Promise<ApplicationByKey | undefined> };

export function presentClient(
  { applications }: Pick<Ports, 'applications'>,
  parameters: RequestParameters,
): PresentedClient {
  const apiKey = parameters.get('client_id');
  const isNamed = apiKey !== undefined && apiKey !== '' && !parameters.isDoubled('client_id');
  const found = isNamed ? applications.findByApiKey(apiKey) : Promise.resolve(undefined);
  // Nobody awaits it where the sessions cannot be read.
  found.catch(() => {});
  return { found };
}

/** The application as this request sees it: a run of "Try it" sees it differently. */
async function findClient(
  deps: Pick<Ports, 'applications' | 'members' | 'issuer' | 'secrets' | 'clock'>,
  { parameters, device, client }: { parameters: RequestParameters; device?: DeviceAccounts; client?: PresentedClient },
): Promise<ApplicationByKey | undefined> {
  const { found: reading } = client ?? presentClient(deps, parameters);
  const found = await reading;
  if (!found || !(await isTryIt(deps, { parameters, found, signedIn: device?.current }))) return found;
  return { application: applicationInRun(deps.issuer, found.application), platform: found.platform };
}

/** A `sub` identifies a user to the application it was made for, and to no other. */
async function readHint(
  deps: Pick<Ports, 'signingKeys' | 'issuer'>,
  parameters: RequestParameters,
  { platforms }: Application,
): Promise<{ sub: string } | undefined> {
  const sent = parameters.get('id_token_hint');
  const hint = sent === undefined ? undefined : await readIdTokenHint(deps, sent);
  return hint && platforms.some(({ apiKey }) => apiKey === hint.apiKey) ? hint : undefined;
}

/** What a checked request needs next, and from whom. Every page of the flow asks again. */
export async function nextStep(
  deps: Pick<
    Ports,
    | 'connections'
    | 'members'
    | 'groups'
    | 'apis'
    | 'agreements'
    | 'factors'
    | 'passkeys'
    | 'sessions'
    | 'clock'
    | 'rules'
  >,
  input: { request: AuthorizationRequest; device: DeviceAccounts; arrivedAt: number },
): Promise<{ next: Next; picked: PickedAccount }> {
  const { request, device, arrivedAt } = input;
  const { openRegistration } = deps.rules;
  const picked = await pickAccount(deps, request, device);
  const { signedIn } = picked;
  const demanded = signedIn !== undefined && (await demandsFactor(deps, signedIn.account, 'application'));
  const asksAcr = demanded || request.claims.acr !== undefined || request.acrValues.length > 0;
  const [notAdmitted, open, factor] = signedIn
    ? await Promise.all([
        whyNotAdmitted(deps, request, signedIn.account.id),
        openDocuments(deps, signedIn.account.id),
        asksAcr && hasFactor(deps, signedIn.account.id),
      ])
    : [undefined, [], false];
  const sendsMail = deps.rules.mail !== 'off';
  const about = {
    sendsMail,
    notAdmitted,
    hasOpenDocuments: open.length > 0,
    hasFactor: factor,
    demandsFactor: demanded,
  };
  return { next: decideNext({ request, picked, device, arrivedAt, openRegistration, ...about }), picked };
}

type PreviewDeps = Pick<
  Ports,
  | 'applications'
  | 'members'
  | 'groups'
  | 'apis'
  | 'agreements'
  | 'factors'
  | 'passkeys'
  | 'connections'
  | 'sessions'
  | 'clock'
  | 'rules'
  | 'secrets'
  | 'signingKeys'
  | 'issuer'
  | 'apiUrl'
>;

type Input = {
  parameters: RequestParameters;
  query: string;
  pushed?: PushedState | undefined;
  device: DeviceAccounts;
  arrivedAt: number;
  client?: PresentedClient;
};

/**
 * @param input `query` is the raw query without `lk_stamp`. `arrivedAt` is the stamp's time, or now for a new request.
 */
export async function preview(deps: PreviewDeps, input: Input): Promise<Preview> {
  const checked = await checkAuthorizationRequest(deps, input);
  if (checked.kind !== 'valid') return checked;
  const { request } = checked;
  const { next, picked } = await nextStep(deps, { request, device: input.device, arrivedAt: input.arrivedAt });
  const { application, platform, redirectUri, responseMode, state } = request;
  const back = { application, platform, redirectUri, responseMode, state };
  if (next.kind === 'return-error') return { faultless: true, ...back, ...next };
  if (next.kind !== 'return-code') return { application, ...next };
  const { signedIn, connection } = picked;
  if (!signedIn || !connection) throw new Error('decideNext returned a code without a signed-in user');
  return {
    kind: 'issue-code',
    back,
    issue: { request, ...signedIn, connection, items: next.items, scopes: next.scopes },
  };
}

/** @param input as for `preview`. `stampHash` is undefined for a new request. */
export async function authorize(
  deps: PreviewDeps & Pick<Ports, 'codes' | 'publish'>,
  input: Input & { stampHash: Buffer | undefined },
): Promise<AuthorizationOutcome> {
  const foreseen = await preview(deps, input);
  if (foreseen.kind !== 'issue-code') return foreseen;
  const { back, issue } = foreseen;
  const issued = await issueCode(deps, { ...issue, stampHash: input.stampHash });
  if (issued.kind === 'stamp-spent') return { kind: 'begin-anew', application: back.application };
  return { kind: 'return-code', code: issued.code, ...back };
}
