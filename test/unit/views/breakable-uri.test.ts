// Where a listed URI breaks if it is too long for its line.
import { expect, it } from 'vitest';
import { STATES } from './states.ts';

const page = STATES['console-addresses']?.('en') ?? '';

it('pages: a listed URI breaks before its last part, and one without a part nowhere', () => {
  expect(page).toMatch(/https:\/\/shop\.acme\.example\/<wbr ?\/?>callback</);
  expect(page).toMatch(/>https:\/\/shop\.acme\.example</);
});
