// How old a factor is (contract 24).
import { expect, it } from 'vitest';
import { behind, factorSince, isRecentFactor } from '../../../../src/core/sign-in/factors/factor-age.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2030, 0, 1);

it.each([
  ['set up behind nothing 29 days ago', 29, undefined, true],
  ['set up behind nothing 30 days ago', 30, undefined, false],
  ['a new phone of yesterday, behind codes of 40 days ago', 1, 40, false],
  ['a second passkey of yesterday, behind one of 20 days ago', 1, 20, true],
])('contract 24: %s', (_name, days, shownDays, recent) => {
  const knownSince = shownDays === undefined ? undefined : NOW - shownDays * DAY;
  const factor = { createdAt: NOW - days * DAY, knownSince };
  expect(isRecentFactor(factor, NOW)).toBe(recent);
  expect(factorSince(factor)).toBe(NOW - (shownDays ?? days) * DAY);
});

const instead = (orAddressProvenSince: number | undefined) => ({
  factorShown: { rpId: undefined, orAddressProvenSince },
});

it.each([
  ['nothing', 'nothing', undefined, undefined, instead(NOW)],
  ['a mailed code that is too old', 'nothing', undefined, NOW - 1, instead(NOW)],
  ['a mailed code that counts for nothing here', 'nothing', undefined, NOW, instead(undefined)],
  ['a mailed code instead of a factor', 'mail', undefined, NOW, instead(NOW)],
  ['the mailed code that policy demands', 'mail', undefined, NOW, { addressProvenSince: NOW, ...instead(undefined) }],
  ['a factor', 'factor', NOW - DAY, undefined, instead(NOW)],
  ['both', 'factor', NOW - DAY, NOW, instead(NOW)],
] as const)(
  'contract 24: behind %s it was set up behind `%s`',
  (_name, wanted, factorSince, addressProvenAt, proof) => {
    expect(behind({ factorSince, addressProvenAt }, proof)).toEqual({ knownSince: factorSince, setUpBehind: wanted });
  },
);
