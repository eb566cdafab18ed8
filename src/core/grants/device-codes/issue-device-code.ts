// Answers a device that asks to sign somebody in (RFC 8628 3.1, 3.2).
import { unauthorizedClient } from '../../../protocol/errors.ts';
import { signsInDevices } from '../../../protocol/grant-types.ts';
import { parseScope } from '../../../protocol/scope.ts';
import type { ApplicationByKey } from '../../applications/applications/application.ts';
import { hashSecret, newId, randomSecret } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';
import { refuseSwitchedOff } from '../tokens/exchange-code.ts';
import { DEVICE_CODE_TTL_MS, POLL_INTERVAL_MS } from './device-code.ts';
import { hashUserCode, newUserCode } from './user-code.ts';

export type IssuedDeviceCode = { deviceCode: string; userCode: string; expiresIn: number; interval: number };

/** So many user codes are tried. Two that are alike are rare even among a million. */
const TRIES = 5;

/**
 * @param input `client` is authenticated; `scope` as sent
 * @throws OAuthError `unauthorized_client`; `Unavailable`
 */
export async function issueDeviceCode(
  deps: Pick<Ports, 'deviceCodes' | 'clock' | 'secrets' | 'publish'>,
  { client, scope }: { client: ApplicationByKey; scope: string | undefined },
): Promise<IssuedDeviceCode> {
  refuseSwitchedOff(client.application);
  refuseWithoutDevices(client.application);
  const deviceCode = randomSecret();
  const applicationId = client.application.id;
  for (let tried = 0; tried < TRIES; tried += 1) {
    const now = deps.clock.now();
    const userCode = newUserCode();
    const result = await deps.deviceCodes.issue({
      id: newId(deps.clock),
      codeHash: hashSecret(deviceCode),
      userCodeHash: hashUserCode(deps.secrets, userCode),
      apiKey: client.platform.apiKey,
      applicationId,
      requestedScope: parseScope(scope),
      createdAt: now,
      expiresAt: now + DEVICE_CODE_TTL_MS,
      pollInterval: POLL_INTERVAL_MS,
      nextPollAt: now,
      slowed: false,
      answer: undefined,
      grantId: undefined,
    });
    if (result === 'refused') throw deviceGrantOff();
    if (result === 'user-code-taken') continue;
    deps.publish({ kind: 'device-code-issued', applicationId });
    return {
      deviceCode,
      userCode,
      expiresIn: DEVICE_CODE_TTL_MS / 1000,
      interval: POLL_INTERVAL_MS / 1000,
    };
  }
  throw new Error('No free user code was found.');
}

const deviceGrantOff = () =>
  unauthorizedClient('device-grant-off', 'This application does not sign people in on devices without a browser.');

/** @throws OAuthError `unauthorized_client` */
export function refuseWithoutDevices(application: ApplicationByKey['application']): void {
  if (!signsInDevices(application)) throw deviceGrantOff();
}
