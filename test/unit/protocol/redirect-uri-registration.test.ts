// Which redirect URIs may be registered (contract 3, "Redirect URI"; cases of RFC 9700 4.1).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findBackchannelUriFault,
  findPostLogoutUriFault,
  findRedirectUriFault,
  type LogoutUriFault,
  type RedirectUriFault,
} from '../../../src/protocol/redirect-uri-registration.ts';

const web = { siteDomainHosts: ['shop.example', '192.168.0.7', '[fd00::1]'], hasNativeEntry: false };
const native = { siteDomainHosts: [], hasNativeEntry: true };

describe('contract 3: a redirect URI that may be registered', () => {
  it.each([
    'https://app.example/callback',
    'https://app.example',
    'https://app.example/',
    'https://app.example:8443/callback',
    'https://app.example/callback?tenant=7&next=%2Fhome',
    'https://app.example/callback?',
    'https://app.example/~me/(a);b=c,d/%C3%BC',
    'https://app.example/callback?q=a/b?c',
    'https://app.example/callback;state=1',
    'https://app.example/callback?codes=1&coder=2&states=3',
    'https://xn--bcher-kva.example/callback',
    'https://203.0.113.7/callback',
    'https://[2001:db8::7]/callback',
    'https://my_app.example/callback',
    'http://localhost/callback',
    'http://localhost:4002/callback',
    'http://127.0.0.1:5173/callback',
    'http://127.8.9.10/callback',
    'http://[::1]:5173/callback',
    'http://shop.example/callback',
    'http://shop.example:8080/callback',
    'http://192.168.0.7/callback',
    'http://[fd00::1]:8080/callback',
  ])('%s is accepted for a Web application', (uri) => {
    expect(findRedirectUriFault(uri, web)).toBeUndefined();
  });

  it.each([
    'com.example.app:/callback',
    'com.example.app://callback',
    'com.example.app:///callback',
    'com.example.app:callback',
    'com.example.my-app:/callback?tenant=7',
    'https://app.example/callback',
    'http://127.0.0.1/callback',
  ])('%s is accepted with an Android or iOS entry', (uri) => {
    expect(findRedirectUriFault(uri, native)).toBeUndefined();
  });

  it('of 2,000 characters is accepted, of 2,001 is not', () => {
    const start = 'https://app.example/';
    expect(findRedirectUriFault(start + 'a'.repeat(2000 - start.length), web)).toBeUndefined();
    expect(findRedirectUriFault(start + 'a'.repeat(2001 - start.length), web)).toBe('redirect-uri-too-long');
  });
});

