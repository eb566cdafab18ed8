// A sign-out that an application requests, from its query to one outcome (contract 7 "Logout"). A hint that names
// somebody signed in here proves the request; otherwise the person is asked first. HTTP carries out the outcome.
import type { Parameters } from '../../../protocol/parameters.ts';
import type { Application } from '../../applications/applications/application.ts';
import type { DeviceAccounts, SignedIn } from '../../sign-in/sessions/session.ts';
import type { Ports } from '../ports.ts';
import { type IdTokenHint, readIdTokenHint } from '../tokens/read-id-token-hint.ts';
import { type CheckedLogout, checkLogoutRequest, type LogoutFault, type LogoutReturn } from './check-logout-request.ts';

export type LogoutOutcome =
  /** Shows an error page of this server: the request cannot be understood. */
  | { kind: 'refuse'; detail: string }
  /** Signs this account out and returns to the application; without `returnTo`, to the signed-out page. */
  | { kind: 'end'; signedIn: SignedIn; application: Application; returnTo: LogoutReturn | undefined }
  /** Nobody is signed in, so there is nothing to end. `fault` is what was wrong with the request. */
  | { kind: 'nothing-to-end'; returnTo: LogoutReturn | undefined; fault: LogoutFault | undefined }
  /** Asks everybody who is signed in here. */
  | {
      kind: 'ask';
      application: Application | undefined;
      returnTo: LogoutReturn | undefined;
      fault: LogoutFault | undefined;
    };

type Deps = Pick<Ports, 'applications' | 'signingKeys' | 'issuer'>;

/** Reads what the request names and checks it. @throws Unavailable */
export async function readLogoutRequest(deps: Deps, parameters: Parameters): Promise<CheckedLogout> {
  const hint = await readHint(deps, parameters);
  const apiKey = parameters.get('client_id');
  const [byHint, byClientId] = await Promise.all([
    hint && deps.applications.findByApiKey(hint.apiKey),
    apiKey === undefined ? undefined : deps.applications.findByApiKey(apiKey),
  ]);
  return checkLogoutRequest({ parameters, hint, byHint, byClientId });
}

async function readHint(deps: Deps, parameters: Parameters): Promise<IdTokenHint | undefined> {
  const sent = parameters.get('id_token_hint');
  return sent === undefined ? undefined : readIdTokenHint(deps, sent);
}

/** @throws Unavailable */
export async function decideLogout(
  deps: Deps & Pick<Ports, 'connections' | 'publish'>,
  input: { parameters: Parameters; device: DeviceAccounts },
): Promise<LogoutOutcome> {
  const { device } = input;
  const nobody = device.all.length === 0;
  const checked = await readLogoutRequest(deps, input.parameters);
  if (checked.kind === 'refused') return { kind: 'refuse', detail: checked.detail };
  if (checked.kind === 'invalid') {
    const { fault, application } = checked;
    if (application) publishRefusal(deps, application, fault, input.parameters);
    const returnTo = undefined;
    return nobody ? { kind: 'nothing-to-end', returnTo, fault } : { kind: 'ask', application, returnTo, fault };
  }
  const { application, hintedSub, returnTo } = checked;
  // Without a hint nothing proves that the person wants this, and nobody is here to be asked.
  if (nobody) {
    return { kind: 'nothing-to-end', returnTo: hintedSub === undefined ? undefined : returnTo, fault: undefined };
  }
  if (application && hintedSub !== undefined) {
    const signedIn = await findHinted(deps, device, application, hintedSub);
    if (signedIn) return { kind: 'end', signedIn, application, returnTo };
  }
  return { kind: 'ask', application, returnTo, fault: undefined };
}

function publishRefusal(
  { publish }: Pick<Ports, 'publish'>,
  application: Application,
  { code }: LogoutFault,
  parameters: Parameters,
): void {
  const uri = code === 'post-logout-uri-unregistered' ? parameters.get('post_logout_redirect_uri') : undefined;
  publish({
    kind: 'request-refused',
    applicationId: application.id,
    redirectUri: undefined,
    refusal: code,
    postLogoutRedirectUri: uri,
    apiKey: keyOf(application, parameters.get('client_id')),
  });
}

/** The key that was named, if it is the application's. */
const keyOf = ({ platforms }: Application, sent: string | undefined): string | undefined =>
  platforms.find(({ apiKey }) => apiKey === sent)?.apiKey;

/** The account signed in here that the application knows by this `sub`, even if their connection has ended. */
async function findHinted(
  deps: Pick<Ports, 'connections'>,
  { all }: DeviceAccounts,
  application: Application,
  sub: string,
): Promise<SignedIn | undefined> {
  for (const signedIn of all) {
    const connection = await deps.connections.find(application.id, signedIn.account.id);
    if (connection?.sub === sub) return signedIn;
  }
  return undefined;
}

/**
 * Where the browser returns to after the person was asked and signed out. Undefined unless the request was valid.
 * @throws Unavailable
 */
export async function returnAfterSignOut(deps: Deps, parameters: Parameters): Promise<LogoutReturn | undefined> {
  const checked = await readLogoutRequest(deps, parameters);
  return checked.kind === 'valid' ? checked.returnTo : undefined;
}
