// Who is let in by an assertion (contract 40): what is right in every form, and each way of forging one with its error.
import { beforeAll, describe, expect, it } from 'vitest';
import { checkAssertion } from '../../../../src/core/applications/client-jwts/check-assertion.ts';
import { readJwt } from '../../../../src/core/applications/client-jwts/read-jwt.ts';
import type { ClientKey } from '../../../../src/core/server/keys/client-key.ts';
import { createJwtCrypto } from '../../../../src/outside/jwt-crypto.ts';
import { OAuthError } from '../../../../src/protocol/errors.ts';
import {
  assertionParts,
  type ClientAlg,
  type ClientPair,
  jwtWith,
  newClientPair,
  signJwt,
  signWithText,
} from '../../../helpers/client-keys.ts';
import { API_KEY, givenApplication, NOW } from '../given.ts';

const ISSUER = 'https://login.example';
const AUDIENCES = [ISSUER, `${ISSUER}/oauth/token`, `${ISSUER}/oauth/introspection`];
const ALGORITHMS = ['ES256', 'PS256', 'EdDSA', 'RS256'] as const;

const pairs = {} as Record<ClientAlg, ClientPair>;
let stranger: ClientPair;
let keys: ClientKey[];

beforeAll(async () => {
  for (const alg of ALGORITHMS) pairs[alg] = await newClientPair(alg);
  stranger = await newClientPair();
  keys = ALGORITHMS.map((alg) => pairs[alg].publicJwk as unknown as ClientKey);
});

const jwtCrypto = createJwtCrypto();
const good = (change: { header?: object; claims?: object } = {}, pair = pairs.ES256) => {
  const { header, claims } = assertionParts(pair, { apiKey: API_KEY, audience: ISSUER, now: NOW });
  return { header: { ...header, ...change.header }, claims: { ...claims, ...change.claims } };
};
const signed = (change: { header?: object; claims?: object } = {}, pair = pairs.ES256) =>
  signJwt(pair, good(change, pair));

type Input = {
  text: string;
  profile?: 'FAPI 2.0';
  jwks?: { keys: readonly ClientKey[] } | undefined;
  spend?: () => Promise<boolean>;
  jwksUri?: string;
  documentUrl?: string;
};

/** @returns `taken`, or the code of the refusal */
async function judge({
  text,
  profile,
  spend = async () => true,
  jwksUri,
  documentUrl,
  ...own
}: Input): Promise<string> {
  const jwt = readJwt(text);
  if (!jwt) return 'unreadable';
  const jwks = 'jwks' in own ? own.jwks : { keys };
  const deps = {
    ...{ clock: { now: () => NOW }, jwtCrypto, spentJwts: { spend } },
    // Documents' keys are asked through a guard of their own: anybody may choose their address.
    keySets: {
      registered: { find: async () => ({ keys: [], trouble: 'answered 500' }) },
      document: { find: async () => ({ keys, trouble: undefined }) },
    },
  };
  const client = {
    application: givenApplication({ jwks, jwksUri, documentUrl, securityProfile: profile }),
    apiKey: API_KEY,
  };
  try {
    await checkAssertion(deps, client, { jwt, audiences: AUDIENCES });
    return 'taken';
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    expect([error.code, error.detail?.startsWith('application a1')]).toEqual(['invalid_client', true]);
    return error.refusal;
  }
}

const seconds = (more: number) => NOW / 1000 + more;

describe('contract 44: of an application that follows FAPI 2.0', () => {
  it.each<[string, object, string]>([
    ['the issuer', { claims: { aud: ISSUER } }, 'taken'],
    ['the issuer in a list', { claims: { aud: [ISSUER] } }, 'client-assertion-audience'],
    ...AUDIENCES.slice(1).map((aud): [string, object, string] => [
      aud,
      { claims: { aud } },
      'client-assertion-audience',
    ]),
  ])('aud: %s', async (_, change, told) => {
    expect(await judge({ text: await signed(change), profile: 'FAPI 2.0' })).toBe(told);
  });

  it('signed with PS256, ES256 or EdDSA, not with RS256', async () => {
    const judged = ALGORITHMS.map(async (alg) => judge({ text: await signed({}, pairs[alg]), profile: 'FAPI 2.0' }));
    const wanted = ALGORITHMS.map((alg) => (alg === 'RS256' ? 'client-assertion-algorithm' : 'taken'));
    expect(await Promise.all(judged)).toEqual(wanted);
  });
});

