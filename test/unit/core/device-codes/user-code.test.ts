// The code that a person types from a device's screen (RFC 8628 6.1, contract 43).
import { expect, it } from 'vitest';
import {
  hashUserCode,
  newUserCode,
  readUserCode,
  showUserCode,
  userCodeHashes,
} from '../../../../src/core/grants/device-codes/user-code.ts';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';

it('contract 43: has eight consonants, each as often as the others', () => {
  const counts = new Map<string, number>();
  for (let at = 0; at < 5000; at += 1) {
    const code = newUserCode();
    expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/);
    for (const letter of code) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  expect(counts.size).toBe(20);
  // 2,000 each, with a standard deviation of 44.
  for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(300);
});

it.each([
  ['WDJB-MJHT', 'WDJBMJHT'],
  ['wdjb mjht', 'WDJBMJHT'],
  ['WDJBMJHT', 'WDJBMJHT'],
  [' W D J B — M J H T\u200b', 'WDJBMJHT'],
  ['ＷＤＪＢ－ｍｊｈｔ', 'WDJBMJHT'],
  ['WDJB-MJH', undefined],
  ['WDJB-MJHTT', undefined],
  ['WDJA-MJHT', undefined],
  ['WDJ8-MJHT', undefined],
  ['', undefined],
])('contract 43: %j is read as %j', (typed, code) => {
  expect(readUserCode(typed)).toBe(code);
});

it('contract 43: is shown with a hyphen, and stored under the server’s secret alone', () => {
  expect(showUserCode('WDJBMJHT')).toBe('WDJB-MJHT');
  const [before, after] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const stored = hashUserCode(createServerSecrets(before), 'WDJBMJHT');
  expect(userCodeHashes(createServerSecrets(after, before), 'WDJBMJHT')).toContainEqual(stored);
  expect(userCodeHashes(createServerSecrets(after), 'WDJBMJHT')).not.toContainEqual(stored);
});
