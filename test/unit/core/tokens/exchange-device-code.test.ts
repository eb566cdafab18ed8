// What a device that presents its code learns, and what a second use ends (RFC 8628 3.4, 3.5; contract 43).
import { describe, expect, it } from 'vitest';
import type { Application } from '../../../../src/core/applications/applications/application.ts';
import type { DeviceCode } from '../../../../src/core/grants/device-codes/device-code.ts';
import type { Ports } from '../../../../src/core/grants/ports.ts';
import { exchangeDeviceCode } from '../../../../src/core/grants/tokens/exchange-device-code.ts';
import type { Grant, GrantInContext } from '../../../../src/core/grants/tokens/grant.ts';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import { DEVICE_GRANT } from '../../../../src/protocol/grant-types.ts';
import { API_KEY, givenApplication, givenGrant, givenGrantInContext, givenPlatform, NOW } from '../given.ts';

const GRANT = givenGrant({ familySeed: Buffer.alloc(32, 3) });
const DEVICE: DeviceCode = {
  ...{ id: 'd1', codeHash: Buffer.alloc(32), userCodeHash: Buffer.alloc(32), apiKey: API_KEY, applicationId: 'a1' },
  ...{ requestedScope: undefined, createdAt: NOW - 1000, expiresAt: NOW + 1000, slowed: false },
  ...{ pollInterval: 5000, nextPollAt: NOW, answer: undefined, grantId: undefined },
};
const CONFIRMED = { answer: 'confirmed', grantId: GRANT.id } as const;

type Context = Partial<Omit<GrantInContext, 'grant'>> & { grant?: Partial<Grant> };
type Given = {
  device?: Partial<DeviceCode> | undefined;
  application?: Partial<Application>;
  /** The grant as each read in turn finds it; the last one stays. */
  grants?: readonly (Context | undefined)[];
  noted?: boolean;
  redeems?: boolean;
  proof?: boolean;
  now?: number;
};

async function exchange(given: Given) {
  const calls: unknown[][] = [];
  const grants = [...(given.grants ?? [{}])];
  const findGrant = async () => {
    const context = grants.length > 1 ? grants.shift() : grants[0];
    if (!context) return undefined;
    const { grant, ...more } = context;
    return givenGrantInContext({ grant: { ...GRANT, ...grant }, ...more });
  };
  const deps = {
    deviceCodes: {
      notePoll: async (id: string, _: DeviceCode, next: object) => {
        calls.push(['notePoll', id, next]);
        return given.noted ?? true;
      },
      redeem: async ({ grantId }: { grantId: string }) => {
        calls.push(['redeem', grantId]);
        return given.redeems ?? true;
      },
    },
    tokens: { findGrant, endFamily: async (...ended: unknown[]) => void calls.push(['endFamily', ...ended]) },
    clock: { now: () => given.now ?? NOW },
    secrets: createServerSecrets(Buffer.alloc(32, 1)),
    rules: { accessTokenTtlSeconds: 60, refreshTokenTtlSeconds: 600, familyTtlSeconds: 6000 },
    publish: (event: object) => calls.push(['publish', event]),
  } as unknown as Ports;
  const application = givenApplication({ grantTypes: ['authorization_code', DEVICE_GRANT], ...given.application });
  const found = 'device' in given && given.device === undefined ? undefined : { ...DEVICE, ...given.device };
  const outcome = await exchangeDeviceCode(deps, {
    client: { application, platform: givenPlatform() },
    code: { found: Promise.resolve(found) },
    proof: given.proof ? ({ jkt: 'jkt', spend: async () => void calls.push(['spend']) } as never) : undefined,
  }).then(
    ({ accessToken }) => accessToken.slice(0, 6),
    (error: { code: string; refusal: string }) => `${error.code} ${error.refusal}`,
  );
  return [outcome, calls];
}

const used = (result: string) => [
  'publish',
  { kind: 'device-code-used', applicationId: 'a1', accountId: 'u1', result },
];
const REDEEM = ['redeem', GRANT.id];
const REPLAYED = [['endFamily', GRANT.id, NOW, 'code-reused'], used('replayed')];
const poll = (pollInterval: number, nextPollAt: number, slowed: boolean) => [
  ...['notePoll', 'd1', { pollInterval, nextPollAt, slowed }],
];

