// Where people may be led for help: operators choose it while the server runs, and it stands on every page (contract 29).
import { expect, it } from 'vitest';
import { isSupportContact } from '../../../src/schema/policy/contact-points.ts';

it('contract 29: a support contact is an email address or an https URL, and hides nothing', () => {
  for (const value of ['help@example.com', '도움@example.com', 'https://help.example/a?b=c#d']) {
    expect([value, isSupportContact(value)]).toEqual([value, true]);
  }
  for (const value of [
    ...['', 'help', 'a b@example.com', '<a@example.com>', 'http://help.example', 'https://', 'javascript:alert(1)'],
    ...['help@example.com\u0000', 'a\u202e@example.com', 'https://help.example/\u202e', 'https://help.example/\n'],
    ...['a\u200b@example.com', `${'a'.repeat(2000)}@example.com`, `https://help.example/${'a'.repeat(2000)}`],
  ]) {
    expect([value, isSupportContact(value)]).toEqual([value, false]);
  }
});
