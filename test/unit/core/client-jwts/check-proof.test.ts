// Which DPoP proofs prove a key (contract 41; RFC 9449 4.3): what is right in every form, and each way of forging one.
import { calculateJwkThumbprint } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkProof } from '../../../../src/core/applications/client-jwts/check-proof.ts';
import { makeProofNonce } from '../../../../src/core/applications/client-jwts/proof-nonce.ts';
import { createSpentInMemory } from '../../../../src/core/applications/client-jwts/spent-in-memory.ts';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import type { Rules } from '../../../../src/core/server/policy/rules.ts';
import { createJwtCrypto } from '../../../../src/outside/jwt-crypto.ts';
import { OAuthError } from '../../../../src/protocol/errors.ts';
import {
  type ClientAlg,
  type ClientPair,
  jwtWith,
  newClientPair,
  proofParts,
  signJwt,
  signWithText,
} from '../../../helpers/client-keys.ts';
import { NOW } from '../given.ts';

const URI = 'https://login.example/oauth/token';
const ALGORITHMS = ['ES256', 'PS256', 'EdDSA'] as const;
const TOKEN = 'lk_at_token';
const secrets = createServerSecrets(Buffer.alloc(32, 1));
const jwtCrypto = createJwtCrypto();

const pairs = {} as Record<ClientAlg, ClientPair>;
let stranger: ClientPair;
beforeAll(async () => {
  for (const alg of [...ALGORITHMS, 'RS256'] as const) pairs[alg] = await newClientPair(alg);
  stranger = await newClientPair();
});

type Change = { header?: object; claims?: object };
const good = (change: Change = {}, pair = pairs.ES256) => {
  const { header, claims } = proofParts(pair, { uri: URI, now: NOW, accessToken: TOKEN });
  return { header: { ...header, ...change.header }, claims: { ...claims, ...change.claims } };
};
const signed = (change: Change = {}, pair = pairs.ES256) => signJwt(pair, good(change, pair));

type Given = { dpopNonce?: boolean; uri?: string; method?: string; now?: number };
const spentJwts = createSpentInMemory();

async function prove(text: string, { dpopNonce = false, uri = URI, method = 'POST', now = NOW }: Given = {}) {
  const rules = { dpopNonce } as Rules;
  const deps = { clock: { now: () => now }, jwtCrypto, secrets, rules, spentJwts };
  return checkProof(deps, { text, method, uri, accessToken: TOKEN });
}

/** @returns `taken`, or the error and the code of the refusal */
async function judge(text: string, given?: Given): Promise<string> {
  try {
    const proof = await prove(text, given);
    await proof.spend();
    return 'taken';
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return error.code === 'invalid_dpop_proof' ? error.refusal : `${error.code} ${error.refusal}`;
  }
}

const seconds = (more: number) => NOW / 1000 + more;

describe('taken', () => {
  it.each(ALGORITHMS)('%s, and the key has its thumbprint (RFC 7638)', async (alg) => {
    const { publicJwk } = pairs[alg];
    expect((await prove(await signed({}, pairs[alg]))).jkt).toBe(await calculateJwkThumbprint(publicJwk));
  });

  it.each<[string, Change]>([
    ['another case of scheme and host', { claims: { htu: 'HTTPS://LOGIN.example/oauth/token' } }],
    ['the default port', { claims: { htu: 'https://login.example:443/oauth/token' } }],
    ['a query and a fragment', { claims: { htu: `${URI}?a=b#c` } }],
    ['another case of typ', { header: { typ: 'DPoP+JWT' } }],
    ['60 s ahead', { claims: { iat: seconds(60) } }],
    ['60 s back', { claims: { iat: seconds(-60) } }],
  ])('%s', async (_, change) => expect(await judge(await signed(change))).toBe('taken'));

  it('members of the key that do not count', async () => {
    const { kid, ...jwk } = pairs.ES256.publicJwk;
    const text = await signed({ header: { jwk: { ...jwk, x5c: ['MIIB'], other: 1 } } });
    expect((await prove(text)).jkt).toBe(await calculateJwkThumbprint(jwk));
    expect(await judge(text)).toBe('taken');
  });
});

