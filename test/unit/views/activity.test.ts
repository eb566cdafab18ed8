// What the page of activity says of the acts of others: who it was, by role, and what was done (contract 27).
import { expect, test } from 'vitest';
import { renderAccount } from '../../../src/views/account/account.tsx';
import { SAID_ACTIONS } from '../../../src/views/messages/acts-of-others.ts';
import { LANGUAGES, type Language } from '../../../src/views/page/page.ts';
import { contextIn } from './contexts.ts';
import { accountProps, activity } from './people.ts';

const shown = (language: Language, data: object, applicationName?: string) =>
  renderAccount(
    contextIn(language),
    accountProps({ page: 'activity', activities: [activity(0, { kind: 'operator-acted', data, applicationName })] }),
  ).replaceAll(/<[^>]*>/g, '');

test.each([
  ['operator', 'accounts see', 'An operator of this service viewed your account'],
  ['operator', 'accounts sessions', 'An operator of this service viewed the devices you are signed in on'],
  ['operator', 'PATCH /accounts/:id', 'An operator of this service changed your account details'],
  ['operator', 'accounts disable', 'An operator of this service disabled your account'],
  ['support', 'accounts end-sessions', 'The support team signed you out on every device'],
  ['support', 'DELETE /accounts/:id/sessions', 'The support team signed you out on every device'],
  ['machine', 'POST /accounts/:id/password-links', 'A program of this service made a link to set a new password'],
  ['machine', 'GET /audit', 'A program of this service viewed the history of your account'],
  ['user', 'team remove', 'A member of the team removed you from the team of Acme Shop'],
  ['owner', 'GET /applications/:id/connections/:sub', 'A member of the team viewed your connection with Acme Shop'],
])('contract 27: an act by the role %s, %s, reads "%s"', (role, action, text) => {
  expect(shown('en', { role, action }, 'Acme Shop')).toContain(text);
});

test('contract 27: the act of a team whose application is gone names no application', () => {
  expect(shown('en', { role: 'owner', action: 'team remove' })).toContain(
    'A member of the team removed you from the team of a removed application',
  );
});

test('contract 27: Korean says it as a sentence, with the particles of the names', () => {
  expect(shown('ko', { role: 'machine', action: 'accounts see' })).toContain(
    '서비스 운영 프로그램이 내 계정 정보를 조회했어요',
  );
  expect(shown('ko', { role: 'owner', action: 'team hand-over' }, 'Acme Shop')).toContain(
    '앱 담당자가 나를 Acme Shop 소유자로 변경했어요',
  );
});

test('contract 27: whoever acted is named by role in every language', () => {
  for (const language of LANGUAGES) {
    const texts = ['operator', 'support', 'machine', 'owner'].map((role) =>
      shown(language, { role, action: 'accounts see' }),
    );
    expect(new Set(texts).size).toBe(4);
  }
});

test.each(LANGUAGES)('contract 27: in %s people never read the name of an action', (language) => {
  const OTHER = { en: 'viewed or changed something on your account', ko: '내 계정 정보를 조회하거나 변경했어요' };
  for (const action of [...SAID_ACTIONS, 'accounts unheard-of', 'PATCH /unheard-of']) {
    const text = shown(language, { role: 'operator', action }, 'Acme Shop');
    expect(text).not.toContain(action);
    expect(text.includes(OTHER[language]), action).toBe(!SAID_ACTIONS.includes(action));
  }
});
