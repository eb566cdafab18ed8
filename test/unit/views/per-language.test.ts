// Formats are made once for each language, and none before it is asked for: a start pays for what it uses.
import { expect, test } from 'vitest';
import { perLanguage } from '../../../src/views/page/per-language.ts';

test('what is made for each language is made when it is asked for, once', () => {
  const made: string[] = [];
  const format = perLanguage((language) => {
    made.push(language);
    return { language };
  });
  expect(made).toEqual([]);
  expect(format('ko')).toBe(format('ko'));
  expect(format('en').language).toBe('en');
  expect(made).toEqual(['ko', 'en']);
});
