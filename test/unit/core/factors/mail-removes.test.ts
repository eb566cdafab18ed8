// Which factors the mailbox alone removes after a reset by link (contract 22).
import { expect, it } from 'vitest';
import { mayMailRemove } from '../../../../src/core/sign-in/factors/factors-after-reset.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2030, 0, 1);

it.each([
  ['a factor of today, set up by the password alone', 0, undefined, 'nothing', true, true],
  ['one from before this was kept', 0, undefined, undefined, true, true],
  ['one set up behind a mailed code', 0, undefined, 'mail', false, true],
  ['a new phone, behind codes of 40 days ago', 0, 40, 'factor', false, false],
  ['a second passkey, behind one of 20 days ago', 0, 20, 'factor', false, true],
  ['one of 40 days ago, by the password alone', 40, undefined, 'nothing', false, false],
] as const)('contract 22: %s: of somebody bound by policy %5$s, of anybody else %6$s', (...row) => {
  const [, days, shownDays, setUpBehind, bound, other] = row;
  const knownSince = shownDays === undefined ? undefined : NOW - shownDays * DAY;
  const factor = { createdAt: NOW - days * DAY, knownSince, setUpBehind };
  expect([mayMailRemove(factor, true, NOW), mayMailRemove(factor, false, NOW)]).toEqual([bound, other]);
});
