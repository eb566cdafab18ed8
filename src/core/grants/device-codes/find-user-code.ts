// Finds what a device asked for by the code that a person typed (RFC 8628 3.3). Wrong codes are counted for the account
// and the network, before they are looked up, so that nobody finds out which codes exist (RFC 8628 5.1).
import { NO_CLAIMS } from '../../../protocol/claims-request.ts';
import { signsInDevices } from '../../../protocol/grant-types.ts';
import type { ApplicationByKey } from '../../applications/applications/application.ts';
import type { ClientAddress } from '../../ground/limits/client-address.ts';
import { countedTry, type Limited } from '../../ground/limits/counted-try.ts';
import type { AuthorizationRequest } from '../authorize/authorization-request.ts';
import type { Ports } from '../ports.ts';
import type { AwaitedCode } from './device-code.ts';
import { readUserCode, userCodeHashes } from './user-code.ts';

const WINDOW_MS = 15 * 60 * 1000;
const TRIES_PER_ACCOUNT = 10;
const TRIES_PER_NETWORK = 100;

/** A live code that nobody has answered, and the request that it stands for. */
export type FoundCode = { kind: 'found'; userCode: string; code: AwaitedCode; request: AuthorizationRequest };

/** `unknown` also of what has an answer or is over, and of an application that is OFF or signs in no devices. */
export type UserCodeLookUp = FoundCode | { kind: 'unknown' };

type LookUpDeps = Pick<Ports, 'deviceCodes' | 'applications' | 'secrets' | 'clock'>;

/** @param userCode as `readUserCode` returned it, of somebody who may know it: nothing is counted */
export async function lookUpUserCode(deps: LookUpDeps, userCode: string): Promise<UserCodeLookUp> {
  const code = await deps.deviceCodes.findAwaited(userCodeHashes(deps.secrets, userCode), deps.clock.now());
  const found = code && (await deps.applications.findByApiKey(code.apiKey));
  if (!code || !found?.application.loginActivation || !signsInDevices(found.application)) return { kind: 'unknown' };
  return { kind: 'found', userCode, code, request: deviceRequest(found, code) };
}

/**
 * Looks up what was typed. A right code is not counted; where there were too many wrong ones, a right one is refused as
 * well.
 * @throws Unavailable; the try is then not counted
 */
export async function tryUserCode(
  deps: LookUpDeps & Pick<Ports, 'signInLimits' | 'publish'>,
  input: { typed: string; accountId: string; from: Pick<ClientAddress, 'network' | 'isLocal'> },
): Promise<UserCodeLookUp | Limited> {
  const key = (...of: readonly string[]) => deps.secrets.mac('limit', 'user-code', ...of);
  const ofAccount = { key: key('account', input.accountId), limit: TRIES_PER_ACCOUNT };
  const ofNetwork = { key: key('network', input.from.network), limit: TRIES_PER_NETWORK };
  const buckets = input.from.isLocal ? [ofAccount] : [ofAccount, ofNetwork];
  const tried = await countedTry(deps, { buckets, windowMs: WINDOW_MS }, async (uncount): Promise<UserCodeLookUp> => {
    const userCode = readUserCode(input.typed);
    const found = userCode === undefined ? { kind: 'unknown' as const } : await lookUpUserCode(deps, userCode);
    if (found.kind === 'found') await uncount();
    return found;
  });
  const { accountId } = input;
  if (tried.kind !== 'found')
    deps.publish({ kind: 'user-code-refused', accountId, result: tried.kind === 'limited' ? 'limited' : 'wrong' });
  return tried;
}

/**
 * What is asked of the person follows from this request, as at `/oauth/authorize`. Consent is always shown: nothing
 * proves that the device is the application's (RFC 8628 5.4, 5.6).
 */
const deviceRequest = ({ application, platform }: ApplicationByKey, code: AwaitedCode): AuthorizationRequest => ({
  application,
  platform,
  redirectUri: '',
  native: true,
  responseMode: 'query',
  state: undefined,
  scope: code.requestedScope,
  audiences: undefined,
  nonce: undefined,
  codeChallenge: undefined,
  dpopJkt: undefined,
  prompt: new Set(['consent']),
  maxAgeSeconds: undefined,
  loginHint: undefined,
  acrValues: [],
  claims: NO_CLAIMS,
  subjects: undefined,
});
