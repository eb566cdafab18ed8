// Every rule of an application (contract 3): one failing input a row, with the pointer and the code of its fault.

import { describe, expect, it } from 'vitest';
import type {
  ApplicationDraft,
  ConsentItemDraft,
  PlatformDraft,
} from '../../../../src/core/applications/applications/application-draft.ts';
import {
  checkApplication,
  type StoredApplication,
} from '../../../../src/core/applications/applications/check-application.ts';
import { TRANSLATION_LANGUAGES } from '../../../../src/core/ground/texts/translations.ts';
import { LANGUAGES } from '../../../../src/views/page/page.ts';
import { givenApplication } from '../given.ts';

const check = (draft: ApplicationDraft, stored?: StoredApplication) =>
  checkApplication(draft, { serviceName: 'Latchkey', ...(stored && { stored }) });
const web: PlatformDraft = { platform: 'Web', siteDomains: ['https://shop.example'] };
const base: ApplicationDraft = { name: 'Acme Shop', platforms: [web] };
const faultsOf = (draft: ApplicationDraft): string[] =>
  check(draft).faults.map(({ path, code }) => `/${path.join('/')} ${code}`);
const numbered = (count: number, text: (index: number) => string) => Array.from({ length: count }, (_, i) => text(i));

describe('contract 42: require_pushed_authorization_requests', () => {
  const faultsWith = (pushedRequests: boolean | undefined, stored?: boolean) =>
    checkApplication(
      { ...base, requirePushedRequests: true },
      {
        serviceName: 'Latchkey',
        ...(pushedRequests !== undefined && { pushedRequests }),
        ...(stored !== undefined && { stored: { ...givenApplication(), requirePushedRequests: stored } }),
      },
    ).faults.map(({ path, code }) => `/${path.join('/')} ${code}`);

  it.each([
    ['where requests can be pushed', true, undefined, []],
    ['where nobody has looked', undefined, undefined, []],
    ['where none can', false, undefined, ['/require_pushed_authorization_requests pushed-requests-off']],
    ['turned on where none can', false, false, ['/require_pushed_authorization_requests pushed-requests-off']],
    ['kept where none can any more', false, true, []],
  ])('%s', (_, server, stored, faults) => {
    expect(faultsWith(server, stored)).toEqual(faults);
  });
});

