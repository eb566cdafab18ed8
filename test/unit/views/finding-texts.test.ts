// The findings of `latchkey doctor` in Korean: each has its words, with the values of the English ones.
import { describe, expect, it } from 'vitest';
import { FINDINGS } from '../../../src/core/operating/doctor/all-findings.ts';
import type { Template } from '../../../src/core/operating/doctor/finding.ts';
import { enDoctor } from '../../../src/views/messages/en/doctor.ts';
import { koDoctor } from '../../../src/views/messages/ko/doctor.ts';
import { KOREAN_FINDINGS } from '../../../src/views/messages/ko/findings.ts';

const namesIn = (text: string | undefined) => [...(text ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const templates = Object.entries<Template>(FINDINGS);

describe('contract 29: what doctor says, in English', () => {
  it.each([
    ['up to date (7)', {}, 'Up to date (7)'],
    ['second_factor is optional', {}, 'second_factor is optional'],
    ['data has 3 GB left', { folder: 'data' }, 'data has 3 GB left'],
  ])('%s: begins as a sentence, unless with a value or a setting', (found, values, shown) => {
    const finding = { code: 'schema-current', subject: 'schema', level: 'ok', found, fix: undefined, values } as const;
    expect(enDoctor.textOf(finding).found).toBe(shown);
  });
});

describe('contract 29: what doctor says, in Korean', () => {
  it('names every value that the English words name, and has advice where they have', () => {
    for (const [code, { found, fix }] of templates) {
      const [koreanFound, koreanFix] = KOREAN_FINDINGS[code as keyof typeof KOREAN_FINDINGS];
      expect([code, namesIn(koreanFound + koreanFix).filter((name, at, all) => all.indexOf(name) === at)]).toEqual([
        code,
        namesIn(`${found}${fix}`).filter((name, at, all) => all.indexOf(name) === at),
      ]);
      expect([code, koreanFix === undefined]).toEqual([code, fix === undefined]);
    }
  });

  it('is Korean, but for what is only values and commands', () => {
    const bare = templates.filter(([code]) => {
      const [found] = KOREAN_FINDINGS[code as keyof typeof KOREAN_FINDINGS];
      return !/[가-힣]/.test(found);
    });
    expect(bare.map(([code]) => code).sort()).toEqual([
      ...['certificate-unreadable', 'clock-right', 'mail-refused', 'setting-refused'],
    ]);
  });

  it('a code that this program does not know is told in English', () => {
    const finding = {
      code: 'of-a-newer-program',
      subject: 'clock',
      level: 'ok',
      found: 'Fine',
      fix: undefined,
    } as const;
    expect(koDoctor.textOf({ ...finding, values: {} })).toEqual({ found: 'Fine', fix: undefined });
  });
});
