// Site domains (contract 3): what is accepted, how it is stored, what stands for what.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readSiteDomain,
  type SiteDomainFault,
  sameSiteDomain,
  siteDomainForms,
  siteDomainHost,
} from '../../../src/protocol/site-domain.ts';

const stored = (text: string): string | undefined => {
  const reading = readSiteDomain(text);
  return reading.kind === 'site-domain' ? reading.siteDomain : undefined;
};

describe('contract 3: a site domain is stored normalised', () => {
  it.each([
    ['https://shop.example', 'https://shop.example'],
    ['http://shop.example', 'http://shop.example'],
    ['https://shop.example/', 'https://shop.example'],
    ['HTTPS://Shop.Example', 'https://shop.example'],
    ['https://shop.example:443', 'https://shop.example'],
    ['http://shop.example:80/', 'http://shop.example'],
    ['http://shop.example:443', 'http://shop.example:443'],
    ['https://shop.example:80', 'https://shop.example:80'],
    ['https://shop.example:8443', 'https://shop.example:8443'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:5173', 'http://127.0.0.1:5173'],
    ['http://[::1]:5173', 'http://[::1]:5173'],
    ['http://[0:0:0:0:0:0:0:1]', 'http://[::1]'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://BÜCHER.example', 'https://xn--bcher-kva.example'],
    ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
    ['https://로그인.example', 'https://xn--2i0b10rutm.example'],
    ['http://my_app.internal', 'http://my_app.internal'],
    ['file://', 'file://'],
    ['file:///', 'file://'],
    ['FILE://', 'file://'],
  ])('%s is stored as %s', (text, expected) => {
    expect(stored(text)).toBe(expected);
  });
});

describe('contract 3: a site domain is refused with the reason', () => {
  const cases: [string, SiteDomainFault][] = [
    ['', 'site-domain-malformed'],
    ['shop.example', 'site-domain-malformed'],
    ['1https://shop.example', 'site-domain-malformed'],
    ['//shop.example', 'site-domain-malformed'],
    ['https:shop.example', 'site-domain-malformed'],
    ['https:/shop.example', 'site-domain-malformed'],
    ['https:\\\\shop.example', 'site-domain-malformed'],
    ['https://shop.example\\', 'site-domain-malformed'],
    [' https://shop.example', 'site-domain-malformed'],
    ['https://shop.example ', 'site-domain-malformed'],
    ['https://shop.example\n', 'site-domain-malformed'],
    ['ht\ttps://shop.example', 'site-domain-malformed'],
    ['https://shop\t.example', 'site-domain-malformed'],
    ['https://shop.example\0', 'site-domain-malformed'],
    ['file:', 'site-domain-malformed'],
    ['file:/', 'site-domain-malformed'],
    ['null', 'site-domain-malformed'],
    ['*', 'site-domain-malformed'],
    ['ftp://shop.example', 'site-domain-scheme'],
    ['ws://shop.example', 'site-domain-scheme'],
    ['javascript://shop.example', 'site-domain-scheme'],
    ['chrome-extension://abcdef', 'site-domain-scheme'],
    ['constructor://shop.example', 'site-domain-scheme'],
    ['https://user@shop.example', 'site-domain-user'],
    ['https://user:pass@shop.example', 'site-domain-user'],
    ['https://@shop.example', 'site-domain-user'],
    ['https://', 'site-domain-host'],
    ['https:///', 'site-domain-host'],
    ['https://:443', 'site-domain-host'],
    ['https://*.example', 'site-domain-host'],
    ['https://shop..example', 'site-domain-host'],
    ['https://.shop.example', 'site-domain-host'],
    ['https://shop.example.', 'site-domain-host'],
    ['https://-shop.example', 'site-domain-host'],
    ['https://shop-.example', 'site-domain-host'],
    ['https://sh%6fp.example', 'site-domain-host'],
    ['https://shop%2eexample', 'site-domain-host'],
    ['https://shop.example%00', 'site-domain-host'],
    ['https://shop,example', 'site-domain-host'],
    ['https://shop<b>.example', 'site-domain-host'],
    ['https://sho\u200bp.example', 'site-domain-host'],
    ['https://sho\u00adp.example', 'site-domain-host'],
    ['https://sho\u202ep.example', 'site-domain-host'],
    ['https://127.1', 'site-domain-host'],
    ['https://0x7f.0.0.1', 'site-domain-host'],
    ['https://017.0.0.1', 'site-domain-host'],
    ['https://2130706433', 'site-domain-host'],
    ['https://256.0.0.1', 'site-domain-host'],
    ['https://127.0.0.1.', 'site-domain-host'],
    ['https://１２７.0.0.1', 'site-domain-host'],
    ['https://[::1', 'site-domain-host'],
    ['https://::1', 'site-domain-host'],
    ['https://[]', 'site-domain-host'],
    ['https://[::1%25eth0]', 'site-domain-host'],
    ['https://[v1.fe80]', 'site-domain-host'],
    [`https://${'a'.repeat(64)}.example`, 'site-domain-host'],
    [`https://${'a.'.repeat(130)}example`, 'site-domain-host'],
    ['https://shop.example:', 'site-domain-port'],
    ['https://shop.example:0', 'site-domain-port'],
    ['https://shop.example:0443', 'site-domain-port'],
    ['https://shop.example:65536', 'site-domain-port'],
    ['https://shop.example:+443', 'site-domain-port'],
    ['https://shop.example:44３', 'site-domain-port'],
    ['https://shop.example:abc', 'site-domain-port'],
    ['https://shop.example:1:2', 'site-domain-port'],
    ['https://shop.example/app', 'site-domain-path'],
    ['https://shop.example//', 'site-domain-path'],
    ['https://shop.example/.', 'site-domain-path'],
    ['file:///home', 'site-domain-path'],
    ['https://shop.example?', 'site-domain-query'],
    ['https://shop.example/?a=b', 'site-domain-query'],
    ['https://shop.example#', 'site-domain-fragment'],
    ['https://shop.example/#top', 'site-domain-fragment'],
    ['file://localhost', 'site-domain-file-host'],
    ['file://shop.example/', 'site-domain-file-host'],
    ['file://:80', 'site-domain-file-host'],
  ];
  it.each(cases)('%j is %s', (text, code) => {
    expect(readSiteDomain(text)).toEqual({ kind: 'fault', code });
  });
});

describe('contract 3: the http and the https form stand for both', () => {
  it.each([
    ['https://shop.example', ['https://shop.example', 'http://shop.example']],
    ['http://shop.example', ['http://shop.example', 'https://shop.example']],
    ['http://shop.example:3000', ['http://shop.example:3000', 'https://shop.example:3000']],
    ['http://[::1]:3000', ['http://[::1]:3000', 'https://[::1]:3000']],
    ['http://shop.example:443', ['http://shop.example:443']],
    ['https://shop.example:80', ['https://shop.example:80']],
    ['null', ['file://']],
    ['file://', ['file://']],
  ])('%s is registered when one of %j is', (origin, forms) => {
    expect(siteDomainForms(origin)).toEqual(forms);
  });

  it.each([
    '',
    'NULL',
    'https://shop.example/',
    'HTTPS://shop.example',
    'https://shop.example:443',
    'https://user@shop.example',
    'https://shop.example https://evil.example',
    'ftp://shop.example',
    'https://shop.example/app',
    '*',
  ])('%j is no serialised origin and stands for nothing', (origin) => {
    expect(siteDomainForms(origin)).toEqual([]);
  });

  it('another port, another host and a subdomain are another site', () => {
    expect(sameSiteDomain('https://shop.example', 'https://shop.example:8443')).toBe(false);
    expect(sameSiteDomain('https://shop.example', 'https://shop.example.evil')).toBe(false);
    expect(sameSiteDomain('https://shop.example', 'https://www.shop.example')).toBe(false);
    expect(sameSiteDomain('https://shop.example', 'http://shop.example:443')).toBe(false);
    expect(sameSiteDomain('null', 'https://shop.example')).toBe(false);
  });

  it('text that is no site domain is not the same as itself', () => {
    expect(sameSiteDomain('nonsense', 'nonsense')).toBe(false);
  });
});

describe('contract 3: the host of a site domain', () => {
  it.each([
    ['https://shop.example', 'shop.example'],
    ['http://shop.example:3000', 'shop.example'],
    ['http://[::1]:3000', '[::1]'],
    ['file://', undefined],
  ])('of %s is %s', (siteDomain, host) => {
    expect(siteDomainHost(siteDomain)).toBe(host);
  });
});

const label = fc.stringMatching(/^[a-zA-Z](?:[a-zA-Z0-9-]{0,8}[a-zA-Z0-9])?$/).filter((text) => !/^..--/.test(text));
const webSiteDomain = fc
  .tuple(
    fc.constantFrom('http', 'https', 'HTTP', 'Https'),
    fc.array(label, { minLength: 1, maxLength: 4 }),
    fc.option(fc.integer({ min: 1, max: 65_535 })),
    fc.constantFrom('', '/'),
  )
  .map(([scheme, labels, port, slash]) => `${scheme}://${labels.join('.')}${port === null ? '' : `:${port}`}${slash}`);

describe('contract 3: properties of site domains', () => {
  it('normalising twice is normalising once', () => {
    fc.assert(
      fc.property(webSiteDomain, (text) => {
        const once = stored(text);
        expect(once).toBeDefined();
        expect(stored(once ?? '')).toBe(once);
      }),
    );
  });

  it('what is stored is what a browser sends as Origin', () => {
    fc.assert(
      fc.property(webSiteDomain, (text) => {
        expect(stored(text)).toBe(new URL(text).origin);
      }),
    );
  });

  it('being the same site is symmetric, and every form is the same site as the origin', () => {
    fc.assert(
      fc.property(webSiteDomain, webSiteDomain, (a, b) => {
        const [first, second] = [stored(a) ?? '', stored(b) ?? ''];
        expect(sameSiteDomain(first, second)).toBe(sameSiteDomain(second, first));
        for (const form of siteDomainForms(first)) expect(sameSiteDomain(first, form)).toBe(true);
      }),
    );
  });

  it('any text is refused or stored as an origin without path, query, fragment and user', () => {
    const hostile = fc.string({ unit: fc.constantFrom(...'ahtps:/@?#%\\.[]0127 \t\u200bü*'), maxLength: 24 });
    fc.assert(
      fc.property(fc.constantFrom('', 'http://', 'https://', 'file://'), hostile, (prefix, rest) => {
        const result = stored(prefix + rest);
        if (result !== undefined) expect(result).toMatch(/^(?:file:\/\/|https?:\/\/[a-z0-9_.:[\]-]+)$/);
      }),
      { numRuns: 2000 },
    );
  });
});
