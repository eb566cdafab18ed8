// The signing keys at work, on a database: first keys, the change by time, what is believed, and what trouble does.
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import { Unavailable } from '../../../../src/core/ground/unavailable.ts';
import { createSigningKeys } from '../../../../src/core/server/keys/create-signing-keys.ts';
import { keepSigningKeys } from '../../../../src/core/server/keys/keep-signing-keys.ts';
import { SIGNING_ALGORITHMS, type SigningKey } from '../../../../src/core/server/keys/signing-key.ts';
import { openTestPorts, type TestPorts } from '../accounts/open-ports.ts';

const DAY = 86_400;
let ports: TestPorts;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ ports, close } = await openTestPorts());
});
afterAll(() => close());

/** Another process on the same database. */
const process = () => createSigningKeys(ports);

const listOf = async (algorithm: string) => (await ports.keys.list()).filter((key) => key.algorithm === algorithm);

async function verifyByJwks(jwt: string): Promise<Record<string, unknown>> {
  const keys = (await process().publicKeys()) as unknown as JSONWebKeySet['keys'];
  const { payload } = await compactVerify(jwt, createLocalJWKSet({ keys }));
  return JSON.parse(new TextDecoder().decode(payload));
}

describe('first keys', () => {
  it('of 20 that want the first signature at once, in two processes, one makes the keys; all sign with the same', async () => {
    const generated: string[] = [];
    const counting = {
      ...ports,
      jwtCrypto: {
        ...ports.jwtCrypto,
        generate: (algorithm: Parameters<typeof ports.jwtCrypto.generate>[0]) => {
          generated.push(algorithm);
          return ports.jwtCrypto.generate(algorithm);
        },
      },
    };
    const processes = [createSigningKeys(counting), createSigningKeys(counting)] as const;
    const signers = await Promise.all(Array.from({ length: 20 }, (_, i) => processes[i % 2]?.signer('ES256')));
    const tokens = await Promise.all(signers.map((signer) => signer?.sign('JWT', { n: 1 })));
    expect(new Set(tokens.map((token) => token?.split('.')[0])).size).toBe(1);
    // Two keys for each process: the second, which came late, made its two for nothing, and no request made its own.
    expect(generated.length).toBeLessThanOrEqual(4);
    expect((await listOf('ES256')).map(({ number }) => number)).toEqual([1, 2]);
  });

  it('contract 7: the JWKS has current and next of all three algorithms before anybody wants a signature', async () => {
    const shown = await process().publicKeys();
    expect(shown.map(({ alg }) => alg)).toEqual(['RS256', 'RS256', 'ES256', 'ES256', 'EdDSA', 'EdDSA']);
    const names = shown.map(({ kid }) => kid);
    expect(new Set(names).size).toBe(6);
    for (const { use, kid } of shown) expect([use, kid]).toEqual(['sig', expect.stringMatching(/^[\w-]{43}$/)]);
  });

  it('P3: the JWKS holds no private member', async () => {
    const members = new Set((await process().publicKeys()).flatMap((key) => Object.keys(key)));
    expect([...members].sort()).toEqual(['alg', 'crv', 'e', 'kid', 'kty', 'n', 'use', 'x', 'y']);
  });
});

describe('a signature', () => {
  it.each(SIGNING_ALGORITHMS)('%s: is verified by jose with the JWKS, and by the server itself', async (algorithm) => {
    const signer = await process().signer(algorithm);
    const jwt = await signer.sign('JWT', { sub: 'ö', n: 1 });
    expect(await verifyByJwks(jwt)).toEqual({ sub: 'ö', n: 1 });
    expect(await process().verify(jwt)).toEqual({ type: 'JWT', algorithm, claims: { sub: 'ö', n: 1 } });
  });

  it('keeps its type: a logout token is not taken for an ID token', async () => {
    const signer = await process().signer('ES256');
    const jwt = await signer.sign('logout+jwt', { sub: 's' });
    expect((await process().verify(jwt))?.type).toBe('logout+jwt');
  });

  it('by a key that another process made a moment ago is believed', async () => {
    const { ports: own, close: closeOwn } = await openTestPorts();
    const [one, other] = [createSigningKeys(own), createSigningKeys(own)];
    expect(await one.verify(await (await process().signer('ES256')).sign('JWT', {}))).toBeUndefined();
    const jwt = await (await other.signer('ES256')).sign('JWT', { sub: 's' });
    expect(await one.verify(jwt)).toMatchObject({ claims: { sub: 's' } });
    await closeOwn();
  });
});

