// The grant types of an application (RFC 7591 2, RFC 8628 3.4; contract 43).
import { expect, it } from 'vitest';
import { GRANT_TYPES, type GrantTypeName, signsInDevices, withDeviceGrant } from '../../../src/protocol/grant-types.ts';

const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';
const CODE = 'authorization_code';
const REFRESH = 'refresh_token';

it('they have the names of the registry, in this order', () => {
  expect(GRANT_TYPES).toEqual([CODE, REFRESH, DEVICE]);
});

it.each<[grantTypes: readonly GrantTypeName[], signsIn: boolean, without: object, withIt: object]>([
  [[CODE, REFRESH], false, [CODE, REFRESH], [CODE, REFRESH, DEVICE]],
  [[DEVICE, CODE], true, [CODE], [CODE, DEVICE]],
  [[DEVICE], true, [], [DEVICE]],
])('contract 43: %j signs people in on devices: %s', (grantTypes, signsIn, without, withIt) => {
  expect(signsInDevices({ grantTypes })).toBe(signsIn);
  expect(withDeviceGrant(grantTypes, false)).toEqual(without);
  expect(withDeviceGrant(grantTypes, true)).toEqual(withIt);
});