describe('contract 3, N6: a redirect URI that is refused', () => {
  const cases: [string, RedirectUriFault][] = [
    ['', 'redirect-uri-relative'],
    ['/callback', 'redirect-uri-relative'],
    ['callback', 'redirect-uri-relative'],
    ['//app.example/callback', 'redirect-uri-relative'],
    ['app.example/callback', 'redirect-uri-relative'],
    ['://app.example/callback', 'redirect-uri-relative'],
    ['1https://app.example/callback', 'redirect-uri-relative'],
    ['https://app.example/callback#', 'redirect-uri-fragment'],
    ['https://app.example/callback#top', 'redirect-uri-fragment'],
    ['https://app.example/call back', 'redirect-uri-characters'],
    [' https://app.example/callback', 'redirect-uri-characters'],
    ['https://app.example/callback ', 'redirect-uri-characters'],
    ['https://app.example/callback\n', 'redirect-uri-characters'],
    ['https://app.example/callback\r\nLocation: x', 'redirect-uri-characters'],
    ['ht\ttps://app.example/callback', 'redirect-uri-characters'],
    ['https://app.example/call\0back', 'redirect-uri-characters'],
    ['https://app.example/\u007f', 'redirect-uri-characters'],
    ['https://app.example/%00', 'redirect-uri-characters'],
    ['https://app.example/%0d%0aSet-Cookie:x', 'redirect-uri-characters'],
    ['https://app.example/?a=%1F', 'redirect-uri-characters'],
    ['https://app.example/%7F', 'redirect-uri-characters'],
    ['https:\\\\app.example\\callback', 'redirect-uri-characters'],
    ['https://app.example\\@evil.example/', 'redirect-uri-characters'],
    ['https:/\\app.example/callback', 'redirect-uri-characters'],
    ['https://bücher.example/callback', 'redirect-uri-characters'],
    ['https://app.example/ü', 'redirect-uri-characters'],
    ['https://app\u3002example/callback', 'redirect-uri-characters'],
    ['https://app.example/\u202ekcab', 'redirect-uri-characters'],
    ['https://app.example/<script>', 'redirect-uri-characters'],
    ['https://app.example/"', 'redirect-uri-characters'],
    ['https://app.example/{id}', 'redirect-uri-characters'],
    ['https://app.example/a|b', 'redirect-uri-characters'],
    ['https://app.example/^`', 'redirect-uri-characters'],
    ['https://*.example/callback', 'redirect-uri-wildcard'],
    ['https://app.example/*', 'redirect-uri-wildcard'],
    ['https://app.example:*/callback', 'redirect-uri-wildcard'],
    ['https://app.example/callback?*', 'redirect-uri-wildcard'],
    ['https://app.example/%', 'redirect-uri-percent-encoding'],
    ['https://app.example/%2', 'redirect-uri-percent-encoding'],
    ['https://app.example/%zz', 'redirect-uri-percent-encoding'],
    ['https://app.example/%u0041', 'redirect-uri-percent-encoding'],
    ['HTTPS://app.example/callback', 'redirect-uri-scheme-case'],
    ['Http://localhost/callback', 'redirect-uri-scheme-case'],
    ['JavaScript:alert(1)', 'redirect-uri-scheme-case'],
    ['https:app.example/callback', 'redirect-uri-malformed'],
    ['https:/app.example/callback', 'redirect-uri-malformed'],
    ['http:localhost', 'redirect-uri-malformed'],
    ['https:', 'redirect-uri-malformed'],
    ['https://app.example/[a]', 'redirect-uri-malformed'],
    ['https://app.example/?a[]=1', 'redirect-uri-malformed'],
    ['https://', 'redirect-uri-host'],
    ['https:///callback', 'redirect-uri-host'],
    ['https://?a=b', 'redirect-uri-host'],
    ['https://:8443/callback', 'redirect-uri-host'],
    ['https://app.example@evil.example/callback', 'redirect-uri-user'],
    ['https://user:pass@app.example/callback', 'redirect-uri-user'],
    ['https://@app.example/callback', 'redirect-uri-user'],
    ['https://app%40evil.example/callback', 'redirect-uri-host'],
    ['https://app.example%2f.evil.example/callback', 'redirect-uri-host'],
    ['https://%61pp.example/callback', 'redirect-uri-host'],
    ['https://APP.example/callback', 'redirect-uri-host'],
    ['https://app..example/callback', 'redirect-uri-host'],
    ['https://app.example./callback', 'redirect-uri-host'],
    ['https://./callback', 'redirect-uri-host'],
    ['https://-app.example/callback', 'redirect-uri-host'],
    ['https://app.example,evil.example/callback', 'redirect-uri-host'],
    ['https://app.example;evil.example/callback', 'redirect-uri-host'],
    ['https://127.1/callback', 'redirect-uri-host'],
    ['https://2130706433/callback', 'redirect-uri-host'],
    ['https://0x7f.0.0.1/callback', 'redirect-uri-host'],
    ['https://0177.0.0.1/callback', 'redirect-uri-host'],
    ['https://127.0.0.256/callback', 'redirect-uri-host'],
    ['https://[::1/callback', 'redirect-uri-host'],
    ['https://::1/callback', 'redirect-uri-host'],
    ['http://[0:0:0:0:0:0:0:1]/callback', 'redirect-uri-host'],
    ['http://[::ffff:127.0.0.1]/callback', 'redirect-uri-host'],
    ['http://[::1%25lo]/callback', 'redirect-uri-host'],
    ['http://LOCALHOST/callback', 'redirect-uri-host'],
    ['https://app.example:/callback', 'redirect-uri-port'],
    ['https://app.example:0/callback', 'redirect-uri-port'],
    ['https://app.example:00443/callback', 'redirect-uri-port'],
    ['https://app.example:65536/callback', 'redirect-uri-port'],
    ['https://app.example:443:443/callback', 'redirect-uri-port'],
    ['https://app.example:44a/callback', 'redirect-uri-port'],
    ['http://app.example/callback', 'redirect-uri-http-host'],
    ['http://www.shop.example/callback', 'redirect-uri-http-host'],
    ['http://shop.example.evil.example/callback', 'redirect-uri-http-host'],
    ['http://example/callback', 'redirect-uri-http-host'],
    ['http://localhost.evil.example/callback', 'redirect-uri-http-host'],
    ['http://127.0.0.1.evil.example/callback', 'redirect-uri-http-host'],
    ['http://app.localhost/callback', 'redirect-uri-http-host'],
    ['http://128.0.0.1/callback', 'redirect-uri-http-host'],
    ['http://0.0.0.0/callback', 'redirect-uri-http-host'],
    ['http://[::]/callback', 'redirect-uri-http-host'],
    ['http://[::ffff:7f00:1]/callback', 'redirect-uri-http-host'],
    ['javascript:alert(1)', 'redirect-uri-scheme'],
    ['javascript://app.example/%61', 'redirect-uri-scheme'],
    ['data:text/html,hello', 'redirect-uri-scheme'],
    ['file:///etc/passwd', 'redirect-uri-scheme'],
    ['vbscript:x', 'redirect-uri-scheme'],
    ['about:blank', 'redirect-uri-scheme'],
    ['blob:https://app.example/1', 'redirect-uri-scheme'],
    ['view-source:https://app.example/', 'redirect-uri-scheme'],
    ['intent://scan/', 'redirect-uri-scheme'],
    ['ftp://app.example/', 'redirect-uri-scheme'],
    ['mailto:a', 'redirect-uri-scheme'],
    ['myapp://callback', 'redirect-uri-scheme'],
    ['urn:ietf:wg:oauth:2.0:oob', 'redirect-uri-scheme'],
    ['localhost:4002/callback', 'redirect-uri-scheme'],
    ['com.example.app:/callback', 'redirect-uri-private-scheme'],
    ['app.example:443/callback', 'redirect-uri-private-scheme'],
  ];
  it.each(cases)('%j is %s', (uri, fault) => {
    expect(findRedirectUriFault(uri, web)).toBe(fault);
  });

  const nativeCases: [string, RedirectUriFault][] = [
    ['com.example.app:', 'redirect-uri-malformed'],
    ['com.example.app://', 'redirect-uri-malformed'],
    ['com.example.app:/a[b]', 'redirect-uri-malformed'],
    ['com.example.app://user@callback', 'redirect-uri-user'],
    ['com.example.app://a%2fb/callback', 'redirect-uri-host'],
    ['com.example.app:/callback#top', 'redirect-uri-fragment'],
    ['com.example.app:/*', 'redirect-uri-wildcard'],
    ['com.example.App:/callback', 'redirect-uri-scheme-case'],
    ['com.example.:/callback', 'redirect-uri-scheme'],
    ['com..example:/callback', 'redirect-uri-scheme'],
    ['javascript.:/callback', 'redirect-uri-scheme'],
    ['javascript:alert(1)', 'redirect-uri-scheme'],
    ['myapp:/callback', 'redirect-uri-scheme'],
    ['http://shop.example/callback', 'redirect-uri-http-host'],
    ['com.example.app:/callback?code=1', 'redirect-uri-parameter'],
  ];
  it.each(nativeCases)('%j is %s with an Android or iOS entry', (uri, fault) => {
    expect(findRedirectUriFault(uri, native)).toBe(fault);
  });
});

