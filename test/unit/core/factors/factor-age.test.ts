// How old a factor is (contract 24).
import { expect, it } from 'vitest';
import { behind, factorSince, isRecentFactor } from '../../../../src/core/factors/factor-age.ts';

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

it.each([
  [undefined, false, 'nothing'],
  [undefined, true, 'mail'],
  [NOW, false, 'factor'],
  [NOW, true, 'factor'],
] as const)('contract 24: what a factor was set up behind: shown since %s, by mail %s: %s', (shown, byMail, wanted) => {
  expect(behind(shown, byMail)).toEqual({ knownSince: shown, setUpBehind: wanted });
});
