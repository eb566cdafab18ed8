// The keys of an application (contract 40): what may be registered, what stays, and what sets the method.
import { describe, expect, it } from 'vitest';
import type { Application } from '../../../../src/core/applications/applications/application.ts';
import {
  type ApplicationDraft,
  draftOf,
  replacementOf,
} from '../../../../src/core/applications/applications/application-draft.ts';
import { checkApplication } from '../../../../src/core/applications/applications/check-application.ts';
import { isDangerousChange } from '../../../../src/core/applications/applications/dangerous-change.ts';
import { givenApplication, givenPlatform } from '../given.ts';

const KEY = { kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43), kid: 'a' };
const JWKS = { keys: [KEY] };
const URI = 'https://shop.example/keys';
const app = (change: Partial<Application> = {}) => givenApplication(change);

function check(draft: ApplicationDraft, stored: Application | undefined = undefined) {
  const given = { ...draftOf(stored ?? app()), ...draft };
  const { checked, faults } = checkApplication(given, { serviceName: 'Latchkey', ...(stored && { stored }) });
  const { jwks, jwksUri, tokenEndpointAuthMethod: method } = checked;
  return { kept: { jwks, jwksUri, method }, faults: faults.map(({ path, code }) => `/${path.join('/')} ${code}`) };
}

describe('contract 40: what may be registered', () => {
  it.each<[string, ApplicationDraft, string[]]>([
    ['keys', { jwks: JWKS }, []],
    ['an address', { jwksUri: URI }, []],
    ['an empty list', { jwks: { keys: [] } }, []],
    ['both', { jwks: JWKS, jwksUri: URI }, ['/jwks_uri jwks-twice']],
    ['no list', { jwks: {} }, ['/jwks jwks-malformed']],
    ['a list that is none', { jwks: { keys: KEY } }, ['/jwks jwks-malformed']],
    ['a private key', { jwks: { keys: [KEY, { ...KEY, d: 'AAAA' }] } }, ['/jwks/keys/1 jwk-private']],
    ['a shared secret', { jwks: { keys: [{ kty: 'oct', k: 'AAAA' }] } }, ['/jwks/keys/0 jwk-private']],
    ['a key of another curve', { jwks: { keys: [{ ...KEY, crv: 'X25519' }] } }, ['/jwks/keys/0 jwk-unusable']],
    ['too many', { jwks: { keys: Array(21).fill(KEY) } }, ['/jwks/keys jwks-too-many']],
    ['http', { jwksUri: 'http://shop.example/keys' }, ['/jwks_uri jwks-uri-malformed']],
    ['http on loopback', { jwksUri: 'http://localhost/keys' }, ['/jwks_uri jwks-uri-malformed']],
    ['a password', { jwksUri: 'https://a:b@shop.example/keys' }, ['/jwks_uri jwks-uri-malformed']],
    [
      'another method',
      { tokenEndpointAuthMethod: 'client_secret_jwt' },
      ['/token_endpoint_auth_method auth-method-unknown'],
    ],
    ['keys without a Web entry', { jwks: JWKS, platforms: [{ platform: 'iOS' }] }, ['/jwks jwks-not-web']],
    ['an address without one', { jwksUri: URI, platforms: [] }, ['/jwks_uri jwks-not-web']],
  ])('%s', (_, draft, faults) => {
    const httpsAlone = { redirectUris: ['https://shop.example.com/callback'] };
    expect(check({ ...httpsAlone, ...draft }).faults).toEqual(faults);
  });

  it('keeps of a key what counts', () => {
    const { kept } = check({ jwks: { keys: [{ ...KEY, x5c: ['MIIB'], use: 'sig' }], more: 1 } });
    expect(kept.jwks).toEqual({ keys: [{ ...KEY, use: 'sig' }] });
  });
});

describe('contract 40: the first keys set the method, and only an explicit value changes it', () => {
  const methodAfter = (draft: ApplicationDraft, stored: Partial<Application> = {}) =>
    check(draft, app(stored)).kept.method;

  it.each<[string, ApplicationDraft, Partial<Application>, string | undefined]>([
    ['none', {}, {}, undefined],
    ['the first keys', { jwks: JWKS }, {}, 'private_key_jwt'],
    ['the first address', { jwksUri: URI }, {}, 'private_key_jwt'],
    ['an empty first list', { jwks: { keys: [] } }, {}, 'private_key_jwt'],
    ['more keys, after it was taken away', { jwks: { keys: [KEY, KEY] } }, { jwks: JWKS }, undefined],
    ['an address for keys, after that', { jwks: undefined, jwksUri: URI }, { jwks: JWKS }, undefined],
    [
      'no keys any more',
      { jwks: undefined },
      { jwks: JWKS, tokenEndpointAuthMethod: 'private_key_jwt' },
      'private_key_jwt',
    ],
    ['it alone', { tokenEndpointAuthMethod: 'private_key_jwt' }, {}, 'private_key_jwt'],
    [
      'it taken away',
      { tokenEndpointAuthMethod: undefined },
      { jwks: JWKS, tokenEndpointAuthMethod: 'private_key_jwt' },
      undefined,
    ],
  ])('%s', (_, draft, stored, method) => expect(methodAfter(draft, stored)).toBe(method));

  it('keys leave with the Web entry, the method stays', () => {
    const stored = app({ jwks: JWKS, tokenEndpointAuthMethod: 'private_key_jwt' });
    expect(check({ platforms: [] }, stored)).toEqual({
      kept: { jwks: undefined, jwksUri: undefined, method: 'private_key_jwt' },
      faults: [],
    });
  });
});

describe('contract 40: a replacement', () => {
  const stored = app({ jwks: JWKS, tokenEndpointAuthMethod: 'private_key_jwt' });
  const replaced = (sent: ApplicationDraft, named: string[]) => {
    const { jwks, jwksUri, tokenEndpointAuthMethod: method } = replacementOf(stored, { name: 'Acme', ...sent }, named);
    return { jwks, jwksUri, method };
  };

  it('without them leaves them as they are', () => {
    expect(replaced({}, ['name'])).toEqual({ jwks: JWKS, jwksUri: undefined, method: 'private_key_jwt' });
  });

  it('with one place of keys leaves the other', () => {
    expect(replaced({ jwksUri: URI }, ['jwks_uri'])).toEqual({
      jwks: undefined,
      jwksUri: URI,
      method: 'private_key_jwt',
    });
  });

  it('that names the method without a value takes it away', () => {
    expect(replaced({}, ['token_endpoint_auth_method']).method).toBeUndefined();
  });
});

describe('contract 25: dangerous is', () => {
  const before = app({ jwks: JWKS, tokenEndpointAuthMethod: 'private_key_jwt' });
  it.each<[string, Partial<Application>, boolean]>([
    ['nothing', {}, false],
    ['another key', { jwks: { keys: [{ ...KEY, x: 'B'.repeat(43) }] } }, true],
    ['no key', { jwks: { keys: [] } }, true],
    ['an address', { jwks: undefined, jwksUri: URI }, true],
    ['no method', { tokenEndpointAuthMethod: undefined }, true],
    ['another name', { name: 'Other' }, false],
  ])('%s', (_, change, dangerous) => expect(isDangerousChange(before, { ...before, ...change })).toBe(dangerous));
  it('also the first key and the first address', () => {
    expect(isDangerousChange(app(), app({ jwks: JWKS }))).toBe(true);
    expect(isDangerousChange(app(), app({ jwksUri: URI }))).toBe(true);
    expect(isDangerousChange(app(), app({ platforms: [givenPlatform()] }))).toBe(false);
  });
});