describe('contract 3: an application that may be registered', () => {
  it('is kept with the defaults of what was not sent', () => {
    expect(check({ name: 'Acme' })).toEqual({
      faults: [],
      checked: {
        name: 'Acme',
        implementationMethod: 'REST API',
        loginActivation: false,
        platforms: [],
        redirectUris: [],
        consentItems: [],
        apiScopes: [],
        requirePkce: false,
        clientSecretRequired: false,
        dpopBoundAccessTokens: false,
        requirePushedRequests: false,
        grantTypes: ['authorization_code', 'refresh_token'],
        homepageUri: undefined,
        privacyPolicyUri: undefined,
        termsUri: undefined,
        translations: undefined,
        audience: 'everyone',
        groups: [],
        allowedGroups: [],
        companyName: undefined,
        companyCountry: undefined,
        idTokenClaims: true,
        idTokenAlg: 'RS256',
        userInfoAlg: undefined,
        postLogoutRedirectUris: [],
        backchannelLogoutUri: undefined,
      },
    });
  });

  it('is kept normalised where the contract normalises, and as sent elsewhere', () => {
    const { checked, faults } = check({
      name: '  Cafe\u0301  ',
      implementationMethod: 'JavaScript',
      loginActivation: 'ON',
      platforms: [
        { platform: 'Web', siteDomains: ['HTTPS://Shop.Example:443/', 'http://shop.example', 'file:///'] },
        { platform: 'Android', packageName: 'com.example.app' },
        { platform: 'iOS', bundleId: 'com.example.my-app' },
      ],
      redirectUris: ['http://shop.example:8080/cb', 'com.example.app:/cb', 'https://shop.example/%7Ecb'],
      consentItems: [
        { item: 'email', consent: 'required', purpose: ' To send receipts ', retention: ' 5 years ' },
        { item: 'profile_image', consent: 'optional', purpose: '' },
      ],
      requirePkce: true,
      clientSecretRequired: true,
      homepageUri: 'https://shop.example/#top',
      privacyPolicyUri: 'https://shop.example/privacy?lang=en',
      termsUri: 'https://shop.example',
      audience: 'team',
      companyName: ' Cafe\u0301 GmbH ',
      companyCountry: 'DE',
      idTokenClaims: false,
      idTokenAlg: 'ES256',
      userInfoAlg: 'EdDSA',
      postLogoutRedirectUris: ['https://shop.example/%7Ebye', 'com.example.app:/bye', 'http://shop.example:8080/cb'],
      backchannelLogoutUri: 'http://shop.example:81/logout?tenant=7',
    });
    expect(faults).toEqual([]);
    expect(checked).toMatchObject({ audience: 'team', companyName: 'Café GmbH', companyCountry: 'DE' });
    expect(checked).toMatchObject({ idTokenClaims: false, idTokenAlg: 'ES256', userInfoAlg: 'EdDSA' });
    expect(checked.postLogoutRedirectUris).toEqual([
      'https://shop.example/%7Ebye',
      'com.example.app:/bye',
      'http://shop.example:8080/cb',
    ]);
    expect(checked.backchannelLogoutUri).toBe('http://shop.example:81/logout?tenant=7');
    expect(checked.name).toBe('Café');
    expect(checked.loginActivation).toBe(true);
    expect(checked.platforms.map(({ siteDomains }) => siteDomains)).toEqual([
      ['https://shop.example', 'http://shop.example', 'file://'],
      [],
      [],
    ]);
    expect(checked.platforms.map(({ packageName, bundleId }) => packageName ?? bundleId)).toEqual([
      undefined,
      'com.example.app',
      'com.example.my-app',
    ]);
    expect(checked.redirectUris).toEqual([
      'http://shop.example:8080/cb',
      'com.example.app:/cb',
      'https://shop.example/%7Ecb',
    ]);
    expect(checked.consentItems).toEqual([
      {
        item: 'email',
        consent: 'required',
        purpose: 'To send receipts',
        retention: '5 years',
        translations: undefined,
      },
      {
        item: 'profile_image',
        consent: 'optional',
        purpose: undefined,
        retention: undefined,
        translations: undefined,
      },
    ]);
  });

  it.each(['a', 'x'.repeat(60), '😀'.repeat(60), '한'.repeat(60), 'C', '?', '1 ❤️ 2', 'مرحبا', 'Ünïcödé & <b>'])(
    'may be called %s',
    (name) => {
      expect(faultsOf({ ...base, name })).toEqual([]);
    },
  );

  it.each([10])('may have %i site domains, the http and the https form of one counting as two', (count) => {
    const siteDomains = numbered(count, (i) => `${i % 2 ? 'http' : 'https'}://d${i >> 1}.example`);
    expect(faultsOf({ ...base, platforms: [{ platform: 'Web', siteDomains }] })).toEqual([]);
  });

  it('may have 20 redirect URIs', () => {
    expect(faultsOf({ ...base, redirectUris: numbered(20, (i) => `https://shop.example/${i}`) })).toEqual([]);
  });

  it('may have 20 post-logout redirect URIs beside them, the same ones', () => {
    const uris = numbered(20, (i) => `https://shop.example/${i}`);
    expect(faultsOf({ ...base, redirectUris: uris, postLogoutRedirectUris: uris })).toEqual([]);
  });

  it('may have a purpose of 200 characters', () => {
    const consentItems = [{ item: 'email', consent: 'required', purpose: '한'.repeat(200) }];
    expect(faultsOf({ ...base, consentItems })).toEqual([]);
  });
});