describe('contract 3: a redirect URI keeps its query free of the answer’s own parameters', () => {
  it.each([
    'https://app.example/callback?code=1',
    'https://app.example/callback?code',
    'https://app.example/callback?a=b&code=',
    'https://app.example/callback?zipcode=7',
    'https://app.example/callback?zip-code=7',
    'https://app.example/callback?%63ode=1',
    'https://app.example/callback?c%6Fd%65',
    'https://app.example/callback?%ffcode',
    'https://app.example/callback?a=b;code',
    'https://app.example/callback?+code',
    'https://app.example/callback?next=/x?code=1',
    'https://app.example/code=/callback',
    'https://app.example/callback?state=1',
    'https://app.example/callback?state',
    'https://app.example/callback?%73tate=1',
    'https://app.example/callback?+state=1',
    'https://app.example/callback?a=b;state=1',
    'https://app.example/callback?iss=x',
    'https://app.example/callback?error=x',
    'https://app.example/callback?error_description=x',
    'https://app.example/callback?error%5Fdescription=x',
    'https://app.example/callback?error_uri=x',
  ])('%s is refused', (uri) => {
    expect(findRedirectUriFault(uri, web)).toBe('redirect-uri-parameter');
  });
});

describe('contract 3: a post-logout redirect URI follows the rules of redirect URIs', () => {
  it.each([
    'https://app.example/bye',
    'http://localhost:4002/bye',
    'http://127.0.0.1:5173/',
    'http://shop.example:8080/bye',
    'https://app.example/bye?code=1',
    'https://app.example/code=/bye?zipcode=7&iss=x&error=y',
    'https://app.example/bye?states=3&mystate=4',
  ])('%s is accepted: only `state` is added to it', (uri) => {
    expect(findPostLogoutUriFault(uri, web)).toBeUndefined();
  });

  it('a private-use scheme is accepted with an Android or iOS entry alone', () => {
    expect(findPostLogoutUriFault('com.example.app:/bye', native)).toBeUndefined();
    expect(findPostLogoutUriFault('com.example.app:/bye', web)).toBe('redirect-uri-private-scheme');
  });

  it.each<[string, RedirectUriFault | LogoutUriFault]>([
    ['https://app.example/bye?state=1', 'post-logout-uri-parameter'],
    ['https://app.example/bye?a=b&state', 'post-logout-uri-parameter'],
    ['https://app.example/bye?%73tate=1', 'post-logout-uri-parameter'],
    ['https://app.example/bye?a=b;state=1', 'post-logout-uri-parameter'],
    ['http://app.example/bye', 'redirect-uri-http-host'],
    ['https://app.example/bye#top', 'redirect-uri-fragment'],
    ['https://user@app.example/bye', 'redirect-uri-user'],
    ['https://*.app.example/bye', 'redirect-uri-wildcard'],
    ['javascript:alert(1)', 'redirect-uri-scheme'],
    ['/bye', 'redirect-uri-relative'],
    ['', 'redirect-uri-relative'],
    [`https://app.example/${'x'.repeat(2000)}`, 'redirect-uri-too-long'],
  ])('%s is %s', (uri, fault) => {
    expect(findPostLogoutUriFault(uri, web)).toBe(fault);
  });
});