describe('contract 43: before anybody has answered', () => {
  it.each<[string, Given, outcome: string, calls: unknown[][]]>([
    ['the device waits', {}, 'authorization_pending device-code-pending', [poll(5000, NOW + 5000, false)]],
    [
      'it polls too early',
      { device: { nextPollAt: NOW + 1 } },
      'slow_down device-polls-too-often',
      [poll(10_000, NOW + 5001, true)],
    ],
    ['it goes on so', { device: { nextPollAt: NOW + 1, slowed: true } }, 'slow_down device-polls-too-often', []],
    ['it polls twice at once', { noted: false }, 'slow_down device-polls-too-often', [poll(5000, NOW + 5000, false)]],
    ['its time is over', { now: DEVICE.expiresAt }, 'expired_token device-code-expired', []],
    [
      'its time is nearly over',
      { now: DEVICE.expiresAt - 1 },
      'authorization_pending device-code-pending',
      [poll(5000, DEVICE.expiresAt - 1 + 5000, false)],
    ],
    ['the code is unknown', { device: undefined }, 'invalid_grant device-code-unknown', []],
    ['it is of another API key', { device: { apiKey: 'other' } }, 'invalid_grant device-code-unknown', []],
    ['somebody denied it', { device: { answer: 'denied' } }, 'access_denied device-code-denied', []],
    [
      'the application has no devices',
      { application: { grantTypes: ['authorization_code'] } },
      'unauthorized_client device-grant-off',
      [],
    ],
    [
      'the application is switched off',
      { application: { loginActivation: false } },
      'unauthorized_client login-activation-off',
      [],
    ],
  ])('%s', async (_, given, outcome, calls) => {
    expect(await exchange(given)).toEqual([outcome, calls]);
  });
});

describe('contract 43: once somebody has confirmed', () => {
  it.each<[string, Given, outcome: string, calls: unknown[][]]>([
    ['it gets tokens', {}, 'lk_at_', [REDEEM, used('redeemed')]],
    ['the proof of a key is spent', { proof: true }, 'lk_at_', [['spend'], REDEEM, used('redeemed')]],
    ['its time is over', { now: DEVICE.expiresAt, proof: true }, 'expired_token device-code-expired', []],
    [
      'the connection has ended',
      { grants: [{ connectionLive: false }], proof: true },
      'invalid_grant connection-ended',
      [],
    ],
    ['the session has ended', { grants: [{ sessionEnded: true }] }, 'invalid_grant session-ended', []],
    ['the grant is gone', { grants: [undefined] }, 'invalid_grant connection-ended', []],
    [
      'the person is no longer let in',
      { grants: [{ admitted: false }], application: { audience: 'team' }, proof: true },
      'unauthorized_client not-in-team',
      [],
    ],
    [
      'C2: a second use ends the family',
      { grants: [{ grant: { codeUsedAt: NOW - 1 } }], proof: true },
      'invalid_grant device-code-used',
      REPLAYED,
    ],
    [
      'C2: it ends after its time as well',
      { grants: [{ grant: { codeUsedAt: NOW - 1 } }], device: { expiresAt: NOW } },
      'invalid_grant device-code-used',
      REPLAYED,
    ],
    [
      'C3: of two at once the second ends the family',
      { grants: [{}, { grant: { codeUsedAt: NOW } }], redeems: false },
      'invalid_grant device-code-used',
      [REDEEM, ...REPLAYED],
    ],
    [
      'the session ended a moment before',
      { grants: [{}, { sessionEnded: true }], redeems: false },
      'invalid_grant session-ended',
      [REDEEM],
    ],
    ['its time ended a moment before', { redeems: false }, 'expired_token device-code-expired', [REDEEM]],
  ])('%s', async (_, given, outcome, calls) => {
    const confirmed = { ...given, device: { ...CONFIRMED, ...given.device } };
    expect(await exchange(confirmed)).toEqual([outcome, calls]);
  });
});
