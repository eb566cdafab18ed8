// The value that a form carries between the first proof and the code (contract 24): where it opens, and for how long.
import { expect, it } from 'vitest';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import {
  type HalfSignedInPlace,
  openHalfSignedIn,
  sealHalfSignedIn,
} from '../../../../src/core/sign-in/factors/half-signed-in.ts';
import { MINUTE, NOW } from '../../../contract/stores/given.ts';

const secrets = createServerSecrets(Buffer.alloc(32, 7));
const HALF = { accountId: 'somebody', signInEpoch: 3, persistent: true, provenAt: NOW };
const PLACE = { deviceId: 'browser', request: 'client_id=a' };

it.each<[string, { opens: boolean; later?: number; change?: (value: string) => string } & Partial<HalfSignedInPlace>]>([
  ['where it was made', { opens: true }],
  ['just before five minutes are over', { opens: true, later: 5 * MINUTE - 1 }],
  ['not when they are', { opens: false, later: 5 * MINUTE }],
  ['not before it was made, as a clock that was set back has it', { opens: false, later: -1 }],
  ['not in another browser', { opens: false, deviceId: 'other' }],
  ['not in a browser without the device cookie', { opens: false, deviceId: undefined }],
  ['not in another request', { opens: false, request: 'client_id=b' }],
  [
    'not when it was altered',
    { opens: false, change: (value) => `${value.startsWith('A') ? 'B' : 'A'}${value.slice(1)}` },
  ],
  ['not when it is none', { opens: false, change: () => '' }],
])('contract 24: opens %s', (_, { opens, later = 0, change = (value) => value, ...elsewhere }) => {
  const clock = { now: () => NOW + later };
  const value = change(sealHalfSignedIn({ secrets }, HALF, PLACE));
  expect(openHalfSignedIn({ secrets, clock }, value, { ...PLACE, ...elsewhere })).toEqual(opens ? HALF : undefined);
});
