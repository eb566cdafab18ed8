// The catalogues: whole in every language, no message left in another's words, particles that follow the sound.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FORM_FAULT_CODES } from '../../../src/core/ground/accounts/form-fault-codes.ts';
import { CONSENT_ITEMS } from '../../../src/core/ground/consent-items.ts';
import { FIELDS_OF_ITEM as FIELDS_OF_ITEM_IN_CORE } from '../../../src/core/people/profile/profile-fields.ts';
import { endingOf, objectOf, subjectOf, topicOf, towardOf } from '../../../src/views/messages/ko/particles.ts';
import { messagesFor } from '../../../src/views/messages/messages-for.ts';
import { ERROR_CODES, LANGUAGES } from '../../../src/views/page/page.ts';
import { FIELDS_OF_ITEM } from '../../../src/views/parts/claim-fields.tsx';
import { faultText } from '../../../src/views/parts/faults.tsx';

/** Every message with its place; functions are called with stand-ins. */
const sayAll = (value: unknown, place = ''): [string, string][] => {
  if (typeof value === 'string') return [[place, value]];
  if (typeof value === 'function') return sayAll(value('Acme', 'Latchkey'), place);
  if (typeof value !== 'object' || value === null) return [];
  if ('name' in value && Object.keys(value).length === 1) return [];
  return Object.entries(value).flatMap(([key, inner]) => sayAll(inner, `${place}.${key}`));
};

const placesOf = (value: unknown, place = ''): string[] =>
  typeof value !== 'object' || value === null
    ? [place]
    : Object.entries(value).flatMap(([key, inner]) =>
        placesOf(inner, Array.isArray(value) ? place : `${place}.${key}`),
      );

const SAME_IN_BOTH = new Set(['.languageName', '.pageTitle']);

describe('messages', () => {
  it('messages: every catalogue has the same places', () => {
    const places = LANGUAGES.map((language) => placesOf(messagesFor(language)));
    expect(places[0]?.toSorted()).toEqual(places[1]?.toSorted());
  });

  it('messages: no message is empty', () => {
    for (const language of LANGUAGES) {
      for (const [place, text] of sayAll(messagesFor(language))) expect(text.trim(), place).not.toBe('');
    }
  });

  it('contract 30: only who sets up an app is told how many digits it shows, because an imported one may show eight', () => {
    const six = /\b(?:six|6)[- ]digits?\b|(?:6|여섯) ?자리/i;
    for (const language of LANGUAGES) {
      const told = sayAll(messagesFor(language)).filter(([, text]) => six.test(text));
      expect(told.map(([place]) => place)).toEqual(['.twoStep.enter']);
    }
    for (const page of ['users', 'users.ko'])
      expect(readFileSync(new URL(`../../../docs/${page}.md`, import.meta.url), 'utf8')).not.toMatch(six);
  });

  it('messages: every Korean message has Korean in it', () => {
    const lonely = sayAll(messagesFor('ko')).filter(([place, text]) => {
      const inPhrase = /\.\d+$/.test(place);
      return !SAME_IN_BOTH.has(place) && !inPhrase && !/\p{Script=Hangul}/u.test(text);
    });
    expect(lonely).toEqual([]);
  });

  it('messages: no English message has Korean in it', () => {
    for (const [place, text] of sayAll(messagesFor('en'))) expect(text, place).not.toMatch(/\p{Script=Hangul}/u);
  });

  it.each([
    // `post-logout redirect URI` explains a term of the specification.
    ['ko', /(?<!post-logout )redirect URI|열람자|기계 토큰|거절됨|위험 구역/],
    ['en', /[Mm]achine token|given up'|[Hh]and(?:s|ed|ing)? over|(?:[Ll]ogin|[Ss]witch(?: it)?) (?:is )?O(?:N|FF)\b/],
  ] as const)('messages: one thing has one word (%s)', (language, avoided) => {
    expect(sayAll(messagesFor(language)).filter(([, text]) => avoided.test(text))).toEqual([]);
  });

  it('messages: Korean sentences keep one polite style (해요, never 합니다)', () => {
    for (const [place, text] of sayAll(messagesFor('ko'))) {
      expect(text, place).not.toMatch(/니다[.?!]?$|[가-힣](?:한다|이다)\.$/);
    }
  });

  for (const language of LANGUAGES) {
    it(`messages: every fault of a form has its sentence (${language})`, () => {
      const messages = messagesFor(language);
      for (const code of FORM_FAULT_CODES) {
        expect(faultText({ path: [], code, detail: '' }, messages)).not.toBe(messages.faultUnknown);
      }
    });

    it(`messages: every error page says what happened and what to do (${language})`, () => {
      for (const code of ERROR_CODES) {
        const { title, text, advice } = messagesFor(language).error.pages[code];
        expect(title).not.toMatch(/\.$/);
        expect(text).toMatch(/\.$/);
        expect(advice).toMatch(/\.$/);
      }
    });

    it(`messages: every consent item has a name (${language})`, () => {
      for (const item of CONSENT_ITEMS) expect(messagesFor(language).items[item]).toBeTruthy();
    });
  }

  it('messages: a fault no form knows falls back to a general sentence, even under the name of a built-in', () => {
    const messages = messagesFor('en');
    for (const code of ['no-such-code', 'toString', '__proto__']) {
      expect(faultText({ path: [], code, detail: '' }, messages)).toBe(messages.faultUnknown);
    }
  });

  it('messages: a text that is too long says how long it may be', () => {
    const fault = { path: ['name'], code: 'text-too-long', detail: '', values: { maximum: 100 } };
    expect(faultText(fault, messagesFor('en'))).toContain('100');
    expect(faultText(fault, messagesFor('ko'))).toContain('100');
  });

  it('contract 4: the consent page asks for the same fields as core reads', () => {
    expect(FIELDS_OF_ITEM).toEqual(FIELDS_OF_ITEM_IN_CORE);
  });
});

describe('Korean particles', () => {
  it.each([
    ['한빛서점', '은', '이', '을', '으로'],
    ['카페', '는', '가', '를', '로'],
    ['서울', '은', '이', '을', '로'],
    ['가게 2', '는', '가', '를', '로'],
    ['가게 1', '은', '이', '을', '로'],
    ['가게 3', '은', '이', '을', '으로'],
    ['Acme Shop', '은', '이', '을', '으로'],
    ['Naver', '는', '가', '를', '로'],
    ['Trail', '은', '이', '을', '로'],
    ['Garden', '은', '이', '을', '으로'],
    ['KT', '는', '가', '를', '로'],
    ['URL', '은', '이', '을', '로'],
    ['한빛 (서점)', '은', '이', '을', '으로'],
  ])('particles: %s', (word, topic, subject, object, toward) => {
    expect([topicOf(word), subjectOf(word), objectOf(word), towardOf(word)]).toEqual([topic, subject, object, toward]);
  });

  it('particles: a word whose sound is not known gets both forms', () => {
    for (const word of ['Ledge', 'متجر', '商店', '', '!!!']) expect(endingOf(word)).toBe('unknown');
    expect(objectOf('Ledge')).toBe('을(를)');
    expect(towardOf('Ledge')).toBe('(으)\u2060로');
  });
});