describe('refused, with its own error', () => {
  it.each<[string, Change, string]>([
    ['no typ', { header: { typ: undefined } }, 'dpop-proof-type'],
    ['typ JWT', { header: { typ: 'JWT' } }, 'dpop-proof-type'],
    ['typ of an access token', { header: { typ: 'at+jwt' } }, 'dpop-proof-type'],
    ['typ of an assertion', { header: { typ: 'client-authentication+jwt' } }, 'dpop-proof-type'],
    ['no key', { header: { jwk: undefined } }, 'dpop-proof-key'],
    ['a key that is text', { header: { jwk: 'k' } }, 'dpop-proof-key'],
    ['a shared secret as key', { header: { jwk: { kty: 'oct', k: 'AAAA' } } }, 'dpop-proof-private-key'],
    ['htm of another method', { claims: { htm: 'GET' } }, 'dpop-proof-method'],
    ['htm in lower case', { claims: { htm: 'post' } }, 'dpop-proof-method'],
    ['no htm', { claims: { htm: undefined } }, 'dpop-proof-method'],
    ['no htu', { claims: { htu: undefined } }, 'dpop-proof-uri'],
    ['another host', { claims: { htu: 'https://login.example.org/oauth/token' } }, 'dpop-proof-uri'],
    ['a host that begins alike', { claims: { htu: 'https://login.example.evil/oauth/token' } }, 'dpop-proof-uri'],
    ['another port', { claims: { htu: 'https://login.example:8443/oauth/token' } }, 'dpop-proof-uri'],
    ['another scheme', { claims: { htu: 'http://login.example/oauth/token' } }, 'dpop-proof-uri'],
    ['another path', { claims: { htu: 'https://login.example/oauth/par' } }, 'dpop-proof-uri'],
    ['a path in another case', { claims: { htu: 'https://login.example/OAuth/token' } }, 'dpop-proof-uri'],
    ['a path with a slash more', { claims: { htu: `${URI}/` } }, 'dpop-proof-uri'],
    ['a user', { claims: { htu: 'https://a@login.example/oauth/token' } }, 'dpop-proof-uri'],
    ['backslashes', { claims: { htu: 'https:\\\\login.example\\oauth\\token' } }, 'dpop-proof-uri'],
    ['a path alone', { claims: { htu: '/oauth/token' } }, 'dpop-proof-uri'],
    ['no iat', { claims: { iat: undefined } }, 'dpop-proof-time'],
    ['iat as text', { claims: { iat: String(seconds(0)) } }, 'dpop-proof-time'],
    ['iat in milliseconds', { claims: { iat: NOW } }, 'dpop-proof-time'],
    ['iat 61 s ahead', { claims: { iat: seconds(61) } }, 'dpop-proof-time'],
    ['iat 61 s back', { claims: { iat: seconds(-61) } }, 'dpop-proof-time'],
    ['no jti', { claims: { jti: undefined } }, 'dpop-proof-id'],
    ['a jti that is a number', { claims: { jti: 1 } }, 'dpop-proof-id'],
    ['a jti without end', { claims: { jti: 'x'.repeat(257) } }, 'dpop-proof-id'],
    ['no ath', { claims: { ath: undefined } }, 'dpop-proof-token'],
    ['ath of another token', { claims: { ath: 'x'.repeat(43) } }, 'dpop-proof-token'],
    ['a nonce of somebody else', { claims: { nonce: 'eyJ7S_zG' } }, 'use_dpop_nonce dpop-nonce-unknown'],
    ['a nonce that is no text', { claims: { nonce: 7 } }, 'use_dpop_nonce dpop-nonce-unknown'],
  ])('%s', async (_, change, refusal) => expect(await judge(await signed(change))).toBe(refusal));

  it('a private key inside, of each kind', async () => {
    for (const alg of ALGORITHMS) {
      const { kid, ...jwk } = pairs[alg].privateJwk;
      expect(await judge(await signed({ header: { jwk } }, pairs[alg]))).toBe('dpop-proof-private-key');
    }
  });

  it('a key of another kind than alg', async () => {
    const { kid, ...jwk } = pairs.EdDSA.publicJwk;
    expect(await judge(jwtWith(good({ header: { jwk } }), 'AAAA'))).toBe('dpop-proof-key');
  });

  it.each(['none', 'HS256', 'RS256', 'PS512', 'ES384'])('alg %s', async (alg) => {
    const parts = good({ header: { alg } });
    expect(await judge(jwtWith(parts, 'AAAA'))).toBe('dpop-proof-algorithm');
    expect(await judge(signWithText(parts, JSON.stringify(pairs.ES256.publicJwk)))).toBe('dpop-proof-algorithm');
  });

  it('the key of somebody else inside', async () => {
    const { kid, ...jwk } = stranger.publicJwk;
    expect(await judge(await signed({ header: { jwk } }))).toBe('dpop-proof-signature');
  });

  it('crit, two proofs in one header, and what is no JWT', async () => {
    const one = await signed();
    const crit = jwtWith(good({ header: { crit: ['exp'], exp: 1 } }), 'AAAA');
    for (const text of [crit, `${one}, ${one}`, `${one},${one}`, '', 'nonsense', `${one}=`]) {
      expect(await judge(text)).toBe('dpop-proof-malformed');
    }
  });

  it('one that was used, at this address', async () => {
    const text = await signed();
    expect([await judge(text), await judge(text)]).toEqual(['taken', 'dpop-proof-used']);
    const again = await signed({ claims: { jti: 'same' } });
    const later = await signed({ claims: { jti: 'same', iat: seconds(-1) } });
    expect([await judge(again), await judge(later)]).toEqual(['taken', 'dpop-proof-used']);
    const other = await signed({ claims: { jti: 'same' } }, pairs.EdDSA);
    expect(await judge(other)).toBe('taken');
  });

  it('is remembered for as long as it could be accepted', async () => {
    const text = await signed({ claims: { iat: seconds(60) } });
    expect(await judge(text)).toBe('taken');
    expect(await judge(text, { now: NOW + 120_000 })).toBe('dpop-proof-used');
    expect(await judge(text, { now: NOW + 120_001 })).toBe('dpop-proof-time');
  });
});

