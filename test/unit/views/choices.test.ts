// What people choose by name on the consent page and in the profile is what core accepts, in every language.
import { describe, expect, it } from 'vitest';
import { readField } from '../../../src/core/people/profile/profile-fields.ts';
import { renderAccount } from '../../../src/views/account/account.tsx';
import { messagesFor } from '../../../src/views/messages/messages-for.ts';
import { LANGUAGES, type Language } from '../../../src/views/page/page.ts';
import { renderConsent } from '../../../src/views/pages/consent.tsx';
import { languages, timeZones } from '../../../src/views/parts/choices.ts';
import { showValue } from '../../../src/views/parts/claim-fields.tsx';
import { contextIn } from './contexts.ts';
import { accountProps, row } from './people.ts';
import { consentProps } from './states.ts';

const signedInAs = { email: 'mina.kim@example.com', nickname: 'Mina', logoutCsrf: 'token', severalSignedIn: false };

describe.each(LANGUAGES)('choices in %s', (language) => {
  it('contract 4: each language and time zone is a value that core stores as it is', () => {
    for (const [tag] of languages(language)) expect(readField('locale', tag)).toEqual({ value: tag });
    for (const [zone] of timeZones(language)) expect(readField('zoneinfo', zone)).toEqual({ value: zone });
  });

  it('contract 4: they are named, once each', () => {
    for (const choices of [languages(language), timeZones(language)]) {
      expect(new Set(choices.map(([value]) => value)).size).toBe(choices.length);
      expect(choices.filter(([value, text]) => value === text)).toEqual([]);
    }
  });
});

describe('the fields', () => {
  it('pages: language and time zone are shown by name', () => {
    expect(showValue('locale', 'ko-KR, Asia/Seoul', messagesFor('en'), 'en')).toBe('Korean (South Korea), Seoul');
    expect(showValue('locale', 'ko-KR, Asia/Seoul', messagesFor('ko'), 'ko')).toBe('한국어(대한민국), 서울');
    expect(showValue('locale', 'Etc/GMT+1', messagesFor('en'), 'en')).toBe('Etc/GMT+1');
  });

  it('pages: a form that comes back keeps values that are not in the lists', () => {
    const typed = { locale: 'ko-KR', zoneinfo: 'Etc/GMT+1' };
    const items = [row('locale', { consent: 'required', value: undefined, typed })];
    const html = renderConsent(contextIn('ko'), consentProps({ items }));
    expect(html).toContain('<option value="ko-KR" selected>한국어(대한민국)<');
    expect(html).toContain('<option value="Etc/GMT+1" selected>Etc/GMT+1<');
  });

  const empty = [row('phone_number', { value: undefined }), row('locale', { value: undefined })];
  it.each([
    ['consent page', (language: Language) => renderConsent(contextIn(language), consentProps({ items: empty }))],
    [
      'profile',
      (language: Language) =>
        [accountProps(), accountProps({ page: 'language' })]
          .map((props) => renderAccount(contextIn(language, { signedInAs }), props))
          .join(''),
    ],
  ])(
    'contract 4: the %s asks for language and time zone by name, and takes Korean numbers as at home',
    (_page, html) => {
      expect(html('ko')).toMatch(/<select id="locale"[^>]*>.*<option value="ja">일본어</);
      expect(html('ko')).toMatch(/<select id="zoneinfo"[^>]*>.*<option value="Europe\/Paris">파리</);
      expect(html('en')).toMatch(/<select id="zoneinfo"[^>]*>.*<option value="Europe\/Paris">Paris</);
      expect(html('ko')).toContain('<input type="hidden" name="calling_code" value="+82"/>');
      expect(html('en')).not.toContain('calling_code');
    },
  );

  it('contract 4: the profile shows stored values by name, and keeps one that is not in the lists', () => {
    const profile = { locale: 'ko-KR', zoneinfo: 'Asia/Seoul', gender: 'x' };
    const htmlOf = (page: 'profile' | 'language') =>
      renderAccount(contextIn('en', { signedInAs }), accountProps({ page, profile }));
    expect(htmlOf('profile')).toContain('Korean (South Korea), Seoul');
    expect(htmlOf('profile')).toContain('<option value="x" selected>x<');
    expect(htmlOf('language')).toContain('<option value="ko-KR" selected>Korean (South Korea)<');
    expect(htmlOf('language')).toContain('<option value="Asia/Seoul" selected>Seoul<');
  });
});
