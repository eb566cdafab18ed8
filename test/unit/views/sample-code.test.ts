// Ready-to-paste code as text: which code an application gets, and that nothing an owner wrote breaks out of its
// quoting. Whether it works is tried in test/stories/sample-code.test.ts.
import { execFileSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Application, PlatformName } from '../../../src/core/applications/applications/application.ts';
import type { ImplementationMethod } from '../../../src/core/applications/applications/application-fields.ts';
import {
  markupText,
  quoted,
  quotedWithDollar,
  shellQuoted,
  swiftQuoted,
} from '../../../src/views/console/sample-code/quote.ts';
import type { SampleId } from '../../../src/views/console/sample-code/sample.ts';
import { type SampleSource, samplesFor } from '../../../src/views/console/sample-code/samples-for.ts';
import { PAYLOADS } from './payloads.ts';

const KEYS: Readonly<Record<PlatformName, string>> = {
  Web: '0'.repeat(32),
  Android: 'a'.repeat(32),
  iOS: 'b'.repeat(32),
};

const platform = (name: PlatformName): Application['platforms'][number] => ({
  id: name,
  platform: name,
  apiKey: KEYS[name],
  siteDomains: [],
  packageName: undefined,
  bundleId: undefined,
  createdAt: 0,
});

type Given = {
  name?: string;
  platforms?: readonly PlatformName[];
  uris?: readonly string[];
  secretRequired?: boolean;
  secret?: string;
};

const source = (method: ImplementationMethod, given: Given = {}): SampleSource => ({
  application: {
    name: given.name ?? 'Acme Shop',
    platforms: (given.platforms ?? ['Web', 'Android', 'iOS']).map(platform),
    redirectUris: (given.uris ?? ['https://shop.example/callback', 'com.example.shop:/callback']).map(
      (redirectUri) => ({
        id: redirectUri,
        redirectUri,
        createdAt: 0,
      }),
    ),
    postLogoutRedirectUris: [],
    consentItems: [
      {
        item: 'nickname',
        consent: 'required',
        purpose: undefined,
        retention: undefined,
        translations: undefined,
        createdAt: 0,
      },
      {
        item: 'phone_number',
        consent: 'optional',
        purpose: undefined,
        retention: undefined,
        translations: undefined,
        createdAt: 0,
      },
    ],
    clientSecretRequired: given.secretRequired ?? false,
  },
  method,
  authUrl: 'https://id.example',
  apiUrl: 'https://api.id.example',
  secret: given.secret,
});

function ready(from: SampleSource) {
  const set = samplesFor(from);
  if (set.kind !== 'ready') throw new Error(`There is no code: ${JSON.stringify(set)}`);
  return set.samples;
}

const textOf = (from: SampleSource, id: SampleId): string =>
  ready(from)
    .filter((sample) => sample.id === id)
    .flatMap(({ files }) => files.map(({ text }) => text))
    .join('\n');

describe('which code', () => {
  it.each<[ImplementationMethod, readonly SampleId[], string, string]>([
    [
      'REST API',
      ['openid-client', 'curl', 'auth-js', 'passport', 'spring-security', 'authlib'],
      KEYS.Web,
      'https://shop.example/callback',
    ],
    ['JavaScript', ['oidc-client-ts', 'curl'], KEYS.Web, 'https://shop.example/callback'],
    ['Android', ['app-auth-android', 'curl'], KEYS.Android, 'com.example.shop:/callback'],
    ['iOS', ['app-auth-ios', 'curl'], KEYS.iOS, 'com.example.shop:/callback'],
    ['Flutter', ['flutter-app-auth', 'curl'], KEYS.Android, 'com.example.shop:/callback'],
  ])(
    '%s: its libraries, the key of its entry, this server, and a redirect URI it can be sent to',
    (method, ids, key, uri) => {
      const samples = ready(source(method));
      expect(samples.map(({ id }) => id)).toEqual(ids);
      for (const { id, files, ownRedirectUri } of samples) {
        const text = files.map((file) => file.text).join('\n');
        expect(text, id).toContain(key);
        expect(text, id).toContain('https://id.example');
        expect(text, id).toMatch(/openid[ ,](?:%20)?nickname|openid%20nickname/);
        if (ownRedirectUri === undefined) expect(text, id).toContain(id === 'spring-security' ? '{baseUrl}' : uri);
        expect(text).not.toContain('YOUR_CLIENT_SECRET');
      }
    },
  );

  it('Flutter: each platform has the key of its own entry', () => {
    expect(textOf(source('Flutter'), 'flutter-app-auth')).toContain(`"${KEYS.iOS}" : "${KEYS.Android}"`);
  });

  it('without an entry of the platform there is no code, and it says which entry is missing', () => {
    expect(samplesFor(source('iOS', { platforms: ['Web'] }))).toEqual({
      kind: 'missing',
      what: 'platform',
      platforms: ['iOS'],
    });
  });

  it('without a redirect URI it can use there is no code', () => {
    const missing = { kind: 'missing', what: 'redirect-uri' };
    expect(samplesFor(source('REST API', { uris: [] }))).toEqual(missing);
    expect(samplesFor(source('REST API', { uris: ['com.example.shop:/callback'] }))).toEqual(missing);
  });

  it('where the application must prove itself, the secret stands in the code, or what to replace by it', () => {
    for (const id of ['openid-client', 'curl', 'auth-js', 'passport', 'spring-security', 'authlib'] as const) {
      expect(textOf(source('REST API', { secretRequired: true }), id), id).toContain('YOUR_CLIENT_SECRET');
      expect(textOf(source('REST API', { secretRequired: true, secret: 'lk_cs_abc' }), id), id).toContain('lk_cs_abc');
    }
  });

  it('contract 5: a secret never stands in code for phones and pages', () => {
    const given = { secretRequired: true, secret: 'lk_cs_abc' };
    for (const method of ['Android', 'iOS', 'Flutter'] as const) {
      for (const { files } of ready(source(method, given))) expect(JSON.stringify(files)).not.toContain('lk_cs_abc');
    }
    const [page] = ready(source('JavaScript', given));
    expect(JSON.stringify(page?.files)).not.toContain('lk_cs_abc');
    expect(page?.secretIsPublic).toBe(true);
  });

  it('a library that chooses its own redirect URI says which, until it is registered', () => {
    const own = (given: Given) =>
      ready(source('REST API', given)).flatMap(({ ownRedirectUri }) => ownRedirectUri ?? []);
    const [authJs, spring] = own({});
    expect([authJs, spring]).toEqual([
      'https://shop.example/api/auth/callback/latchkey',
      'https://shop.example/login/oauth2/code/latchkey',
    ]);
    expect(own({ uris: ['https://shop.example/callback', authJs ?? ''] })).toEqual([spring]);
  });
});