describe('contract 3: a back-channel logout URI is https, or http as for redirect URIs', () => {
  it.each([
    'https://app.example/logout',
    'https://app.example:8443/logout?tenant=7&state=1&code=2',
    'http://localhost:4002/logout',
    'http://[::1]:4002/logout',
    'http://shop.example:8080/logout',
  ])('%s is accepted', (uri) => {
    expect(findBackchannelUriFault(uri, web)).toBeUndefined();
  });

  it.each<[string, RedirectUriFault | LogoutUriFault]>([
    ['http://app.example/logout', 'redirect-uri-http-host'],
    ['https://app.example/logout#top', 'redirect-uri-fragment'],
    ['https://user:pass@app.example/logout', 'redirect-uri-user'],
    ['https://app.example:0/logout', 'redirect-uri-port'],
    ['https://APP.example/logout', 'redirect-uri-host'],
    ['https://app.example/%0d%0aHost:x', 'redirect-uri-characters'],
    ['HTTPS://app.example/logout', 'redirect-uri-scheme-case'],
    ['file:///etc/passwd', 'backchannel-uri-scheme'],
    ['gopher://app.example/', 'backchannel-uri-scheme'],
    ['com.example.app:/logout', 'backchannel-uri-scheme'],
    ['', 'redirect-uri-relative'],
  ])('%s is %s, with a native entry too', (uri, fault) => {
    expect(findBackchannelUriFault(uri, web)).toBe(fault);
    expect(findBackchannelUriFault(uri, { ...web, hasNativeEntry: true })).toBe(fault);
  });
});

