// What a document must say, what of it is taken, and what is dropped (contract 46).
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readClientDocument } from '../../../../src/core/applications/client-documents/client-document.ts';

const URL_OF = 'https://client.example/oauth/client.json';
const REDIRECT = 'https://client.example/callback';
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const secretKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
const plain = { client_id: URL_OF, client_name: 'A client', redirect_uris: [REDIRECT] };

const readText = (text: string) => readClientDocument({ url: URL_OF, text, serviceName: 'Latchkey' });
const read = (more: object = {}) => readText(JSON.stringify({ ...plain, ...more }));
const taken = (more: object = {}) => {
  const result = read(more);
  return result.kind === 'read' ? result.document : result.fault.kind;
};

describe('taken', () => {
  it.each<[string, object]>([
    ['without a method', {}],
    ['with the method none', { token_endpoint_auth_method: 'none' }],
    [
      'with grants that are not here',
      { grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:jwt-bearer'] },
    ],
    ['with grants of programs alone', { grant_types: ['client_credentials'] }],
    ['with a logo, which is not fetched', { logo_uri: 'https://10.0.0.1/logo.png' }],
    ['with anything else', { software_id: 7, contacts: null, scope: 'everything', 'x-more': {} }],
  ])('%s, as public', (_, more) => {
    expect(taken(more)).toEqual({
      name: 'A client',
      redirectUris: [REDIRECT],
      tokenEndpointAuthMethod: undefined,
      jwks: undefined,
      jwksUri: undefined,
    });
  });

  it.each<[string, object, object]>([
    ['at an address', { jwks_uri: 'https://client.example/keys' }, { jwksUri: 'https://client.example/keys' }],
    ['inside', { jwks: { keys: [key] } }, { jwks: { keys: [key] } }],
    ['inside, beside some that are not taken', { jwks: { keys: [{ kty: 'X' }, key] } }, { jwks: { keys: [key] } }],
  ])('signing with keys %s', (_, more, keys) => {
    const document = taken({ token_endpoint_auth_method: 'private_key_jwt', ...more });
    expect(document).toMatchObject({ tokenEndpointAuthMethod: 'private_key_jwt', ...keys });
  });

  it('never as public where it says that it signs, also if it could do without', () => {
    const document = taken({
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      jwks_uri: 'https://client.example/keys',
    });
    expect(document).toMatchObject({ tokenEndpointAuthMethod: 'private_key_jwt' });
  });
});

describe('refused', () => {
  it.each<[string, string]>([
    ['no JSON', '<html>'],
    ['nothing', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"a"'],
  ])('%s', (_, text) => expect(readText(text)).toEqual({ kind: 'fault', fault: { kind: 'not-json' } }));

  it.each<[string, object, string]>([
    ['without client_id', { client_id: undefined }, 'other-client-id'],
    ["with another's", { client_id: 'https://claude.ai/oauth/claude-code-client-metadata' }, 'other-client-id'],
    ['with another spelling of its own', { client_id: `${URL_OF}/` }, 'other-client-id'],
    ['with a client_id that is no text', { client_id: [URL_OF] }, 'other-client-id'],
    ['with a secret', { client_secret: 'a' }, 'secret'],
    ['with the end of a secret', { client_secret_expires_at: 0 }, 'secret'],
    ['with a secret that is null', { client_secret: null }, 'secret'],
    ['with a private key', { jwks: { keys: [secretKey] } }, 'secret'],
    ['with a shared key, though it is public', { jwks: { keys: [{ kty: 'oct', k: 'AAAA' }] } }, 'secret'],
    ['that uses a secret', { token_endpoint_auth_method: 'client_secret_post' }, 'auth-method'],
    ['that uses a secret in the header', { token_endpoint_auth_method: 'client_secret_basic' }, 'auth-method'],
    ['that signs with a secret', { token_endpoint_auth_method: 'client_secret_jwt' }, 'auth-method'],
    ['that uses a certificate', { token_endpoint_auth_method: 'tls_client_auth' }, 'auth-method'],
    ['with a method that is no text', { token_endpoint_auth_method: ['none'] }, 'auth-method'],
    ['with the method null', { token_endpoint_auth_method: null }, 'auth-method'],
    ['that signs without keys', { token_endpoint_auth_method: 'private_key_jwt' }, 'keys'],
    [
      'that signs with keys of no use',
      { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ kty: 'X' }] } },
      'keys',
    ],
    [
      'with keys at an address of no use',
      { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'http://client.example/keys' },
      'keys',
    ],
    [
      'with keys in two places',
      { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key] }, jwks_uri: 'https://client.example/keys' },
      'keys',
    ],
    ['without redirect URIs', { redirect_uris: undefined }, 'no-redirect-uri'],
    ['with a text of redirect URIs', { redirect_uris: REDIRECT }, 'no-redirect-uri'],
    ['with none', { redirect_uris: [] }, 'no-redirect-uri'],
  ])('%s', (_, more, fault) => expect(taken(more)).toBe(fault));
});

describe('redirect URIs', () => {
  it('that are not taken are dropped, and the rest is used', () => {
    const document = taken({
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
        'http://client.example/callback',
        'com.example.client:/callback',
        'https://client.example/*',
        7,
        'http://localhost:8787/callback',
      ],
    });
    expect(document).toMatchObject({
      redirectUris: [
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
        'com.example.client:/callback',
      ],
    });
  });

  it('of which none is left are told with their rules', () => {
    const result = read({ redirect_uris: ['cursor://callback', 'http://client.example/callback'] });
    expect(result).toEqual({
      kind: 'fault',
      fault: {
        kind: 'no-redirect-uri',
        dropped: [
          { uri: 'cursor://callback', fault: 'redirect-uri-scheme' },
          { uri: 'http://client.example/callback', fault: 'redirect-uri-http-host' },
        ],
      },
    });
  });
});

it.each<[string, unknown]>([
  ['no name', undefined],
  ['a number', 7],
  ['an empty one', '  '],
  ['one that nothing shows', '\u3164'],
  ['one that turns text around', 'evil\u202ename'],
  ['one longer than a name may be', 'a'.repeat(1000)],
  ['one that looks like the service', 'Lаtchkey'],
  ["the service's", 'latchkey'],
])('is called by its host where its name is %s (case K11)', (_, name) => {
  expect(taken({ client_name: name })).toMatchObject({ name: 'client.example' });
});
