// The Korean texts of the errors: in step with the definitions, and in one style.
import { describe, expect, it } from 'vitest';
import { ERROR_CATALOGUE } from '../../../src/core/applications/error-catalogue.ts';
import { KO_CHAPTERS, KO_ERROR_TEXTS } from '../../../src/views/messages/error-texts.ts';

const entries = ERROR_CATALOGUE.flatMap((chapter) => chapter.entries);
const korean = Object.entries(KO_ERROR_TEXTS);

/** Numbers, names of parameters and members, and values in lists. */
const factsIn = (text: string): string[] => {
  const plain = text.replaceAll(/–|-(?=\d)/g, '~').replaceAll(/(\d) to (\d)/g, '$1~$2');
  const names = plain.match(/\b[a-z]+(?:_[a-z\d]+)+\b|\bRFC \d+ [\d.]+|\b[\d,.]*\d\b(?! bytes)|lk_\w+/g) ?? [];
  const listed = /(?:one of|하나를 쓰세요|하나로 정하세요): (.*?)\.?$/.exec(plain)?.[1]?.split(', ') ?? [];
  return [...new Set([...names, ...listed])].sort();
};

describe('the errors in Korean', () => {
  it('messages: every code and chapter has its text, and nothing else has', () => {
    expect(korean.map(([code]) => code).sort()).toEqual(entries.map(({ code }) => code).sort());
    expect(Object.keys(KO_CHAPTERS)).toEqual(ERROR_CATALOGUE.map(({ id }) => id));
  });

  it.each(entries)('messages: "$code" names the same numbers, parameters and values as in English', (entry) => {
    const texts = KO_ERROR_TEXTS[entry.code as keyof typeof KO_ERROR_TEXTS];
    for (const part of ['cause', 'cure'] as const) {
      const [english, own] = [factsIn(entry[part]), factsIn(texts[part])];
      expect(own).toEqual(expect.arrayContaining(english));
      // Korean writes small numbers as digits where English has words.
      expect(own.filter((fact) => !english.includes(fact) && !/^\d{1,2}$/.test(fact))).toEqual([]);
    }
  });

  it.each(korean)('messages: "%s" is Korean in one polite style', (_, { title, cause, cure }) => {
    for (const text of [title, cause, cure]) {
      expect(text).toMatch(/\p{Script=Hangul}/u);
      expect(text).not.toMatch(/니다[.?!]?$|[가-힣](?:한다|이다)\.?$/);
    }
    expect(title).toMatch(/요$/);
    expect(cause).toMatch(/[요]\.?$|요\([^)]*\)\.$/);
  });
});
