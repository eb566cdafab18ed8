// How often applications may call the token, revocation and introspection endpoints (contract 10), over a proxy that
// tells the clients' networks.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { APPLICATION, type Client, givenClient } from '../helpers/client.ts';
import { basic, createSecret, postForm } from '../helpers/client-endpoints.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';

const PATHS = ['/oauth/revocation', '/oauth/introspection', '/oauth/token'] as const;
const BURST = 5;
const [HERE, NEIGHBOUR, ELSEWHERE] = ['203.0.113.7', '203.0.113.8', '198.51.100.7'];
/** One /64, and another of the same /48. */
const [HERE_V6, NEIGHBOUR_V6, NEXT_64] = ['2001:db8:1:1::7', '2001:db8:1:1:ffff::8', '2001:db8:1:2::7'];

const PHONES = [
  { platform: 'Android', package_name: 'com.example.shop' },
  { platform: 'iOS', bundle_id: 'com.example.shop' },
];
const WITH_PHONES = { ...APPLICATION, platforms: [...APPLICATION.platforms, ...PHONES] };
const keyOf = async ({ applicationId }: Client, wanted: 'Android' | 'iOS'): Promise<string> => {
  const application = await hosts.ports.applications.find(applicationId);
  const key = application?.platforms.find(({ platform }) => platform === wanted)?.apiKey;
  if (!key) throw new Error(`The application has no key for ${wanted}`);
  return key;
};

type Headers = Readonly<Record<string, string>>;

let hosts: Hosts;
/**
 * Of two applications, each with a secret for its Web key, and the key of an Android app, which is public; `siblingKey`
 * is that of the first one's iOS app.
 */
let one: Client;
let other: Client;
let publicKey: string;
let otherPublicKey: string;
let siblingKey: string;
let proof: Headers;
let otherProof: Headers;
beforeAll(async () => {
  // Bursts are five times the rate.
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '1', LATCHKEY_TRUST_PROXY: '127.0.0.1' });
  one = await givenClient(hosts, WITH_PHONES);
  other = await givenClient(hosts, WITH_PHONES);
  [publicKey, siblingKey] = [await keyOf(one, 'Android'), await keyOf(one, 'iOS')];
  otherPublicKey = await keyOf(other, 'Android');
  proof = basic(one.apiKey, await createSecret(hosts, one));
  otherProof = basic(other.apiKey, await createSecret(hosts, other));
});
afterAll(() => hosts?.stop());
// Every bucket is full again, and time stands still: each second gives a request back.
beforeEach(() => {
  const later = hosts.clock.now() + 60_000;
  vi.spyOn(hosts.clock, 'now').mockReturnValue(later);
});

const send = (path: string, headers: Headers, address: string, form: Headers = {}) =>
  postForm(hosts.authUrl + path, { token: 'x', ...form }, { ...headers, 'x-forwarded-for': address });
const sendPublic = (apiKey: string, address: string) => send('/oauth/revocation', {}, address, { client_id: apiKey });
const LIMITED = { status: 429, body: { error: 'temporarily_unavailable' } };

describe('contract 10: token, revocation and introspection are counted together', () => {
  test('for an application whose secret is proven, from wherever it calls', async () => {
    for (let calls = 0; calls < BURST; calls += 1) {
      expect((await send(PATHS[calls % 2] ?? '', proof, HERE)).status).toBe(200);
    }
    for (const path of PATHS) {
      const refused = await send(path, proof, ELSEWHERE);
      expect(refused).toMatchObject(LIMITED);
      expect(refused.headers.get('retry-after')).toBe('1');
    }
    expect((await send(PATHS[0], otherProof, HERE)).status).toBe(200);
  });

  test('for a public key per network: the same key elsewhere is not held up', async () => {
    for (let calls = 0; calls < BURST; calls += 1) expect((await sendPublic(publicKey, HERE)).status).toBe(200);
    expect(await sendPublic(publicKey, NEIGHBOUR)).toMatchObject(LIMITED);
    expect((await sendPublic(publicKey, ELSEWHERE)).status).toBe(200);
  });

  test('for a public key per key: other keys of the same network are not held up, the application’s own included', async () => {
    for (let calls = 0; calls < BURST + 1; calls += 1) await sendPublic(publicKey, HERE);
    expect(await sendPublic(publicKey, HERE)).toMatchObject(LIMITED);
    for (const key of [otherPublicKey, siblingKey]) expect((await sendPublic(key, HERE)).status).toBe(200);
  });

  test('for a public key per IPv6 /64: the next /64 of the same /48 is not held up', async () => {
    for (let calls = 0; calls < BURST; calls += 1) expect((await sendPublic(publicKey, HERE_V6)).status).toBe(200);
    expect(await sendPublic(publicKey, NEIGHBOUR_V6)).toMatchObject(LIMITED);
    expect((await sendPublic(publicKey, NEXT_64)).status).toBe(200);
  });

  test('for a public key apart from the secret: strangers with the key use up nothing of the backend', async () => {
    for (let calls = 0; calls < BURST + 1; calls += 1) await sendPublic(publicKey, HERE);
    expect((await send(PATHS[0], proof, HERE)).status).toBe(200);
  });
});

describe('contract 10: failed proofs of a network', () => {
  const wrong = () => basic(one.apiKey, 'lk_cs_guess');
  const failTooOften = async (address: string) => {
    for (let guesses = 0; guesses < BURST; guesses += 1) {
      expect((await send(PATHS[guesses % 3] ?? '', wrong(), address)).status).toBe(401);
    }
  };

  test('are counted together; past the limit a failed one is 429', async () => {
    await failTooOften(HERE);
    for (const path of PATHS) {
      const refused = await send(path, wrong(), NEIGHBOUR);
      expect(refused).toMatchObject(LIMITED);
      expect(refused.headers.get('retry-after')).toBe('1');
    }
    expect(await send(PATHS[0], wrong(), ELSEWHERE)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });

  test('keep out no right secret of that network, of the same application or another', async () => {
    await failTooOften(HERE);
    for (const path of PATHS.slice(0, 2)) {
      expect([(await send(path, proof, HERE)).status, (await send(path, otherProof, NEIGHBOUR)).status]).toEqual([
        200, 200,
      ]);
    }
    const code = await other.code();
    const tokens = await fetch(`${hosts.authUrl}/oauth/token`, {
      method: 'POST',
      headers: { ...otherProof, 'x-forwarded-for': HERE, 'content-type': 'application/x-www-form-urlencoded' },
      body: other.codeForm(code),
    });
    expect(tokens.status).toBe(200);
  });

  test('keep out no public key of that network', async () => {
    await failTooOften(HERE);
    expect((await sendPublic(otherPublicKey, HERE)).status).toBe(200);
  });
});
