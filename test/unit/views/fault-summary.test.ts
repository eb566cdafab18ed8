// The summary of a form's faults: which field is meant can be read there, also where the sentence would hold for any
// field (pages "Behaviour": errors beside the field and summarised on top).
import { describe, expect, it } from 'vitest';
import type { FORM_FAULT_CODES } from '../../../src/core/ground/accounts/form-fault-codes.ts';
import { LANGUAGES } from '../../../src/views/page/page.ts';
import { renderConsent } from '../../../src/views/pages/consent.tsx';
import { contextIn } from './contexts.ts';
import { fault, row } from './people.ts';
import { consentProps, STATES } from './states.ts';

const noticeOf = (html: string): string =>
  /<div class="notice bad" role="alert">.*?<\/svg>(.*?)<\/div><\/div>/s.exec(html)?.[1] ?? '';
const summaryOf = (html: string): string =>
  noticeOf(html)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const consentWith = (field: string, code: (typeof FORM_FAULT_CODES)[number]): string =>
  renderConsent(
    contextIn('en'),
    consentProps({
      items: [row('phone_number', { consent: 'required' }), row('website', { consent: 'required' })],
      faults: [fault(field, code)],
    }),
  );

describe('the summary of faults', () => {
  it.each([
    ['phone_number', 'value-missing', 'Phone number : Fill in this field.'],
    ['website', 'url-malformed', 'Website : Enter a full URL like https://example.com.'],
    ['birthdate', 'zoneinfo-malformed', 'Enter a time zone like Asia/Seoul.'],
  ] as const)('a single fault on consent names its field: %s, %s', (field, code, text) => {
    expect(summaryOf(consentWith(field, code))).toBe(text);
  });

  it('a single document that is missing is called by its title', () => {
    expect(summaryOf(STATES['documents-missing']?.('en') ?? '')).toBe(
      'collection and use of personal data : Agree to everything that is required.',
    );
  });

  it('a single fault of an act on an account names its field', () => {
    expect(summaryOf(STATES['console-account-no-new-owner']?.('en') ?? '')).toMatch(/^New owner : Whoever gets /);
  });

  it('conventions: what is stored and in the way is named, with the rule in the language of the page', () => {
    const state = STATES['console-addresses-conflict'];
    expect(summaryOf(state?.('en') ?? '')).toBe(
      'This conflicts with what is registered: http://acme.example/x : Use https. http is allowed only for localhost and for the hosts of your site domains.',
    );
    expect(summaryOf(state?.('ko') ?? '')).toMatch(
      /^이미 등록된 내용과 충돌해요: http:\/\/acme\.example\/x : [^A-Z]+$/,
    );
  });

  it('calls no field by the name that the form sends', () => {
    const raw = Object.entries(STATES).flatMap(([name, state]) =>
      LANGUAGES.flatMap((language) =>
        [...noticeOf(state(language)).matchAll(/<a href="#([^"]+)">([^<]*)<\/a>/g)].flatMap(([, field, text]) =>
          field === text ? [`${name}: ${text}`] : [],
        ),
      ),
    );
    expect(raw).toEqual([]);
  });
});