describe('contract 3: an application is refused with a pointer', () => {
  const rows: [string, ApplicationDraft, string][] = [
    ['a missing name', { name: undefined }, '/name name-missing'],
    ['an empty name', { name: '' }, '/name name-missing'],
    ['a name of spaces', { name: '   ' }, '/name name-missing'],
    ['K11: a name of Hangul fillers', { name: '\u3164\u3164' }, '/name name-missing'],
    ['K11: a name of blank Braille', { name: '\u2800' }, '/name name-missing'],
    ['a name of 61 characters', { name: 'x'.repeat(61) }, '/name name-too-long'],
    ['K11: a name of 10 KB', { name: 'x'.repeat(10_240) }, '/name name-too-long'],
    ['K11: a control character in the name', { name: 'Ac\u0007me' }, '/name text-forbidden-characters'],
    ['K11: a line break in the name', { name: 'Acme\nShop' }, '/name text-forbidden-characters'],
    ['K11: NEL in the name', { name: 'Acme\u0085Shop' }, '/name text-forbidden-characters'],
    ['K11: a right-to-left override in the name', { name: 'Acme\u202epohS' }, '/name text-forbidden-characters'],
    ['K11: a bidi isolate in the name', { name: 'Acme\u2066Shop' }, '/name text-forbidden-characters'],
    ['K11: a right-to-left mark in the name', { name: 'Acme\u200fShop' }, '/name text-forbidden-characters'],
    ['K11: a zero-width space in the name', { name: 'Ac\u200bme' }, '/name text-forbidden-characters'],
    ['K11: a zero-width joiner in the name', { name: 'Ac\u200dme' }, '/name text-forbidden-characters'],
    ['K11: a word joiner in the name', { name: 'Ac\u2060me' }, '/name text-forbidden-characters'],
    ['K11: a byte-order mark in the name', { name: 'Ac\ufeffme' }, '/name text-forbidden-characters'],
    ['K11: a soft hyphen in the name', { name: 'Ac\u00adme' }, '/name text-forbidden-characters'],
    ['K11: a tag character in the name', { name: 'Acme\u{e0041}' }, '/name text-forbidden-characters'],
    ['half a surrogate pair in the name', { name: 'Acme\ud800' }, '/name text-forbidden-characters'],
    [
      'an unknown implementation method',
      { implementationMethod: 'PHP' },
      '/implementation_method implementation-method-unknown',
    ],
    [
      'an implementation method in another case',
      { implementationMethod: 'rest api' },
      '/implementation_method implementation-method-unknown',
    ],
    [
      'an empty implementation method',
      { implementationMethod: '' },
      '/implementation_method implementation-method-unknown',
    ],
    ['a login activation of on', { loginActivation: 'on' }, '/login_activation login-activation-unknown'],
    ['an empty login activation', { loginActivation: '' }, '/login_activation login-activation-unknown'],
    ['N6: an http homepage', { homepageUri: 'http://shop.example' }, '/homepage_uri link-malformed'],
    ['N6: a javascript homepage', { homepageUri: 'javascript:alert(1)' }, '/homepage_uri link-malformed'],
    ['N6: a data homepage', { homepageUri: 'data:text/html,x' }, '/homepage_uri link-malformed'],
    ['N6: an empty homepage', { homepageUri: '' }, '/homepage_uri link-malformed'],
    ['N6: a relative homepage', { homepageUri: '//shop.example' }, '/homepage_uri link-malformed'],
    ['N6: a homepage with user-info', { homepageUri: 'https://a@shop.example' }, '/homepage_uri link-malformed'],
    ['N6: a homepage without host', { homepageUri: 'https:///a' }, '/homepage_uri link-malformed'],
    ['N6: a homepage with a space', { homepageUri: 'https://shop.example/a b' }, '/homepage_uri link-malformed'],
    ['N6: a homepage with a line break', { homepageUri: 'https://shop.example/\n' }, '/homepage_uri link-malformed'],
    ['N6: a homepage with a backslash', { homepageUri: 'https://shop.example\\a' }, '/homepage_uri link-malformed'],
    ['N6: a homepage with a quote', { homepageUri: 'https://shop.example/"' }, '/homepage_uri link-malformed'],
    ['N6: a homepage with a lone percent', { homepageUri: 'https://shop.example/%' }, '/homepage_uri link-malformed'],
    ['N6: a homepage with an encoded NUL', { homepageUri: 'https://shop.example/%00' }, '/homepage_uri link-malformed'],
    ['N6: a homepage on a wildcard host', { homepageUri: 'https://*.example' }, '/homepage_uri link-malformed'],
    ['N6: a homepage on IPv4 shorthand', { homepageUri: 'https://127.1' }, '/homepage_uri link-malformed'],
    [
      'N6: a homepage of 2,001 characters',
      { homepageUri: `https://shop.example/${'a'.repeat(1980)}` },
      '/homepage_uri link-malformed',
    ],
    ['N6: an http privacy policy', { privacyPolicyUri: 'http://shop.example' }, '/privacy_policy_uri link-malformed'],
    ['N6: http terms', { termsUri: 'http://shop.example' }, '/terms_uri link-malformed'],
  ];
  it.each(rows)('%s', (_, part, expected) => {
    expect(faultsOf({ ...base, ...part })).toEqual([expected]);
  });
});

