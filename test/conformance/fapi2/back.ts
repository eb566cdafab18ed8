// Modules about the token endpoint: codes, PKCE, the authentication of the client, DPoP and refresh tokens.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type JwtParts, jwtWith, newClientPair, signWithText } from '../../helpers/client-keys.ts';
import { expectError, type FapiModule } from './module.ts';
import { type Change, type FapiProvider, VERIFIER } from './provider.ts';

const shift =
  (name: string, seconds: number): Change =>
  ({ claims }) => {
    claims[name] = Number(claims.iat) + seconds;
  };
const set =
  (name: string, value: unknown): Change =>
  ({ claims }) => {
    claims[name] = value;
  };

/** A proof that departs from the right one, and is taken at the token endpoint and at user-info. */
async function takesProof({ party }: FapiProvider, change: Change): Promise<void> {
  const tokens = await party.tokens({}, { proof: change });
  expect((await party.userInfo(tokens.access_token, { change })).status).toBe(200);
}

const refusesAssertion = (name: string, verifies: string, change: Change): FapiModule => ({
  name,
  verifies,
  async run({ party }) {
    const code = await party.code();
    expectError(await party.exchange(code, { assertion: change }), 'invalid_client');
    expectError(await party.push({}, { assertion: change }), 'invalid_client');
    expect((await party.exchange(code)).status).toBe(200);
  },
});

