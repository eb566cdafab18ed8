import { expect, test } from 'vitest';
import { makeStamp, readStamp } from '../../../src/core/authorize/stamp.ts';
import { createServerSecrets } from '../../../src/core/secrets.ts';
import { NOW } from '../given.ts';

const secrets = createServerSecrets(Buffer.alloc(32, 1));
const stamp = makeStamp(secrets, 'a=1&b=2', NOW);

test('lk_stamp tells when the request first arrived (contract 4)', () => {
  expect(readStamp(secrets, 'a=1&b=2', stamp, NOW + 1000)).toBe(NOW);
});
test('for other parameters it counts as a new request', () => {
  expect(readStamp(secrets, 'a=1&b=3', stamp, NOW)).toBeUndefined();
});
test('it is good for 24 hours', () => {
  const day = 24 * 60 * 60 * 1000;
  expect(readStamp(secrets, 'a=1&b=2', stamp, NOW + day)).toBe(NOW);
  expect(readStamp(secrets, 'a=1&b=2', stamp, NOW + day + 1)).toBeUndefined();
});
test('a moved moment is forged', () => {
  const moved = `${(NOW - 1).toString(36)}.${stamp.split('.')[1]}`;
  expect(readStamp(secrets, 'a=1&b=2', moved, NOW)).toBeUndefined();
});
test.each(['', 'x', `${stamp}x`, `.${stamp}`, undefined])('%s is no stamp', (text) => {
  expect(readStamp(secrets, 'a=1&b=2', text, NOW)).toBeUndefined();
});
test('a stamp of the previous secret is still read while the secret is changed', () => {
  const changed = createServerSecrets(Buffer.alloc(32, 2), Buffer.alloc(32, 1));
  expect(readStamp(changed, 'a=1&b=2', stamp, NOW)).toBe(NOW);
  expect(readStamp(createServerSecrets(Buffer.alloc(32, 2)), 'a=1&b=2', stamp, NOW)).toBeUndefined();
});