describe('contract 3: a platform entry is refused with a pointer', () => {
  const android: PlatformDraft = { platform: 'Android' };
  const rows: [string, PlatformDraft[], string][] = [
    ['a missing platform', [{}], '/platforms/0/platform platform-missing'],
    ['an unknown platform', [{ platform: 'Windows' }], '/platforms/0/platform platform-unknown'],
    ['a platform in another case', [{ platform: 'web' }], '/platforms/0/platform platform-unknown'],
    [
      'a platform that is a property of every object',
      [{ platform: 'constructor' }],
      '/platforms/0/platform platform-unknown',
    ],
    ['the same platform twice', [web, android, android], '/platforms/2/platform platform-twice'],
    ['Web without site domains', [{ platform: 'Web' }], '/platforms/0/site_domains site-domains-missing'],
    [
      'Web with an empty list',
      [{ platform: 'Web', siteDomains: [] }],
      '/platforms/0/site_domains site-domains-missing',
    ],
    [
      'site domains on Android',
      [{ ...android, siteDomains: ['https://shop.example'] }],
      '/platforms/0/site_domains site-domains-not-web',
    ],
    [
      'an empty list of site domains on iOS',
      [{ platform: 'iOS', siteDomains: [] }],
      '/platforms/0/site_domains site-domains-not-web',
    ],
    [
      'eleven site domains',
      [{ platform: 'Web', siteDomains: numbered(11, (i) => `https://d${i}.example`) }],
      '/platforms/0/site_domains site-domains-too-many',
    ],
    [
      'a site domain twice',
      [{ platform: 'Web', siteDomains: ['https://a.example', 'http://a.example', 'https://a.example'] }],
      '/platforms/0/site_domains/2 site-domain-twice',
    ],
    [
      'a site domain twice in another spelling',
      [{ platform: 'Web', siteDomains: ['https://bücher.example', 'HTTPS://XN--BCHER-KVA.example:443/'] }],
      '/platforms/0/site_domains/1 site-domain-twice',
    ],
    [
      'a malformed site domain',
      [{ platform: 'Web', siteDomains: ['a.example'] }],
      '/platforms/0/site_domains/0 site-domain-malformed',
    ],
    [
      'a site domain of another scheme',
      [{ platform: 'Web', siteDomains: ['ftp://a.example'] }],
      '/platforms/0/site_domains/0 site-domain-scheme',
    ],
    [
      'a site domain with a user',
      [{ platform: 'Web', siteDomains: ['https://u@a.example'] }],
      '/platforms/0/site_domains/0 site-domain-user',
    ],
    [
      'a wildcard site domain',
      [{ platform: 'Web', siteDomains: ['https://*.example'] }],
      '/platforms/0/site_domains/0 site-domain-host',
    ],
    [
      'a site domain on port 0',
      [{ platform: 'Web', siteDomains: ['https://a.example:0'] }],
      '/platforms/0/site_domains/0 site-domain-port',
    ],
    [
      'a site domain with a path',
      [{ platform: 'Web', siteDomains: ['https://a.example', 'https://a.example/b'] }],
      '/platforms/0/site_domains/1 site-domain-path',
    ],
    [
      'a site domain with a query',
      [{ platform: 'Web', siteDomains: ['https://a.example?b'] }],
      '/platforms/0/site_domains/0 site-domain-query',
    ],
    [
      'a site domain with a fragment',
      [{ platform: 'Web', siteDomains: ['https://a.example#b'] }],
      '/platforms/0/site_domains/0 site-domain-fragment',
    ],
    [
      'a file site domain with a host',
      [{ platform: 'Web', siteDomains: ['file://a.example'] }],
      '/platforms/0/site_domains/0 site-domain-file-host',
    ],
    [
      'a package name on Web',
      [{ ...web, packageName: 'com.example' }],
      '/platforms/0/package_name package-name-not-android',
    ],
    [
      'a package name on iOS',
      [{ platform: 'iOS', packageName: 'com.example' }],
      '/platforms/0/package_name package-name-not-android',
    ],
    [
      'a package name of one segment',
      [{ ...android, packageName: 'app' }],
      '/platforms/0/package_name package-name-malformed',
    ],
    ['an empty package name', [{ ...android, packageName: '' }], '/platforms/0/package_name package-name-malformed'],
    [
      'a package name with a hyphen',
      [{ ...android, packageName: 'com.my-app' }],
      '/platforms/0/package_name package-name-malformed',
    ],
    [
      'a package name with a line break',
      [{ ...android, packageName: 'com.app\n' }],
      '/platforms/0/package_name package-name-malformed',
    ],
    [
      'a package name of 256 characters',
      [{ ...android, packageName: `c.${'a'.repeat(254)}` }],
      '/platforms/0/package_name package-name-malformed',
    ],
    ['a bundle id on Web', [{ ...web, bundleId: 'com.example' }], '/platforms/0/bundle_id bundle-id-not-ios'],
    ['a bundle id on Android', [{ ...android, bundleId: 'com.example' }], '/platforms/0/bundle_id bundle-id-not-ios'],
    [
      'a bundle id with an underscore',
      [{ platform: 'iOS', bundleId: 'com.my_app' }],
      '/platforms/0/bundle_id bundle-id-malformed',
    ],
    ['an empty bundle id', [{ platform: 'iOS', bundleId: '' }], '/platforms/0/bundle_id bundle-id-malformed'],
    [
      'a bundle id of 156 characters',
      [{ platform: 'iOS', bundleId: 'a'.repeat(156) }],
      '/platforms/0/bundle_id bundle-id-malformed',
    ],
  ];
  it.each(rows)('%s', (_, platforms, expected) => {
    expect(faultsOf({ ...base, platforms })).toEqual([expected]);
  });

  it('ten site domains per application: two Web entries do not get around it', () => {
    const half = (from: number) => numbered(6, (i) => `https://d${from + i}.example`);
    const platforms = [
      { platform: 'Web', siteDomains: half(0) },
      { platform: 'Web', siteDomains: half(6) },
    ];
    expect(faultsOf({ ...base, platforms })).toEqual([
      '/platforms/1/platform platform-twice',
      '/platforms site-domains-too-many',
    ]);
  });
});