describe('nonces', () => {
  const withNonce = (at: number, iat = seconds(0)) => signed({ claims: { nonce: makeProofNonce(secrets, at), iat } });

  it('are demanded by the setting, and live five minutes', async () => {
    const given = { dpopNonce: true };
    expect(await judge(await signed(), given)).toBe('use_dpop_nonce dpop-nonce-missing');
    expect(await judge(await withNonce(NOW), given)).toBe('taken');
    expect(await judge(await withNonce(NOW - 299_999), given)).toBe('taken');
    expect(await judge(await withNonce(NOW - 300_000), given)).toBe('use_dpop_nonce dpop-nonce-unknown');
    expect(await judge(await withNonce(NOW - 86_400_000), given)).toBe('use_dpop_nonce dpop-nonce-unknown');
  });

  it('make up for a clock that is slow, and for none that is fast', async () => {
    expect(await judge(await withNonce(NOW, seconds(-3600)))).toBe('taken');
    expect(await judge(await withNonce(NOW, seconds(61)))).toBe('dpop-proof-time');
  });

  it('of another server, and those that were changed, are unknown', async () => {
    const foreign = makeProofNonce(createServerSecrets(Buffer.alloc(32, 2)), NOW);
    const [at, mac] = makeProofNonce(secrets, NOW - 1000).split('.');
    const younger = `${NOW.toString(36)}.${mac}`;
    for (const nonce of [foreign, younger, `${at}.`, `${at}`, `${at}.${mac}x`, '']) {
      expect(await judge(await signed({ claims: { nonce } }))).toBe('use_dpop_nonce dpop-nonce-unknown');
    }
  });

  it('of the secret before are known while the secret is changed', async () => {
    const text = await signed({ claims: { nonce: makeProofNonce(secrets, NOW) } });
    const both = createServerSecrets(Buffer.alloc(32, 9), Buffer.alloc(32, 1));
    const deps = {
      clock: { now: () => NOW },
      jwtCrypto,
      secrets: both,
      rules: { dpopNonce: true } as Rules,
      spentJwts,
    };
    expect((await checkProof(deps, { text, method: 'POST', uri: URI, accessToken: TOKEN })).jkt).toMatch(/^.{43}$/);
  });
});

it('what is remembered in memory is forgotten in time', async () => {
  const memory = createSpentInMemory();
  const spend = (name: string, now: number) => memory.spend({ idHash: Buffer.from(name), until: now + 10, now });
  expect([await spend('a', 1), await spend('a', 10), await spend('a', 11), await spend('a', 12)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