describe('taken', () => {
  it.each(ALGORITHMS)('signed with %s, by kid, and without one', async (alg) => {
    const named = await signed({}, pairs[alg]);
    const unnamed = await signed({ header: { kid: undefined } }, pairs[alg]);
    expect([await judge({ text: named }), await judge({ text: unnamed })]).toEqual(['taken', 'taken']);
  });

  it('the other name of EdDSA, also of a key that says the one', async () => {
    const { publicJwk, privateKey } = pairs.EdDSA;
    const jwks = { keys: [{ ...(publicJwk as unknown as ClientKey), alg: 'EdDSA' }] };
    const { header, claims } = good({}, pairs.EdDSA);
    const text = await signJwt({ privateKey }, { header: { ...header, alg: 'Ed25519' }, claims });
    expect(await judge({ text, jwks })).toBe('taken');
  });

  it.each<[string, { header?: object; claims?: object }]>([
    ['typ JWT', { header: { typ: 'JWT' } }],
    ['typ in lower case', { header: { typ: 'jwt' } }],
    ['typ client-authentication+jwt', { header: { typ: 'client-authentication+jwt' } }],
    ['typ with application/', { header: { typ: 'application/client-authentication+jwt' } }],
    ['aud: the token endpoint', { claims: { aud: AUDIENCES[1] } }],
    ['aud: the endpoint that was called', { claims: { aud: AUDIENCES[2] } }],
    ['aud: a list of one', { claims: { aud: [ISSUER] } }],
    ['exp in exactly 10 minutes', { claims: { exp: seconds(600) } }],
    ['nbf and iat 30 s ahead', { claims: { nbf: seconds(30), iat: seconds(30) } }],
    ['no iat and no nbf', { claims: { iat: undefined } }],
    ['iat long ago', { claims: { iat: 1 } }],
    ['exp with a fraction', { claims: { exp: seconds(0.5) } }],
    ['claims of its own', { claims: { whatever: { is: 'here' } } }],
  ])('%s', async (_, change) => expect(await judge({ text: await signed(change) })).toBe('taken'));
});