describe('contract 3: a list of redirect URIs is refused with a pointer', () => {
  const rows: [string, string[], string][] = [
    ['21 redirect URIs', numbered(21, (i) => `https://shop.example/${i}`), '/redirect_uris redirect-uris-too-many'],
    [
      'one twice',
      ['https://a.example/', 'https://a.example', 'https://a.example/'],
      '/redirect_uris/2 redirect-uri-twice',
    ],
    ['an empty one', [''], '/redirect_uris/0 redirect-uri-relative'],
    ['a fragment', ['https://a.example/#b'], '/redirect_uris/0 redirect-uri-fragment'],
    ['a wildcard', ['https://a.example/', 'https://a.example/*'], '/redirect_uris/1 redirect-uri-wildcard'],
    ['http without a site domain of that host', ['http://a.example/'], '/redirect_uris/0 redirect-uri-http-host'],
    [
      'a private-use scheme without a native entry',
      ['com.example.app:/cb'],
      '/redirect_uris/0 redirect-uri-private-scheme',
    ],
    ['a parameter of the answer', ['https://a.example/?code=1'], '/redirect_uris/0 redirect-uri-parameter'],
  ];
  it.each(rows)('%s', (_, redirectUris, expected) => {
    expect(faultsOf({ ...base, redirectUris })).toEqual([expected]);
  });

  it('http stands where a site domain of the same request has the host, whichever form and port that has', () => {
    const platforms = [{ platform: 'Web', siteDomains: ['https://bücher.example:8443'] }];
    expect(faultsOf({ ...base, platforms, redirectUris: ['http://xn--bcher-kva.example:99/cb'] })).toEqual([]);
  });

  it('a malformed site domain opens nothing', () => {
    const platforms = [{ platform: 'Web', siteDomains: ['http://a.example/x'] }];
    expect(faultsOf({ ...base, platforms, redirectUris: ['http://a.example/cb'] })).toEqual([
      '/platforms/0/site_domains/0 site-domain-path',
      '/redirect_uris/0 redirect-uri-http-host',
    ]);
  });
});

