import { expect, it } from 'vitest';
import { withoutOwnParameters } from '../../../src/http/flow/query.ts';

it('contract 4: a stamp is taken out of the query in every spelling, and nothing else is touched', () => {
  expect(withoutOwnParameters('a=1%20&lk%5Fstamp=x&lk_stamp&%6ck_stamp=y&b=+2&xlk_stamp=z&=&')).toBe(
    'a=1%20&b=+2&xlk_stamp=z&=&',
  );
});

it('contract 4: what the server itself adds for the sign-in page is taken out too, so that the stamp stays valid', () => {
  expect(withoutOwnParameters('a=1&lk_other_account=yes&lk_stamp=x&b=2')).toBe('a=1&b=2');
});