const HOSTILE = [
  `a'b"c\\d`,
  'line\nbreak\r\n\u2028\u2029\u0000end',
  '"); process.exit(1); ("',
  `'; touch pwned; '`,
  `$(touch pwned) \`touch pwned\` $HOME \${HOME}`,
  `\\(print(1)) \${1 + 1} $name #{x}`,
  '\\',
  "\\'",
  '*/ --> ]]> {{x}} %s',
  '\u{1f600} 상점 \ud800',
  ...PAYLOADS,
];

/** No half of a character stands alone: what can be written to a file and read again. */
const isWhole = (text: string) => !/\p{Cs}/u.test(text);

const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');

describe('quoting', () => {
  it('JavaScript, Python, YAML and shells read back what was written, on one line', () => {
    for (const text of HOSTILE) {
      expect(runInNewContext(quoted(text)), text).toBe(oneLine(text));
      expect(parse(quoted(text)), text).toBe(oneLine(text));
      expect(`${quoted(text)}${shellQuoted(text)}${swiftQuoted(text)}`).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    }
    const whole = HOSTILE.filter(isWhole);
    const script = `printf '%s\\0' ${whole.map(shellQuoted).join(' ')}`;
    const printed = execFileSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(printed.split('\0').slice(0, -1)).toEqual(whole.map(oneLine));
  });

  it('Kotlin, Groovy, Dart and Swift: no quote, dollar sign or backslash is left alone', () => {
    for (const text of HOSTILE) {
      expect(quotedWithDollar(text), text).toMatch(/^"(?:[^"\\$]|\\["\\$]|\\ud[89a-f][\da-f]{2})*"$/);
      expect(swiftQuoted(text), text).toMatch(/^"(?:[^"\\]|\\["\\])*"$/);
      expect(markupText(text), text).not.toMatch(/[<>"']/);
    }
  });

  it('K10: names and redirect URIs stay values in every file', () => {
    for (const text of HOSTILE.filter(isWhole)) {
      const given = { name: text, uris: [`https://shop.example/${text}`, `com.example.shop:/${text}`] };
      for (const method of ['REST API', 'JavaScript', 'Android', 'iOS', 'Flutter'] as const) {
        for (const [at, sample] of ready(source(method, given)).entries()) {
          const plain = ready(source(method, { uris: ['https://shop.example/x', 'com.example.shop:/x'] }))[at];
          for (const [index, file] of sample.files.entries()) {
            // A text that broke out would change the lines around it.
            const lines = (one: string | undefined) => one?.replace(KEEPS_SPELLING, '').split('\n').length;
            expect(lines(file.text), `${sample.id} ${file.name}: ${text}`).toBe(lines(plain?.files[index]?.text));
          }
        }
      }
    }
  });
});

/** Stands only where a redirect URI is written in an unusual way. */
const KEEPS_SPELLING = /\n\/\/ The redirect URI is compared[\s\S]*?\n\};\n/;