describe('contract 3: what is registered for sign-outs is refused with a pointer', () => {
  const bye = 'https://shop.example/bye';
  const rows: [string, ApplicationDraft, string][] = [
    [
      '21 post-logout redirect URIs',
      { postLogoutRedirectUris: numbered(21, (i) => `https://shop.example/${i}`) },
      '/post_logout_redirect_uris post-logout-uris-too-many',
    ],
    [
      'the same post-logout redirect URI twice',
      { postLogoutRedirectUris: [bye, `${bye}/`, bye] },
      '/post_logout_redirect_uris/2 redirect-uri-twice',
    ],
    [
      'a post-logout redirect URI with http on a host that is no site domain',
      { postLogoutRedirectUris: [bye, 'http://other.example/bye'] },
      '/post_logout_redirect_uris/1 redirect-uri-http-host',
    ],
    [
      'a private-use scheme without an Android or iOS entry',
      { postLogoutRedirectUris: ['com.example.app:/bye'] },
      '/post_logout_redirect_uris/0 redirect-uri-private-scheme',
    ],
    [
      'a back-channel logout URI with http on a host that is no site domain',
      { backchannelLogoutUri: 'http://other.example/logout' },
      '/backchannel_logout_uri redirect-uri-http-host',
    ],
    ['an empty back-channel logout URI', { backchannelLogoutUri: '' }, '/backchannel_logout_uri redirect-uri-relative'],
  ];
  it.each(rows)('%s', (_, draft, expected) => {
    expect(faultsOf({ ...base, ...draft })).toEqual([expected]);
  });
});

describe('contract 3: a consent item is refused with a pointer', () => {
  const email: ConsentItemDraft = { item: 'email', consent: 'required' };
  const rows: [string, ConsentItemDraft[], string][] = [
    ['a missing item', [{ consent: 'required' }], '/consent_items/0/item item-missing'],
    ['an item outside the catalogue', [{ ...email, item: 'shoe_size' }], '/consent_items/0/item item-unknown'],
    ['an item with a hyphen', [{ ...email, item: 'profile-image' }], '/consent_items/0/item item-unknown'],
    ['a claim that is no item', [{ ...email, item: 'picture' }], '/consent_items/0/item item-unknown'],
    ['openid as an item', [{ ...email, item: 'openid' }], '/consent_items/0/item item-unknown'],
    ['the same item twice', [email, { item: 'email', consent: 'optional' }], '/consent_items/1/item item-twice'],
    ['a missing consent', [{ item: 'email' }], '/consent_items/0/consent consent-missing'],
    [
      'verified on another item than email, whatever it says',
      [{ ...email, item: 'nickname', verified: false }],
      '/consent_items/0/verified verified-not-email',
    ],
    ['an unknown consent', [{ ...email, consent: 'Required' }], '/consent_items/0/consent consent-unknown'],
    [
      'a purpose of 201 characters',
      [{ ...email, purpose: 'x'.repeat(201) }],
      '/consent_items/0/purpose purpose-too-long',
    ],
    [
      'a retention of 201 characters',
      [{ ...email, retention: 'x'.repeat(201) }],
      '/consent_items/0/retention retention-too-long',
    ],
    [
      'K11: a zero-width space in the retention',
      [{ ...email, retention: '5\u200byears' }],
      '/consent_items/0/retention text-forbidden-characters',
    ],
    [
      'K11: a right-to-left override in the purpose',
      [{ ...email, purpose: 'a\u202eb' }],
      '/consent_items/0/purpose text-forbidden-characters',
    ],
    [
      'K11: a control character in the purpose',
      [{ ...email, purpose: 'a\u001bb' }],
      '/consent_items/0/purpose text-forbidden-characters',
    ],
  ];
  it.each(rows)('%s', (_, consentItems, expected) => {
    expect(faultsOf({ ...base, consentItems })).toEqual([expected]);
  });
});

