import { expect, it } from 'vitest';
import { withoutStamp } from '../../src/http/oauth/query.ts';

it('contract 4: a stamp is taken out of the query in every spelling, and nothing else is touched', () => {
  expect(withoutStamp('a=1%20&lk%5Fstamp=x&lk_stamp&%6ck_stamp=y&b=+2&xlk_stamp=z&=&')).toBe(
    'a=1%20&b=+2&xlk_stamp=z&=&',
  );
});
