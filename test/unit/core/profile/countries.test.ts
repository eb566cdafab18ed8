// The list of countries, compared with what Intl knows of regions.
import { expect, test } from 'vitest';
import { COUNTRIES } from '../../../../src/core/people/profile/countries.ts';
import { countryName, countryOptions } from '../../../../src/views/parts/country-name.ts';

test('contract 3: there are the 249 countries of ISO 3166-1, each once and in order', () => {
  expect(COUNTRIES).toHaveLength(249);
  expect(COUNTRIES).toEqual([...new Set(COUNTRIES)].sort());
});

test('contract 3: each has a name in each language, and the page lists them by name', () => {
  for (const language of ['en', 'ko'] as const) {
    for (const code of COUNTRIES) expect(countryName(code, language)).not.toBe(code);
  }
  expect(countryName('KR', 'en')).toBe('South Korea');
  expect(countryName('KR', 'ko')).toBe('대한민국');
  expect(countryOptions(['US', 'DE', 'KR'], 'en').map(([code]) => code)).toEqual(['DE', 'KR', 'US']);
  expect(countryOptions(['US', 'DE', 'KR'], 'ko').map(([code]) => code)).toEqual(['KR', 'DE', 'US']);
});

test('K11: what is no code is shown as it is', () => {
  expect(countryName('<b>', 'en')).toBe('<b>');
});
