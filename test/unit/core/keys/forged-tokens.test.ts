// Whatever is not signed by a key of ours, exactly as it was signed, is nothing; and no request leaves the server for
// an address inside a token.
import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SIGNING_ALGORITHMS, type SigningKey } from '../../../../src/core/server/keys/signing-key.ts';
import { openTestPorts, type TestPorts } from '../accounts/open-ports.ts';

const CLAIMS = { iss: 'http://localhost:4000', sub: 's', aud: 'k', exp: 4e9 };
const encode = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

let ports: TestPorts;
let close: () => Promise<void>;
let trap: Server;
let calls = 0;
let trapUrl: string;
const ours = new Map<string, SigningKey>();
const good = new Map<string, string>();

const attacker = {
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: generateKeyPairSync('ed25519'),
};

beforeAll(async () => {
  ({ ports, close } = await openTestPorts());
  await ports.signingKeys.publicKeys();
  for (const key of await ports.keys.list()) if (key.number === 1) ours.set(key.algorithm, key);
  for (const algorithm of SIGNING_ALGORITHMS) {
    good.set(algorithm, await (await ports.signingKeys.signer(algorithm)).sign('JWT', CLAIMS));
  }
  trap = createServer((_, response) => {
    calls += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  trapUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await close();
  await new Promise((resolve) => trap.close(resolve));
});

const goodOf = (algorithm: string): string => good.get(algorithm) ?? '';
const partsOf = (jwt: string) => jwt.split('.') as [string, string, string];
const kidOf = (algorithm: string): string => ours.get(algorithm)?.id ?? '';
const publicKeyOf = (algorithm: string): KeyObject =>
  createPublicKey({ key: { ...ours.get(algorithm)?.publicJwk }, format: 'jwk' });

function signBy(key: KeyObject, header: Record<string, unknown>, payload = encode(CLAIMS)): string {
  const input = `${encode(header)}.${payload}`;
  const isEdwards = header.alg === 'EdDSA';
  const signature = sign(isEdwards ? null : 'sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}

const refused = async (jwt: string): Promise<void> => expect(await ports.signingKeys.verify(jwt)).toBeUndefined();

it('the tokens that the forgeries are made from are good', async () => {
  for (const algorithm of SIGNING_ALGORITHMS) {
    expect(await ports.signingKeys.verify(goodOf(algorithm))).toEqual({ type: 'JWT', algorithm, claims: CLAIMS });
  }
});

describe('no signature', () => {
  it.each(['none', 'None', 'NONE', 'nOnE', ''])('alg %j', async (alg) => {
    const [, payload] = partsOf(goodOf('RS256'));
    for (const signature of ['', partsOf(goodOf('RS256'))[2]]) {
      await refused(`${encode({ alg, kid: kidOf('RS256'), typ: 'JWT' })}.${payload}.${signature}`);
    }
  });

  it.each([
    ['an empty one', (jwt: string) => `${partsOf(jwt).slice(0, 2).join('.')}.`],
    ['no third part', (jwt: string) => partsOf(jwt).slice(0, 2).join('.')],
    ['zeros (CVE-2022-21449)', (jwt: string) => `${partsOf(jwt).slice(0, 2).join('.')}.${encode('\0'.repeat(64))}`],
    ['that of other claims', (jwt: string) => jwt.replace(partsOf(jwt)[1], encode({ ...CLAIMS, sub: 'other' }))],
    [
      'that of another header',
      (jwt: string) => jwt.replace(partsOf(jwt)[0], encode({ alg: 'ES256', kid: kidOf('ES256') })),
    ],
    ['another key’s', (jwt: string) => `${partsOf(jwt).slice(0, 2).join('.')}.${partsOf(goodOf('EdDSA'))[2]}`],
  ])('%s', (_, forge) => refused(forge(goodOf('ES256'))));
});

describe('an HMAC with the public key as its secret', () => {
  const spellings: Record<string, (key: KeyObject, jwk: object) => string | Buffer> = {
    'PEM, SPKI': (key) => key.export({ format: 'pem', type: 'spki' }),
    'PEM, SPKI, without its last line end': (key) => String(key.export({ format: 'pem', type: 'spki' })).trim(),
    'PEM, PKCS #1': (key) => key.export({ format: 'pem', type: 'pkcs1' }),
    'DER, SPKI': (key) => key.export({ format: 'der', type: 'spki' }),
    'DER, PKCS #1': (key) => key.export({ format: 'der', type: 'pkcs1' }),
    'JWK as the JWKS shows it': (_, jwk) => JSON.stringify(jwk),
    'JWK, the modulus': (_, jwk) => Buffer.from((jwk as { n: string }).n, 'base64url'),
    'JWK, the modulus as text': (_, jwk) => (jwk as { n: string }).n,
    nothing: () => '',
  };
  it.each(Object.keys(spellings).flatMap((name) => ['HS256', 'RS256'].map((alg) => [name, alg])))(
    '%s, alg %s',
    async (name, alg) => {
      const secret = spellings[name ?? '']?.(publicKeyOf('RS256'), ours.get('RS256')?.publicJwk ?? {}) ?? '';
      const input = `${encode({ alg, kid: kidOf('RS256'), typ: 'JWT' })}.${encode(CLAIMS)}`;
      await refused(`${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`);
    },
  );
});

describe('another’s key', () => {
  it.each(SIGNING_ALGORITHMS)('%s: with a name of its own, ours, or none', async (alg) => {
    for (const kid of ['attacker', kidOf(alg), undefined]) {
      await refused(signBy(attacker[alg].privateKey, { alg, typ: 'JWT', ...(kid !== undefined && { kid }) }));
    }
  });

  it.each(SIGNING_ALGORITHMS)('%s: brought along as jwk, jku, x5u or x5c, under our name or its own', async (alg) => {
    const { privateKey, publicKey } = attacker[alg];
    const jwk = publicKey.export({ format: 'jwk' });
    const x5c = [publicKey.export({ format: 'der', type: 'spki' }).toString('base64')];
    const ways = [{ jwk }, { jku: `${trapUrl}/jwks` }, { x5u: `${trapUrl}/x5u` }, { x5c }];
    for (const way of [...ways, Object.assign({}, ...ways)]) {
      for (const kid of [kidOf(alg), 'attacker', `${trapUrl}/kid`]) {
        await refused(signBy(privateKey, { alg, kid, typ: 'JWT', ...way }));
      }
    }
  });

  it('no address in a token was called', () => {
    expect(calls).toBe(0);
  });
});

describe('kid', () => {
  const longest = 'k'.repeat(8000);
  it.each([
    ['a path', '../../../../dev/null'],
    ['a path with a NUL', '/proc/self/environ\0'],
    ['SQL', "' union select 'AA' -- "],
    ['SQL that is true', "x' or '1'='1"],
    ['a pattern', '%'],
    ['very long', longest],
    ['a member of every object', '__proto__'],
    ['another', 'constructor'],
    ['empty', ''],
    ['a number', 1],
    ['a list with ours', 'list'],
    ['null', null],
  ])('%s', async (what, kid) => {
    for (const alg of SIGNING_ALGORITHMS) {
      const named = what === 'a list with ours' ? [kidOf(alg)] : kid;
      await refused(signBy(attacker[alg].privateKey, { alg, kid: named, typ: 'JWT' }));
    }
  });

  it('of another algorithm’s key, with that algorithm’s signature or its own', async () => {
    for (const alg of SIGNING_ALGORITHMS) {
      for (const other of SIGNING_ALGORITHMS.filter((name) => name !== alg)) {
        await refused(signBy(attacker[alg].privateKey, { alg, kid: kidOf(other) }));
        const [, payload, signature] = partsOf(goodOf(other));
        await refused(`${encode({ alg, kid: kidOf(other), typ: 'JWT' })}.${payload}.${signature}`);
      }
    }
  });

  it('of a key that was given up', async () => {
    const own = await openTestPorts();
    const jwt = await (await own.ports.signingKeys.signer('ES256')).sign('JWT', CLAIMS);
    expect(await own.ports.signingKeys.verify(jwt)).toBeDefined();
    const change = { algorithm: 'ES256' as const, schedule: undefined, made: [] };
    await own.ports.keys.rotate({ ...change, revoke: { belowNumber: 2, at: own.ports.clock.now() } });
    own.ports.clock.advance(1);
    expect(await own.ports.signingKeys.verify(jwt)).toBeUndefined();
    await own.close();
  });
});

describe('the same bytes, spelled in another way', () => {
  it.each(SIGNING_ALGORITHMS)('%s: cut at any place near a part’s end, or extended', async (alg) => {
    const jwt = goodOf(alg);
    for (const drop of [1, 2, 3, 10, 43]) await refused(jwt.slice(0, -drop));
    for (const drop of [1, 2, 3]) await refused(jwt.slice(drop));
    for (const more of ['A', 'AA', '.', '.AAAA', '=', '==', '\n', ' ', '\0', '%00']) await refused(jwt + more);
    for (const more of [' ', '\n', '.', 'A']) await refused(more + jwt);
    const [header, payload, signature] = partsOf(jwt);
    await refused(`${header}..${signature}`);
    await refused(`.${payload}.${signature}`);
    await refused(`${header}=.${payload}.${signature}`);
    await refused(`${header}.${payload}=.${signature}`);
    await refused(`${header}.${payload}.\n${signature}`);
  });

  it.each(SIGNING_ALGORITHMS)(
    '%s: the signature with bits that mean nothing, or in the other base64 alphabet',
    async (alg) => {
      const jwt = goodOf(alg);
      const last = ALPHABET.indexOf(jwt.at(-1) ?? '');
      // 64 and 256 bytes both leave four bits over.
      for (let bits = 1; bits < 16; bits += 1) await refused(jwt.slice(0, -1) + ALPHABET[last ^ bits]);
      const [header, payload, signature] = partsOf(jwt);
      const plain = Buffer.from(signature, 'base64url').toString('base64');
      await refused(`${header}.${payload}.${plain}`);
      // `-` and `_` stand in a signature of this length but for one in ten thousand.
      const other = signature.replaceAll('-', '+').replaceAll('_', '/');
      if (other !== signature) await refused(`${header}.${payload}.${other}`);
    },
  );

  it('an ES256 signature in DER, or with an order added to s', async () => {
    const [header, payload, signature] = partsOf(goodOf('ES256'));
    const raw = Buffer.from(signature, 'base64url');
    const integer = (bytes: Buffer) => Buffer.concat([Buffer.from([2, 33, 0]), bytes]);
    const body = Buffer.concat([integer(raw.subarray(0, 32)), integer(raw.subarray(32))]);
    await refused(
      `${header}.${payload}.${Buffer.concat([Buffer.from([48, body.length]), body]).toString('base64url')}`,
    );
    await refused(`${header}.${payload}.${Buffer.concat([raw, Buffer.alloc(32)]).toString('base64url')}`);
  });
});

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('RFC 7515 4.1.11 and RFC 7797: extensions are not understood, also where the signature is ours', () => {
  /** What only we could sign, and never do. */
  const signedByUs = async (header: object, payload?: string): Promise<string> => {
    const key = ours.get('ES256') as SigningKey;
    const { plain } = ports.secrets.open('signing-key', key.id, key.sealedPrivateKey) ?? { plain: Buffer.alloc(0) };
    const { createPrivateKey } = await import('node:crypto');
    return signBy(
      createPrivateKey({ key: plain, format: 'der', type: 'pkcs8' }),
      { alg: 'ES256', kid: key.id, ...header },
      payload,
    );
  };

  it('a good one made the same way is believed: the forgeries fail for their headers', async () => {
    expect(await ports.signingKeys.verify(await signedByUs({ typ: 'JWT' }))).toMatchObject({ claims: CLAIMS });
  });

  it.each([
    ['crit with an unknown name', { crit: ['x'], x: 1 }],
    ['crit that is empty', { crit: [] }],
    ['crit that names exp', { crit: ['exp'], exp: 1 }],
    ['crit that is no list', { crit: 'b64', b64: false }],
    ['b64 false', { crit: ['b64'], b64: false }],
  ])('%s', async (_, header) => {
    await refused(await signedByUs(header));
    await refused(await signedByUs(header, JSON.stringify(CLAIMS)));
  });

  it.each([
    ['a list', '[1]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['no JSON', 'x'],
    ['empty', ''],
  ])('claims that are %s', async (_, payload) => refused(await signedByUs({ typ: 'JWT' }, encode(payload))));
});

describe('what is no token at all', () => {
  it.each([
    '',
    '.',
    '..',
    '...',
    'a.b.c',
    '{}',
    'null',
    `${encode('{}')}.${encode('{}')}.`,
    'ö.ö.ö',
    `${'a'.repeat(100_000)}.b.c`,
    'a.b.c.d.e',
  ])('%#', refused);

  it('JWE and JSON serialization of a good one', async () => {
    const [header, payload, signature] = partsOf(goodOf('ES256'));
    await refused(JSON.stringify({ protected: header, payload, signature }));
    await refused(`${header}.${payload}.${signature}.AA.AA`);
  });
});