describe('contract 3: properties of redirect URIs', () => {
  const hostile = fc.string({ unit: fc.constantFrom(...'acdeost.:/@?#%\\[]=&;0127 \t*ü'), maxLength: 30 });

  it('an accepted https or http URI goes where its text says: host and port are those of the URL parser', () => {
    fc.assert(
      fc.property(fc.constantFrom('https://', 'http://localhost', 'https:', ''), hostile, (prefix, rest) => {
        const uri = prefix + rest;
        if (findRedirectUriFault(uri, web) !== undefined) return;
        const url = new URL(uri);
        expect(uri.startsWith(`${url.protocol}//${url.hostname}`)).toBe(true);
        expect([url.username, url.password, url.hash]).toEqual(['', '', '']);
      }),
      { numRuns: 3000 },
    );
  });

  it('splitting the answer at `code=` reads the code from every accepted URI', () => {
    fc.assert(
      fc.property(hostile, (rest) => {
        const uri = `https://app.example/${rest}`;
        if (findRedirectUriFault(uri, web) !== undefined) return;
        const answer = `${uri}${uri.includes('?') ? '&' : '?'}iss=x&state=y&code=the-code`;
        expect(answer.split('code=')).toHaveLength(2);
        expect(new URL(answer).searchParams.getAll('code')).toEqual(['the-code']);
        expect(new URL(answer).searchParams.getAll('state')).toEqual(['y']);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('contract 3: dot segments', () => {
  const refused = [
    'https://app.example/../cb',
    'https://app.example/a/./cb',
    'https://app.example/%2e%2e/cb',
    'https://app.example/%2E./cb',
    'https://app.example/a/..',
    'https://app.example/a/.',
    'https://app.example/a/..?next=1',
    // What a server behind may make of it.
    'https://app.example/a/..%2fcb',
    'https://app.example/a%5C..%5Ccb',
    'https://app.example/a/..;x=1/cb',
    'http://localhost:3000/../cb',
  ];
  it.each(refused)('%s is refused', (uri) => {
    expect(findRedirectUriFault(uri, web)).toBe('redirect-uri-dot-segment');
    expect(findPostLogoutUriFault(uri, web)).toBe('redirect-uri-dot-segment');
    expect(findBackchannelUriFault(uri, web)).toBe('redirect-uri-dot-segment');
  });

  it.each(['com.example.app:/../cb', 'com.example.app:../cb', 'com.example.app://host/%2e'])('%s is refused', (uri) => {
    expect(findRedirectUriFault(uri, native)).toBe('redirect-uri-dot-segment');
  });

  it.each([
    'https://app.example/...',
    'https://app.example/.well-known/cb',
    'https://app.example/a..b/c.',
    'https://app.example/cb?path=/../x',
    'https://app.example/%2e%2e%2e',
  ])('%s is accepted', (uri) => {
    expect(findRedirectUriFault(uri, web)).toBeUndefined();
  });

  it('no URI that a browser goes to under another path is accepted', () => {
    const piece = fc.constantFrom('.', '%2e', '%2E', '/', 'a', ';', '%2f');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const uri = `https://app.example/${pieces.join('')}`;
        fc.pre(findRedirectUriFault(uri, web) === undefined);
        expect(new URL(uri).href).toBe(uri);
      }),
    );
  });
});
