// The settings about what people agree to when they sign up, and with which addresses (contract 26, 28).
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadSettings } from '../../../src/settings/config.ts';
import { SettingsError } from '../../../src/settings/fault.ts';

const SECRET = 'a-secret-of-more-than-thirty-two-bytes';
const load = (env: Record<string, string>, configFile?: string) =>
  loadSettings({ env: { LATCHKEY_SECRET: SECRET, ...env }, configFile });
const withDocuments = (documents: unknown) => load({ LATCHKEY_DOCUMENTS: JSON.stringify(documents) });

function faultsOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n');
    throw error;
  }
  return [];
}

const TERMS = {
  id: 'terms',
  kind: 'agree',
  required: true,
  version: '2026-01',
  title: { en: 'Terms of Service', ko: '서비스 이용약관' },
  uri: { en: 'https://acme.example/terms', ko: 'https://acme.example/ko/terms' },
};

describe('contract 28: documents', () => {
  test('are read from JSON in a variable', () => {
    const privacy = { id: 'privacy', kind: 'notice', version: '1', title: 'Privacy', uri: 'http://localhost:8080/p' };
    expect(withDocuments([TERMS, privacy]).documents).toEqual([
      TERMS,
      { ...privacy, required: false, title: { en: 'Privacy' }, uri: { en: 'http://localhost:8080/p' } },
    ]);
  });

  test('are read from the YAML file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'latchkey-documents-')), 'latchkey.yaml');
    const lines = ['documents:', '  - id: terms', '    kind: agree', '    required: true', '    version: "2026-01"'];
    const texts = ['    title: { en: Terms }', '    uri: { en: "https://acme.example/terms" }'];
    writeFileSync(file, [...lines, ...texts, ''].join('\n'), { mode: 0o600 });
    expect(load({}, file).documents).toMatchObject([{ id: 'terms', title: { en: 'Terms' } }]);
    writeFileSync(file, [...lines, '    title: { fr: Conditions }', ''].join('\n'), { mode: 0o600 });
    expect(faultsOf(() => load({}, file))).toEqual([
      `documents in ${file}[0].title.fr: "Conditions"; allowed: the languages en, ko`,
      `documents in ${file}[0].uri: missing; allowed: an https URL (http on loopback hosts)`,
    ]);
  });

  test.each<[what: string, change: object, fault: string]>([
    ['an unknown member', { colour: 'red' }, '.colour: "red"; allowed: the members id, kind'],
    ['an id with other characters', { id: 'Terms of use' }, '.id: "Terms of use"; allowed: 1 to 40'],
    ['the id of the age', { id: 'minimum-age' }, '.id: "minimum-age"; allowed: another id'],
    ['another kind', { kind: 'sign' }, '.kind: "sign"; allowed: agree, consent, notice'],
    ['no word on whether it is required', { required: undefined }, '.required: missing; allowed: true or false'],
    ['a required notice', { kind: 'notice' }, '.required: true; allowed: false'],
    ['a version that is a number', { version: 1.1 }, '.version: 1.1; allowed: a text of 1 to 40'],
    ['no title', { title: {} }, '.title: {}; allowed: 1 to 100 characters'],
    ['a title that reverses text', { title: { ko: 'a\u202Eb' } }, '.title.ko: "a\u202Eb"; allowed: 1 to 100'],
    ['a script as the address', { uri: 'javascript:alert(1)' }, '.uri: "javascript:alert(1)"; allowed: an https URL'],
    ['http elsewhere', { uri: { ko: 'http://acme.example' } }, '.uri.ko: "http://acme.example"; allowed: an https'],
  ])('name the fault: %s', (_what, change, fault) => {
    const faults = faultsOf(() =>
      withDocuments([
        { ...TERMS, id: 'first' },
        { ...TERMS, ...change },
      ]),
    );
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`LATCHKEY_DOCUMENTS[1]${fault}`);
  });

  test('are a list, with each id once', () => {
    expect(faultsOf(() => load({ LATCHKEY_DOCUMENTS: 'terms' }))[0]).toContain(
      '"terms"; allowed: a list of at most 20',
    );
    expect(faultsOf(() => withDocuments(Array(21).fill(TERMS)))[0]).toContain('21 entries; allowed: a list');
    expect(faultsOf(() => withDocuments([TERMS, TERMS]))).toEqual([
      'LATCHKEY_DOCUMENTS: the id "terms" twice; allowed: each id once',
    ]);
    expect(faultsOf(() => withDocuments(['terms']))[0]).toContain('[0]: "terms"; allowed: a mapping');
  });

  test('there are none, and no minimum age, unless the operator sets them', () => {
    expect(load({})).toMatchObject({ documents: [], minimumAge: 0 });
    expect(load({ LATCHKEY_MINIMUM_AGE: '14' }).minimumAge).toBe(14);
    expect(faultsOf(() => load({ LATCHKEY_MINIMUM_AGE: '-1' }))[0]).toContain('a whole number from 0 to 120');
  });
});

describe('contract 26: email domains', () => {
  test('are read in any spelling and compared as A-labels', () => {
    expect(load({ LATCHKEY_REFUSED_EMAIL_DOMAINS: 'Trash.Example, bücher.example' }).refusedEmailDomains).toEqual([
      'trash.example',
      'xn--bcher-kva.example',
    ]);
  });

  test.each([
    '@acme.example',
    '*.acme.example',
    'acme.example.',
    '.example',
    'a b',
    '127.0.0.1',
    'https://acme.example',
  ])('%s is no domain name', (domain) => {
    const [fault] = faultsOf(() => load({ LATCHKEY_REFUSED_EMAIL_DOMAINS: domain }));
    expect(fault).toContain('allowed: a list of domain names');
  });

  const ALLOWED = { LATCHKEY_ALLOWED_EMAIL_DOMAINS: 'acme.example' };
  const MAIL = { LATCHKEY_SMTP_URL: 'smtps://mail.example', LATCHKEY_MAIL_FROM: 'id@acme.example' };

  test.each([
    ['without mail', ALLOWED],
    ['with mail, where addresses are not verified', { ...ALLOWED, ...MAIL, LATCHKEY_REQUIRE_VERIFIED_EMAIL: 'false' }],
  ])('allowed ones stop the start %s, because anybody can type one', (_, settings) => {
    const faults = faultsOf(() => load(settings));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(
      /^LATCHKEY_ALLOWED_EMAIL_DOMAINS: \["acme.example"\]; allowed: an empty list, or require_verified_email: anybody/,
    );
  });

  test('allowed ones are taken where addresses are verified, also with the mail server in a file', () => {
    const expected = { allowedEmailDomains: ['acme.example'] };
    expect(load({ ...ALLOWED, ...MAIL })).toMatchObject(expected);
    expect(load({ ...ALLOWED, LATCHKEY_REQUIRE_VERIFIED_EMAIL: 'true' })).toMatchObject(expected);
    const { LATCHKEY_SMTP_URL: url, ...rest } = MAIL;
    const file = join(mkdtempSync(join(tmpdir(), 'latchkey-mail-')), 'smtp-url');
    writeFileSync(file, url, { mode: 0o600 });
    expect(load({ ...ALLOWED, ...rest, LATCHKEY_SMTP_URL_FILE: file })).toMatchObject(expected);
  });
});