export const BACK: readonly FapiModule[] = [
  {
    name: 'access-token-type-header-case-sensitivity',
    verifies: 'The scheme of Authorization is read in any case.',
    async run({ party }) {
      const { access_token: token } = await party.tokens();
      for (const scheme of ['DPoP', 'dpop', 'DPOP']) expect((await party.userInfo(token, { scheme })).status).toBe(200);
    },
  },
  {
    name: 'check-dpop-proof-nbf-exp',
    verifies: 'A proof that also has nbf and exp is taken.',
    run: (provider) =>
      takesProof(provider, (parts) => {
        shift('nbf', 0)(parts);
        shift('exp', 60)(parts);
      }),
  },
  {
    name: 'ensure-dpopproof-with-iat-10seconds-before-succeeds',
    verifies: 'A proof of a clock that is 10 seconds slow is taken.',
    run: (provider) => takesProof(provider, shift('iat', -10)),
  },
  {
    name: 'ensure-dpopproof-with-iat-10seconds-after-succeeds',
    verifies: 'A proof of a clock that is 10 seconds fast is taken.',
    run: (provider) => takesProof(provider, shift('iat', 10)),
  },
  {
    name: 'ensure-mismatched-dpop-jkt-fails',
    verifies: 'A dpop_jkt other than the key of the proof is refused when it is pushed.',
    async run({ party }) {
      const { publicJwk } = await newClientPair();
      const push = party.post('par', party.request({ dpop_jkt: publicJwk.kid }));
      expectError(await push, 'invalid_request', 'invalid_dpop_proof');
    },
  },
  {
    name: 'ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt',
    verifies: 'A code that a proof at the push bound is refused with a proof of another key.',
    async run({ party }) {
      const code = await party.code({}, { proof: () => undefined });
      expectError(await party.exchange(code, { key: await newClientPair() }), 'invalid_grant', 'invalid_dpop_proof');
    },
  },
  {
    name: 'ensure-token-endpoint-fails-with-mismatched-dpop-jkt',
    verifies: 'A code that dpop_jkt bound is refused with a proof of another key.',
    async run({ party }) {
      const code = await party.code({ dpop_jkt: party.dpop.publicJwk.kid });
      expectError(await party.exchange(code, { key: await newClientPair() }), 'invalid_grant', 'invalid_dpop_proof');
    },
  },
  {
    name: 'ensure-dpopproof-at-par-endpoint-binding-success',
    verifies: 'A code that a proof at the push bound is redeemed with a proof of the same key.',
    async run({ party }) {
      const code = await party.code({}, { proof: () => undefined });
      expect((await party.exchange(code)).body.token_type).toBe('DPoP');
    },
  },
  {
    name: 'ensure-dpop-auth-code-binding-success',
    verifies: 'A code that dpop_jkt bound is redeemed with a proof of that key.',
    async run({ party }) {
      const code = await party.code({ dpop_jkt: party.dpop.publicJwk.kid });
      expect((await party.exchange(code)).body.token_type).toBe('DPoP');
    },
  },
  {
    name: 'ensure-client-id-in-token-endpoint',
    verifies: 'A client_id beside an assertion must be that of the assertion.',
    async run({ party, second }) {
      const code = await party.code();
      const other = await party.exchange(code, {}, { client_id: second.client.apiKey });
      expectError(other, 'invalid_client', 'invalid_request', 'invalid_grant');
      expect((await party.exchange(code, {}, { client_id: party.client.apiKey })).status).toBe(200);
    },
  },
  {
    name: 'ensure-holder-of-key-required',
    verifies: 'A token request without a proof is refused, and user-info takes the token by DPoP alone.',
    async run({ hosts, party }) {
      const code = await party.code();
      const without = await party.exchange(code, { proof: 'none' });
      expectError(without, 'invalid_request', 'invalid_dpop_proof', 'invalid_grant');
      const { access_token: token } = (await party.exchange(code)).body;
      const headers = { authorization: `Bearer ${token}` };
      expect((await fetch(`${hosts.apiUrl}/user-info`, { headers })).status).toBe(401);
      expect((await party.userInfo(token, { key: await newClientPair() })).status).toBe(401);
    },
  },
  {
    name: 'ensure-authorization-code-is-bound-to-client',
    verifies: 'Another client gets nothing for a code, and it stays usable for its own.',
    async run({ party, second }) {
      const code = await party.code();
      expectError(await second.exchange(code), 'invalid_grant');
      expect((await party.exchange(code)).status).toBe(200);
    },
  },
  {
    name: 'attempt-reuse-authorization-code-after-one-second',
    verifies: 'A code is refused the second time, and its tokens end.',
    async run({ hosts, party }) {
      const code = await party.code();
      const { access_token: token } = (await party.exchange(code)).body;
      hosts.clock.advance(1000);
      expectError(await party.exchange(code), 'invalid_grant');
      expect((await party.userInfo(token)).status).toBe(401);
    },
  },
  {
    name: 'ensure-token-endpoint-fails-with-expired-auth-code',
    verifies: 'A code is refused after 60 seconds.',
    async run({ hosts, party }) {
      const code = await party.code();
      hosts.clock.advance(60_000);
      expectError(await party.exchange(code), 'invalid_grant');
    },
  },
  {
    name: 'ensure-signed-client-assertion-with-RS256-fails',
    verifies: 'An assertion signed with RS256 is refused, though its key is registered.',
    async run({ party }) {
      expectError(await party.exchange(await party.code(), { signer: party.rsa }), 'invalid_client');
    },
  },
  {
    name: 'ensure-client-assertion-in-token-endpoint',
    verifies: 'A token request without an assertion is refused.',
    async run({ party }) {
      expectError(await party.exchange(await party.code(), { assertion: 'none' }), 'invalid_client');
    },
  },
  refusesAssertion(
    'ensure-client-assertion-with-exp-is-5-minutes-in-past-fails',
    'An assertion that expired 5 minutes ago is refused.',
    shift('exp', -300),
  ),
  refusesAssertion(
    'ensure-client-assertion-with-wrong-aud-fails',
    'An assertion for another server is refused.',
    set('aud', 'https://other.example'),
  ),
  refusesAssertion(
    'ensure-client-assertion-with-no-sub-fails',
    'An assertion without sub is refused.',
    set('sub', undefined),
  ),
  {
    name: 'dpop-negative-tests',
    verifies: 'Proofs that are forged, for something else, out of time or used before are refused at both hosts.',
    run: refusesWrongProofs,
  },
  {
    name: 'refresh-token',
    verifies:
      'The refresh token stays the same, is its client’s alone and needs a proof; each answer has an access token of its own.',
    async run({ party, second }) {
      const tokens = await party.tokens();
      const { refresh_token: token } = tokens;
      const answers = [await party.refresh(token), await party.refresh(token)];
      for (const { status, body } of answers) expect([status, body.refresh_token]).toEqual([200, token]);
      const all = [tokens, ...answers.map(({ body }) => body)].map(({ access_token: one }) => one);
      expect(new Set(all).size).toBe(3);
      for (const one of all) expect((await party.userInfo(one)).status).toBe(200);
      expectError(await second.refresh(token), 'invalid_grant');
      expectError(await party.refresh(token, { proof: 'none' }), 'invalid_request', 'invalid_grant');
      expectError(await party.refresh(token, { assertion: 'none' }), 'invalid_client');
      expect((await party.refresh(token)).status).toBe(200);
    },
  },
  {
    name: 'par-ensure-jwt-client-assertions-nbf-8-seconds-in-the-future-is-accepted',
    verifies: 'An assertion of a clock that is 8 seconds fast is taken.',
    async run({ party }) {
      expect((await party.push({}, { assertion: shift('nbf', 8) })).status).toBe(201);
    },
  },
  {
    name: 'par-ensure-jwt-client-assertions-nbf-over-60-seconds-in-the-future-fails',
    verifies: 'An assertion that counts in more than 60 seconds is refused.',
    run: async ({ party }) => expectError(await party.push({}, { assertion: shift('nbf', 61) }), 'invalid_client'),
  },
  {
    name: 'ensure-pkce-code-verifier-required',
    verifies: 'A token request without code_verifier is refused.',
    async run({ party }) {
      const code = await party.code();
      expectError(await party.exchange(code, {}, { code_verifier: undefined }), 'invalid_grant', 'invalid_request');
    },
  },
  {
    name: 'incorrect-pkce-code-verifier-rejected',
    verifies: 'Another code_verifier is refused.',
    async run({ party }) {
      const verifier = VERIFIER.split('').reverse().join('');
      expectError(await party.exchange(await party.code(), {}, { code_verifier: verifier }), 'invalid_grant');
    },
  },
  ...(
    [
      ['array-as-audience', 'the issuer in a list', (issuer: string) => [issuer]],
      ['par-endpoint-url-as-audience', 'the address of the endpoint', (issuer: string) => `${issuer}/oauth/par`],
      ['token-endpoint-url-as-audience', 'that of the token endpoint', (issuer: string) => `${issuer}/oauth/token`],
    ] as const
  ).map(
    ([name, what, audience]): FapiModule => ({
      name: `par-test-${name}-fails`,
      verifies: `An assertion for ${what} is refused: aud is the issuer as one string.`,
      run: async ({ hosts, party }) =>
        expectError(await party.push({}, { assertion: set('aud', audience(hosts.authUrl)) }), 'invalid_client'),
    }),
  ),
];