describe('contract 3: all faults at once', () => {
  it('one request with a fault in every part names them all', () => {
    expect(
      faultsOf({
        name: '',
        implementationMethod: 'x',
        loginActivation: 'x',
        platforms: [{ platform: 'Web', siteDomains: ['x', 'ftp://x'] }, { platform: 'x' }],
        redirectUris: ['x', 'y:z'],
        consentItems: [{}],
        homepageUri: 'x',
        privacyPolicyUri: 'x',
        termsUri: 'x',
        grantTypes: ['authorization_code', 'password'],
        idTokenAlg: 'none',
        userInfoAlg: 'rs256',
        postLogoutRedirectUris: ['x', 'y:z', 'https://a.example/?state=1'],
        backchannelLogoutUri: 'com.example.app:/x',
      }),
    ).toEqual([
      '/name name-missing',
      '/implementation_method implementation-method-unknown',
      '/login_activation login-activation-unknown',
      '/platforms/0/site_domains/0 site-domain-malformed',
      '/platforms/0/site_domains/1 site-domain-scheme',
      '/platforms/1/platform platform-unknown',
      '/redirect_uris/0 redirect-uri-relative',
      '/redirect_uris/1 redirect-uri-scheme',
      '/consent_items/0/item item-missing',
      '/consent_items/0/consent consent-missing',
      '/grant_types/1 grant-types-unknown',
      '/grant_types grant-types-incomplete',
      '/homepage_uri link-malformed',
      '/privacy_policy_uri link-malformed',
      '/terms_uri link-malformed',
      '/id_token_signed_response_alg signing-algorithm-unknown',
      '/userinfo_signed_response_alg signing-algorithm-unknown',
      '/post_logout_redirect_uris/0 redirect-uri-relative',
      '/post_logout_redirect_uris/1 redirect-uri-scheme',
      '/post_logout_redirect_uris/2 post-logout-uri-parameter',
      '/backchannel_logout_uri backchannel-uri-scheme',
    ]);
  });
});

describe('contract 3: names that would pass for another', () => {
  it.each([
    // Cyrillic а and с, Greek ο: each in a word with Latin letters.
    ['P\u0430ypal', 'name-mixed-scripts'],
    ['A\u0441me Shop', 'name-mixed-scripts'],
    ['Acme Sh\u03BFp', 'name-mixed-scripts'],
    ['\u0430\u03B2\u0433', 'name-mixed-scripts'],
    ['x1\u0430', 'name-mixed-scripts'],
    ['Latchkey', 'name-of-service'],
    ['LATCHKEY', 'name-of-service'],
    ['latchkey ', 'name-of-service'],
    // A capital I, a digit one and a mathematical letter for the l; accents stay accents.
    ['Iatchkey', 'name-of-service'],
    ['1atchkey', 'name-of-service'],
    ['\u{1D5EB}', undefined],
    ['\u{1D5DF}\u{1D5EE}\u{1D601}\u{1D5F0}\u{1D5F5}\u{1D5F8}\u{1D5F2}\u{1D606}', 'name-of-service'],
    ['L\u00E1tchkey', undefined],
    ['Latchkeys', undefined],
    // Words of one script each; Hangul, Han and Kana with Latin; Greek with Greek.
    ['Acme \u041C\u0430\u0433\u0430\u0437\u0438\u043D', undefined],
    ['\u03B1\u03B2\u03B3-tools', undefined],
    ['K\uD31D', undefined],
    ['Tシャツ屋', undefined],
    ['漢字kana', undefined],
    ['Café №1 – 24/7', undefined],
  ])('%j: %s', (name, code) => {
    expect(faultsOf({ ...base, name })).toEqual(code === undefined ? [] : [`/name ${code}`]);
  });

  it('compares with whatever the service is called', () => {
    const faultsAt = (serviceName: string, name: string) =>
      checkApplication({ ...base, name }, { serviceName }).faults.map(({ code }) => code);
    expect(faultsAt('Acme', 'Acrne')).toEqual(['name-of-service']);
    expect(faultsAt('우리 로그인', '우리 로그인')).toEqual(['name-of-service']);
    expect(faultsAt('Acme', 'Latchkey')).toEqual([]);
  });

  it('an application that has such a name or address from before keeps it; a new one is refused', () => {
    const uri = 'https://shop.example/a/../cb';
    const stored: StoredApplication = {
      translations: undefined,
      name: 'Latchkey',
      redirectUris: [{ id: '1', redirectUri: uri, createdAt: 1 }],
      postLogoutRedirectUris: [uri],
      backchannelLogoutUri: uri,
      consentItems: [],
      groups: [],
      jwks: undefined,
      jwksUri: undefined,
    };
    const draft = {
      ...base,
      name: 'Latchkey',
      redirectUris: [uri],
      postLogoutRedirectUris: [uri],
      backchannelLogoutUri: uri,
    };
    expect(check(draft, stored).faults).toEqual([]);
    const faults = check(
      { ...draft, name: 'LATCHKEY', redirectUris: [uri, `${uri}2`, 'https://shop.example/./cb'] },
      stored,
    );
    expect(faults.faults.map(({ path, code }) => `${path.join('/')} ${code}`)).toEqual([
      'name name-of-service',
      'redirect_uris/1 redirect-uri-dot-segment',
      'redirect_uris/2 redirect-uri-dot-segment',
    ]);
    expect(check(draft).faults).toHaveLength(4);
  });
});

