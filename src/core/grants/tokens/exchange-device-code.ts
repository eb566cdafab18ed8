// Exchanges a device code for tokens once somebody has confirmed it, and tells a device that polls where it stands (RFC
// 8628 3.4, 3.5; contract 43). Of N simultaneous exchanges exactly one succeeds; any other ends the token family, as
// with codes (decision 85).
import {
  accessDenied,
  authorizationPending,
  expiredToken,
  invalidGrant,
  type OAuthError,
  slowDown,
} from '../../../protocol/errors.ts';
import type { ApplicationByKey } from '../../applications/applications/application.ts';
import type { ProvenKey } from '../../applications/client-jwts/check-proof.ts';
import { refuseNotAdmitted } from '../authorize/admission.ts';
import { decidePoll } from '../device-codes/decide-poll.ts';
import type { DeviceCode } from '../device-codes/device-code.ts';
import { refuseWithoutDevices } from '../device-codes/issue-device-code.ts';
import type { Ports } from '../ports.ts';
import { connectionEnded, whyEnded } from './check-exchange.ts';
import { refuseSwitchedOff } from './exchange-code.ts';
import type { Grant, GrantInContext } from './grant.ts';
import type { PresentedDeviceCode } from './presented.ts';
import { redeemGrant } from './redeem-grant.ts';
import type { TokenAnswer } from './token-answer.ts';

type Deps = Pick<
  Ports,
  'deviceCodes' | 'tokens' | 'clock' | 'secrets' | 'rules' | 'signingKeys' | 'issuer' | 'publish'
>;
type Input = { client: ApplicationByKey; code: PresentedDeviceCode; proof: ProvenKey | undefined };

/**
 * @param input `client` is authenticated
 * @throws OAuthError `authorization_pending`, `slow_down`, `access_denied`, `expired_token`, `invalid_grant`,
 *   `unauthorized_client`; `Unavailable`
 */
export async function exchangeDeviceCode(deps: Deps, input: Input): Promise<TokenAnswer> {
  const { application, platform } = input.client;
  refuseSwitchedOff(application);
  refuseWithoutDevices(application);
  const device = await input.code.found;
  if (device?.apiKey !== platform.apiKey) throw unknown();
  if (device.answer === 'denied')
    throw accessDenied('device-code-denied', 'The user denied the sign-in on this device.');
  if (device.grantId !== undefined) return redeem(deps, input, { device, grantId: device.grantId });
  const now = deps.clock.now();
  if (now >= device.expiresAt) throw expired();
  throw await poll(deps, device, now);
}

async function poll({ deviceCodes }: Deps, device: DeviceCode, now: number): Promise<OAuthError> {
  const { kind, next } = decidePoll(device, now);
  const isNoted = next === undefined || (await deviceCodes.notePoll(device.id, device, next));
  return kind === 'pending' && isNoted
    ? authorizationPending('device-code-pending', 'The user has not answered yet.')
    : slowDown('device-polls-too-often', 'Wait 5 seconds longer between two requests from now on.');
}

async function redeem(
  deps: Deps,
  { client, proof }: Input,
  { device, grantId }: { device: DeviceCode; grantId: string },
): Promise<TokenAnswer> {
  const found = await unspent(deps, grantId);
  const now = deps.clock.now();
  if (now >= device.expiresAt) throw expired();
  const ended = whyEnded(found);
  if (ended) throw ended;
  refuseNotAdmitted(client.application, found);
  await proof?.spend();
  const answer = await redeemGrant(deps, { found, client, proof, now }, (redemption) =>
    deps.deviceCodes.redeem(redemption),
  );
  if (!answer) {
    // Another call was faster, or what the code was earned with has ended since it was read.
    throw whyEnded(await unspent(deps, grantId)) ?? expired();
  }
  publishUse(deps, found.grant, 'redeemed');
  return answer;
}

/** The grant, if its code was not used. A second use ends the family. @throws OAuthError `invalid_grant` */
async function unspent(deps: Deps, grantId: string): Promise<GrantInContext> {
  const found = await deps.tokens.findGrant(grantId);
  if (!found) throw connectionEnded();
  const { grant } = found;
  if (grant.codeUsedAt === undefined) return found;
  await deps.tokens.endFamily(grant.id, deps.clock.now(), 'code-reused');
  publishUse(deps, grant, 'replayed');
  throw invalidGrant(
    'device-code-used',
    'The device code was already used. All tokens issued for it were revoked.',
    `grant ${grant.id} of account ${grant.accountId}: device code replayed`,
  );
}

const publishUse = ({ publish }: Deps, { applicationId, accountId }: Grant, result: 'redeemed' | 'replayed') =>
  publish({ kind: 'device-code-used', applicationId, accountId, result });

const unknown = () =>
  invalidGrant('device-code-unknown', 'The device code is unknown, long expired, or was issued to another API key.');

const expired = () => expiredToken('device-code-expired', 'The device code has expired. Ask for a new one.');