describe('refused, with its own error', () => {
  it.each<[string, { header?: object; claims?: object }, string]>([
    ['typ of an access token', { header: { typ: 'at+jwt' } }, 'client-assertion-type'],
    ['typ of a proof', { header: { typ: 'dpop+jwt' } }, 'client-assertion-type'],
    ['typ of a logout token', { header: { typ: 'logout+jwt' } }, 'client-assertion-type'],
    ['typ that is no text', { header: { typ: 1 } }, 'client-assertion-type'],
    ['the public key inside', { header: { jwk: { kty: 'EC' } } }, 'client-assertion-key-inside'],
    ['the address of keys', { header: { jku: 'https://evil.example/keys' } }, 'client-assertion-key-inside'],
    ['the address of a certificate', { header: { x5u: 'https://evil.example/c' } }, 'client-assertion-key-inside'],
    ['a certificate', { header: { x5c: ['MIIB'] } }, 'client-assertion-key-inside'],
    ['an unknown kid', { header: { kid: 'another' } }, 'client-assertion-key-unknown'],
    ['a kid that is no text', { header: { kid: 7 } }, 'client-assertion-malformed'],
    ['iss of another', { claims: { iss: 'f'.repeat(32) } }, 'client-assertion-issuer'],
    ['iss that is the issuer (an ID token)', { claims: { iss: ISSUER } }, 'client-assertion-issuer'],
    ['no iss', { claims: { iss: undefined } }, 'client-assertion-issuer'],
    ['sub of another', { claims: { sub: 'f'.repeat(32) } }, 'client-assertion-issuer'],
    ['sub in a list', { claims: { sub: [API_KEY] } }, 'client-assertion-issuer'],
    ['no aud', { claims: { aud: undefined } }, 'client-assertion-audience'],
    ['two values of aud', { claims: { aud: [ISSUER, 'https://other.example'] } }, 'client-assertion-audience'],
    ['the same value of aud twice', { claims: { aud: [ISSUER, ISSUER] } }, 'client-assertion-audience'],
    ['an empty list', { claims: { aud: [] } }, 'client-assertion-audience'],
    ['aud of another server', { claims: { aud: 'https://other.example' } }, 'client-assertion-audience'],
    ['aud with a slash more', { claims: { aud: `${ISSUER}/` } }, 'client-assertion-audience'],
    [
      'aud of an endpoint that was not called',
      { claims: { aud: `${ISSUER}/oauth/revocation` } },
      'client-assertion-audience',
    ],
    ['aud of an ID token: the API key', { claims: { aud: API_KEY } }, 'client-assertion-audience'],
    ['a list in a list', { claims: { aud: [[ISSUER]] } }, 'client-assertion-audience'],
    ['no exp', { claims: { exp: undefined } }, 'client-assertion-expiry'],
    ['exp just now', { claims: { exp: seconds(0) } }, 'client-assertion-expiry'],
    ['exp past', { claims: { exp: seconds(-1) } }, 'client-assertion-expiry'],
    ['exp a second too far', { claims: { exp: seconds(601) } }, 'client-assertion-expiry'],
    ['exp in milliseconds', { claims: { exp: NOW + 60_000 } }, 'client-assertion-expiry'],
    ['exp as text', { claims: { exp: String(seconds(60)) } }, 'client-assertion-expiry'],
    ['exp null', { claims: { exp: null } }, 'client-assertion-expiry'],
    ['nbf 31 s ahead', { claims: { nbf: seconds(31) } }, 'client-assertion-early'],
    ['iat 31 s ahead', { claims: { iat: seconds(31) } }, 'client-assertion-early'],
    ['iat as text', { claims: { iat: 'now' } }, 'client-assertion-early'],
    ['no jti', { claims: { jti: undefined } }, 'client-assertion-id'],
    ['an empty jti', { claims: { jti: '' } }, 'client-assertion-id'],
    ['a jti that is a number', { claims: { jti: 1 } }, 'client-assertion-id'],
    ['a jti without end', { claims: { jti: 'x'.repeat(257) } }, 'client-assertion-id'],
  ])('%s', async (_, change, refusal) => expect(await judge({ text: await signed(change) })).toBe(refusal));

  it('alg none, in any spelling, with and without a signature', async () => {
    for (const alg of ['none', 'None', 'NONE', '']) {
      const parts = good({ header: { alg } });
      for (const signature of ['', 'AAAA']) {
        expect(await judge({ text: jwtWith(parts, signature) })).toBe('client-assertion-algorithm');
      }
    }
  });

  it.each(['HS256', 'HS512'])('%s with the public key as secret', async (alg) => {
    const { publicJwk } = pairs.ES256;
    for (const secret of [JSON.stringify(publicJwk), String(publicJwk.x), '']) {
      const text = signWithText(good({ header: { alg } }), secret);
      expect(await judge({ text })).toBe('client-assertion-algorithm');
    }
  });

  it.each(['RS384', 'RS512', 'PS384', 'PS512', 'ES384', 'ES512', 'ES256K', 'Ed448', 'dir', 'RSA-OAEP'])(
    'the algorithm %s',
    async (alg) =>
      expect(await judge({ text: jwtWith(good({ header: { alg } }), 'AAAA') })).toBe('client-assertion-algorithm'),
  );

  it('the key of somebody else, under a kid of the application', async () => {
    const parts = good();
    expect(await judge({ text: await signJwt(stranger, parts) })).toBe('client-assertion-signature');
  });

  it('a changed claim, a changed signature, and that of another assertion', async () => {
    const [header, claims, signature] = (await signed()).split('.') as [string, string, string];
    const other = (await signed()).split('.')[2];
    const forged = jwtWith(good({ claims: { jti: 'mine' } }), signature);
    const turned = `${header}.${claims}.${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`;
    for (const text of [forged, turned, `${header}.${claims}.${other}`, `${header}.${claims}.`]) {
      expect(await judge({ text })).toBe('client-assertion-signature');
    }
  });

  it('one RSA key makes signatures of the algorithm that was registered alone', async () => {
    const { publicJwk } = pairs.PS256;
    const jwks = { keys: [{ ...(publicJwk as unknown as ClientKey), alg: 'RS256' }] };
    expect(await judge({ jwks, text: await signed({}, pairs.PS256) })).toBe('client-assertion-key-unknown');
  });

  it('crit, whatever it names', async () => {
    for (const crit of [['b64'], ['exp'], [], 'b64']) {
      expect(await judge({ text: jwtWith(good({ header: { crit, b64: true, exp: 1 } }), 'AAAA') })).toBe(
        'client-assertion-malformed',
      );
    }
  });

  it('without a usable key everything', async () => {
    const text = await signed();
    expect(await judge({ text, jwks: { keys: [] } })).toBe('client-assertion-key-unknown');
    expect(await judge({ text, jwks: undefined })).toBe('client-assertion-key-unknown');
  });

  it('contract 46: keys of a client with a document are asked for as documents are, those of others are not', async () => {
    const at = { text: await signed(), jwks: undefined, jwksUri: 'https://client.example/keys' };
    expect(await judge({ ...at, documentUrl: 'https://client.example/client.json' })).toBe('taken');
    expect(await judge(at)).toBe('client-keys-unreachable');
  });

  it('a key that lies about its curve', async () => {
    const bad = { ...(pairs.ES256.publicJwk as unknown as ClientKey), x: 'A'.repeat(43) };
    expect(await judge({ text: await signed(), jwks: { keys: [bad] } })).toBe('client-assertion-signature');
  });

  it('one that was used, after everything else was right', async () => {
    expect(await judge({ text: await signed(), spend: async () => false })).toBe('client-assertion-used');
    const spent = { spend: () => Promise.reject(new Error('nothing may be spent')) };
    expect(await judge({ text: await signed({ claims: { exp: seconds(-1) } }), ...spent })).toBe(
      'client-assertion-expiry',
    );
    const parts = good();
    expect(await judge({ text: await signJwt(stranger, parts), ...spent })).toBe('client-assertion-signature');
  });
});