describe('contract 3: translations', () => {
  const email = { item: 'email', consent: 'required' };
  it('are kept as the texts they translate; an empty one is none', () => {
    const { checked, faults } = check({
      ...base,
      translations: { ko: { name: ' 아크메 상점 ' }, en: {} },
      consentItems: [
        { ...email, translations: { ko: { purpose: ' 영수증 ', retention: '' }, en: { retention: '5 years' } } },
        { item: 'nickname', consent: 'optional', translations: { ko: { purpose: ' ' } } },
      ],
    });
    expect(faults).toEqual([]);
    expect(checked.translations).toEqual({ ko: { name: '아크메 상점' } });
    expect(checked.consentItems.map(({ translations }) => translations)).toEqual([
      { ko: { purpose: '영수증' }, en: { retention: '5 years' } },
      undefined,
    ]);
  });

  it('every fault at once, each with its place', () => {
    expect(
      faultsOf({
        ...base,
        translations: { en: { name: 'x'.repeat(61) }, ko: { name: '' } },
        consentItems: [
          { ...email, translations: { ko: { purpose: 'x'.repeat(201), retention: 'a\u202eb' } } },
          { item: 'nickname', consent: 'optional', translations: { en: { retention: 'x'.repeat(201) } } },
        ],
      }),
    ).toEqual([
      '/translations/en/name name-too-long',
      '/translations/ko/name name-missing',
      '/consent_items/0/translations/ko/purpose purpose-too-long',
      '/consent_items/0/translations/ko/retention text-forbidden-characters',
      '/consent_items/1/translations/en/retention retention-too-long',
    ]);
  });

  it('K11: a translated name may not pass for another, unless it is stored', () => {
    const translations = { en: { name: 'L\u0430tchkey' }, ko: { name: 'Latchkey' } };
    const named = { ...base, translations };
    expect(faultsOf(named)).toEqual([
      '/translations/en/name name-mixed-scripts',
      '/translations/ko/name name-of-service',
    ]);
    const lists = { redirectUris: [], postLogoutRedirectUris: [], consentItems: [], groups: [] };
    const none = { name: 'Acme Shop', ...lists, backchannelLogoutUri: undefined, jwks: undefined, jwksUri: undefined };
    expect(check(named, { ...none, translations }).faults).toEqual([]);
  });

  it('there are translations for each language of the pages, and for no other', () => {
    expect(TRANSLATION_LANGUAGES).toEqual(LANGUAGES);
  });
});