async function refusesWrongProofs({ hosts, party }: FapiProvider): Promise<void> {
  const { access_token: token } = await party.tokens();
  const code = await party.code();
  const header =
    (name: string, value: unknown): Change =>
    (parts) => {
      parts.header[name] = value;
    };
  const wrong: Readonly<Record<string, Change>> = {
    'another typ': header('typ', 'JWT'),
    'no typ': header('typ', undefined),
    'no key': header('jwk', undefined),
    'a private key': header('jwk', party.dpop.privateJwk),
    'the key of somebody else': header('jwk', (await newClientPair()).publicJwk),
    'no jti': set('jti', undefined),
    'no htm': set('htm', undefined),
    'another htm': set('htm', 'PUT'),
    'no htu': set('htu', undefined),
    'another htu': set('htu', `${hosts.authUrl}/oauth/authorize`),
    'no iat': set('iat', undefined),
    'an old iat': shift('iat', -3600),
    'an iat far ahead': shift('iat', 3600),
  };
  for (const [name, change] of Object.entries(wrong)) {
    expect([name, (await party.exchange(code, { proof: change })).body.error]).toEqual([name, 'invalid_dpop_proof']);
    expect([name, (await party.userInfo(token, { change })).status]).toEqual([name, 401]);
  }
  expect((await party.userInfo(token, { change: set('ath', undefined) })).status).toBe(401);
  expect((await party.userInfo(token, { change: set('ath', 'x'.repeat(43)) })).status).toBe(401);
  const jti = randomUUID();
  expect((await party.userInfo(token, { change: set('jti', jti) })).status).toBe(200);
  expect((await party.userInfo(token, { change: set('jti', jti) })).status).toBe(401);
  const uri = `${hosts.apiUrl}/user-info`;
  let parts: JwtParts | undefined;
  await party.proof({ method: 'GET', uri, accessToken: String(token) }, (made) => {
    parts = made;
  });
  const { header: made = {}, claims = {} } = parts ?? {};
  for (const forged of [
    jwtWith({ header: { ...made, alg: 'none' }, claims }, ''),
    signWithText({ header: { ...made, alg: 'HS256' }, claims }, JSON.stringify(party.dpop.publicJwk)),
  ]) {
    const response = await fetch(uri, { headers: { authorization: `DPoP ${token}`, dpop: forged } });
    expect(response.status).toBe(401);
  }
  expect((await party.exchange(code)).status).toBe(200);
}