describe('no JWT at all', () => {
  const parts = { header: { alg: 'ES256' }, claims: { sub: API_KEY } };
  it.each([
    ['empty', ''],
    ['two parts', 'e30.e30'],
    ['four parts', 'e30.e30.AAAA.AAAA'],
    ['five parts (encrypted)', 'e30..AAAA.AAAA.AAAA'],
    ['padding', `${jwtWith(parts, 'AAAA')}=`],
    ['white space', ` ${jwtWith(parts, 'AAAA')}`],
    ['base64 of the other alphabet', jwtWith(parts, '++//')],
    ['unused bits', jwtWith(parts, 'AB')],
    ['a header that is a list', jwtWith({ ...parts, header: '[]' }, 'AAAA')],
    ['claims that are null', jwtWith({ ...parts, claims: 'null' }, 'AAAA')],
    ['claims that are no JSON', jwtWith({ ...parts, claims: '{' }, 'AAAA')],
    ['a claim twice', jwtWith({ ...parts, claims: `{"sub":"${API_KEY}","sub":"other"}` }, 'AAAA')],
    ['alg twice', jwtWith({ ...parts, header: '{"alg":"ES256","alg":"none"}' }, 'AAAA')],
    ['bytes that are no UTF-8', `${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}.e30.AAAA`],
    ['too long', jwtWith({ ...parts, claims: { sub: 'x'.repeat(9000) } }, 'AAAA')],
    ['an opaque token of ours', 'lk_at_0123456789abcdef'],
  ])('%s', (_, text) => expect(readJwt(text)).toBeUndefined());
});
