// What people choose by name on the consent page is what core accepts, in every language.
import { describe, expect, it } from 'vitest';
import { withCallingCode } from '../../src/core/profile/phone-number.ts';
import { readField } from '../../src/core/profile/profile-fields.ts';
import { messagesFor } from '../../src/views/messages/messages-for.ts';
import { renderConsent } from '../../src/views/pages/consent.tsx';
import { callingCodes, countryNames, languages, timeZones } from '../../src/views/parts/choices.ts';
import { showValue } from '../../src/views/parts/claim-fields.tsx';
import { LANGUAGES } from '../../src/views/parts/page.ts';
import { contextIn } from './contexts.ts';
import { fault, row } from './people.ts';
import { consentProps } from './states.ts';

describe.each(LANGUAGES)('choices in %s', (language) => {
  it('contract 4: each language, time zone and country is a value that core stores as it is', () => {
    for (const [tag] of languages(language)) expect(readField('locale', tag)).toEqual({ value: tag });
    for (const [zone] of timeZones(language)) expect(readField('zoneinfo', zone)).toEqual({ value: zone });
    for (const name of countryNames(language)) expect(readField('country', name)).toEqual({ value: name });
  });

  it('contract 4: each calling code makes a number', () => {
    for (const [country] of callingCodes(language)) {
      expect(readField('phone_number', withCallingCode(country, '23456789'))).toHaveProperty('value');
    }
  });

  it('contract 4: they are named, once each', () => {
    for (const choices of [languages(language), timeZones(language), callingCodes(language)]) {
      expect(new Set(choices.map(([value]) => value)).size).toBe(choices.length);
      expect(choices.filter(([value, text]) => value === text)).toEqual([]);
    }
    expect(new Set(countryNames(language)).size).toBe(countryNames(language).length);
  });
});

describe('the fields', () => {
  it('pages: language and time zone are shown by name', () => {
    expect(showValue('locale', 'ko-KR, Asia/Seoul', messagesFor('en'), 'en')).toBe('Korean (South Korea), Seoul');
    expect(showValue('locale', 'ko-KR, Asia/Seoul', messagesFor('ko'), 'ko')).toBe('한국어(대한민국), 서울');
    expect(showValue('locale', 'Etc/GMT+1', messagesFor('en'), 'en')).toBe('Etc/GMT+1');
  });

  it('pages: a form that comes back keeps the country of the number, and values that are not in the lists', () => {
    const typed = { phone_country: 'GB+44', phone_number: '1' };
    const items = [
      row('phone_number', { consent: 'required', value: undefined, typed }),
      row('locale', { consent: 'required', value: undefined, typed: { locale: 'ko-KR', zoneinfo: 'Etc/GMT+1' } }),
    ];
    const faults = [fault('phone_number', 'phone-number-malformed')];
    const html = renderConsent(contextIn('ko'), consentProps({ items, faults }));
    expect(html).toContain('<option value="GB+44" selected>');
    expect(html).toContain('<option value="ko-KR" selected>');
    expect(html).toContain('<option value="Etc/GMT+1" selected>');
  });

  it('pages: a Korean page suggests a Korean number', () => {
    const items = [row('phone_number', { consent: 'required', value: undefined })];
    expect(renderConsent(contextIn('ko'), consentProps({ items }))).toContain('<option value="KR+82" selected>');
    expect(renderConsent(contextIn('en'), consentProps({ items }))).not.toMatch(/\+\d+" selected/);
  });
});