describe('the change by schedule', () => {
  it('happens by time alone on every process, and the tokens of before go on being believed', async () => {
    const [one, other] = [process(), process()];
    const [first, second] = (await listOf('ES256')) as [SigningKey, SigningKey];
    const before = await (await one.signer('ES256')).sign('JWT', { sub: 's' });
    ports.clock.advance((second.signsFrom - ports.clock.now()) / 1000 - 1);
    expect(kidOf(await (await other.signer('ES256')).sign('JWT', {}))).toBe(first.id);
    ports.clock.advance(1);
    for (const keys of [one, other]) expect(kidOf(await (await keys.signer('ES256')).sign('JWT', {}))).toBe(second.id);
    expect(await verifyByJwks(before)).toEqual({ sub: 's' });
    ports.clock.advance(DAY);
    const shown = (await other.publicKeys()).map(({ kid }) => kid);
    expect(shown).toContain(second.id);
    expect(shown).not.toContain(first.id);
    expect(await other.verify(before)).toMatchObject({ claims: { sub: 's' } });
  });

  it('keeping the keys makes one next key for each algorithm, however many processes do it at once', async () => {
    const made = (await Promise.all([1, 2, 3, 4, 5].map(() => keepSigningKeys(ports)))).flat();
    expect(made.map(({ algorithm }) => algorithm).sort()).toEqual(['ES256', 'EdDSA', 'RS256']);
    expect((await listOf('ES256')).map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(await keepSigningKeys(ports)).toEqual([]);
    const [, second, third] = (await listOf('ES256')) as [SigningKey, SigningKey, SigningKey];
    expect(third.signsFrom - second.signsFrom).toBe(ports.rules.signingKeyDays * DAY * 1000);
  });

  it('after a year in which nobody served, next has become current, and a new next is made', async () => {
    const own = await openTestPorts();
    await createSigningKeys(own.ports).signer('ES256');
    own.ports.clock.advance(400 * DAY);
    const jwt = await (await createSigningKeys(own.ports).signer('ES256')).sign('JWT', {});
    const [, second] = await own.ports.keys.list();
    expect(kidOf(jwt)).toBe(second?.id);
    const [third] = await keepSigningKeys(own.ports);
    expect(third?.number).toBe(3);
    // It was due long ago, so it signs as soon as every client can know it.
    expect((third?.signsFrom ?? 0) - own.ports.clock.now()).toBe(1200 * 1000);
    expect((await createSigningKeys(own.ports).publicKeys()).map(({ kid }) => kid)).toContain(third?.id);
    await own.close();
  });

  it('a key counts as published from when it is there: making it may take long', async () => {
    const own = await openTestPorts();
    await createSigningKeys(own.ports).signer('ES256');
    own.ports.clock.advance(400 * DAY);
    const slowly = {
      ...own.ports.jwtCrypto,
      generate: async (algorithm: Parameters<typeof own.ports.jwtCrypto.generate>[0]) => {
        own.ports.clock.advance(700);
        return own.ports.jwtCrypto.generate(algorithm);
      },
    };
    const [made] = await keepSigningKeys({ ...own.ports, jwtCrypto: slowly });
    expect(made?.createdAt).toBe(own.ports.clock.now());
    expect(made?.signsFrom).toBe(own.ports.clock.now() + 1200 * 1000);
    await own.close();
  });

  it('a database without keys is left without: nobody there speaks OpenID Connect yet', async () => {
    const own = await openTestPorts();
    expect(await keepSigningKeys(own.ports)).toEqual([]);
    expect(await own.ports.keys.list()).toEqual([]);
    await own.close();
  });

  it('a key is removed when no sign-in of its time can be refreshed any more; a hint it signed is ours until then', async () => {
    const own = await openTestPorts();
    const keys = createSigningKeys(own.ports);
    const hint = await (await keys.signer('ES256')).sign('JWT', { sub: 's' });
    own.ports.clock.advance((90 + 365) * DAY + 3600 - 1);
    await keepSigningKeys(own.ports);
    expect(await keys.verify(hint)).toMatchObject({ claims: { sub: 's' } });
    own.ports.clock.advance(1);
    await keepSigningKeys(own.ports);
    expect((await own.ports.keys.list()).map(({ number }) => number)).toEqual([2, 3]);
    expect(await createSigningKeys(own.ports).verify(hint)).toBeUndefined();
    await own.close();
  });
});

describe('trouble', () => {
  const gone = { list: () => Promise.reject(new Unavailable('The database cannot answer')) };
  let troubled: ReturnType<typeof createSigningKeys>;
  let jwt: string;
  beforeEach(async () => {
    jwt = await (await process().signer('ES256')).sign('JWT', {});
    troubled = createSigningKeys({ ...ports, keys: { ...ports.keys, ...gone } });
  });

  it('of the database is no verdict on a token', async () => {
    await expect(troubled.verify(jwt)).rejects.toThrow(Unavailable);
    await expect(troubled.signer('ES256')).rejects.toThrow(Unavailable);
    await expect(troubled.publicKeys()).rejects.toThrow(Unavailable);
  });

  it('is not remembered: the next call asks anew', async () => {
    let down = true;
    const keys = createSigningKeys({
      ...ports,
      keys: { ...ports.keys, list: () => (down ? gone.list() : ports.keys.list()) },
    });
    await expect(keys.verify(jwt)).rejects.toThrow(Unavailable);
    down = false;
    expect(await keys.verify(jwt)).toBeDefined();
  });

  it('P8: without the secret a copy of the database signs nothing', async () => {
    const thief = createSigningKeys({ ...ports, secrets: createServerSecrets(Buffer.alloc(32, 8)) });
    await expect(thief.signer('ES256')).rejects.toThrow(/LATCHKEY_SECRET_PREVIOUS/);
    expect(await thief.verify(jwt)).toBeDefined();
  });

  it('P8: a private key moved to another key’s row is opened by nobody', async () => {
    const [one, other] = (await listOf('ES256')) as [SigningKey, SigningKey];
    expect(ports.secrets.open('signing-key', one.id, one.sealedPrivateKey)).toBeDefined();
    expect(ports.secrets.open('signing-key', one.id, other.sealedPrivateKey)).toBeUndefined();
    expect(ports.secrets.open('stamp', one.id, one.sealedPrivateKey)).toBeUndefined();
  });
});

const kidOf = (jwt: string): unknown => JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString()).kid;
