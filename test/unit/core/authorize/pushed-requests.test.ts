// A pushed authorization request (RFC 9126, contract 42): what is stored of it, and when its reference opens.
import { describe, expect, it } from 'vitest';
import { openPushedRequest } from '../../../../src/core/grants/authorize/open-pushed-request.ts';
import { pushRequest } from '../../../../src/core/grants/authorize/push-request.ts';
import { PUSHED_GOOD_FOR_MS, pushedStampHash, STAMP_GOOD_FOR_MS } from '../../../../src/core/grants/authorize/stamp.ts';
import type { Ports } from '../../../../src/core/grants/ports.ts';
import { hashSecret } from '../../../../src/core/ground/secrets.ts';
import { Parameters } from '../../../../src/protocol/parameters.ts';
import { isPushedUri, toRequestUri } from '../../../../src/protocol/request-uri.ts';
import { API_KEY, givenApplication, givenPlatform, NOW } from '../given.ts';

const URI = toRequestUri('secret');

it('RFC 9126 2.2: a reference has our form, and no other is one', () => {
  expect(URI).toBe('urn:ietf:params:oauth:request_uri:secret');
  const uris = [URI, 'https://shop.example.com/request', `x${URI}`, 'urn:ietf:params:oauth:request_uri'];
  expect(uris.map(isPushedUri)).toEqual([true, false, false, false]);
});

describe('contract 42: a reference', () => {
  const expiresAt = NOW + PUSHED_GOOD_FOR_MS;
  const stampHash = hashSecret('stamp');
  const keptUntil = expiresAt + STAMP_GOOD_FOR_MS;
  const stored = { apiKey: API_KEY, parameters: 'scope=openid', expiresAt, keptUntil: expiresAt, stampHash };

  it.each<[string, row: object | undefined, input: object, keeps: boolean, fault: string | undefined, asked: number]>([
    ['opens', {}, {}, true, undefined, 1],
    ['opens again, and is kept once', { keptUntil }, {}, false, undefined, 0],
    ['opens until it expires', {}, { arrivedAt: expiresAt - 1 }, true, undefined, 1],
    ['does not when it has expired', {}, { arrivedAt: expiresAt }, true, 'request-uri-expired', 0],
    ['does not when it is removed meanwhile', {}, {}, false, 'request-uri-expired', 1],
    ['does not once a code was made of it', { isSpent: true }, {}, true, 'request-uri-used', 0],
    ['is used rather than expired', { isSpent: true }, { arrivedAt: expiresAt }, true, 'request-uri-used', 0],
    ['of another API key is unknown', {}, { apiKey: 'other' }, true, 'request-uri-unknown', 0],
    ['of no request is unknown', undefined, {}, true, 'request-uri-unknown', 0],
  ])('%s', async (_, row, input, keeps, fault, asked) => {
    const kept: unknown[] = [];
    const pushedRequests = {
      find: async (hash: Buffer) =>
        row && hash.equals(hashSecret(URI)) ? { ...stored, isSpent: false, ...row } : undefined,
      keep: async (input: object) => {
        kept.push(input);
        return keeps;
      },
    };
    const deps = { pushedRequests } as unknown as Ports;
    const opened = await openPushedRequest(deps, { requestUri: URI, apiKey: API_KEY, arrivedAt: NOW, ...input });
    if (fault) expect(opened).toEqual({ kind: 'closed', fault });
    else expect(opened).toEqual({ kind: 'open', parameters: Parameters.parse('scope=openid'), stampHash });
    expect(kept).toEqual(Array(asked).fill({ uriHash: hashSecret(URI), keptUntil }));
  });
});

describe('contract 42: what is pushed', () => {
  const CALLBACK = encodeURIComponent('https://shop.example.com/callback');
  const GOOD = `redirect_uri=${CALLBACK}&response_type=code`;
  const JKT = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

  async function push(query: string, jkt?: string) {
    const calls: unknown[][] = [];
    const spend = async () => void calls.push(['spend']);
    const deps = {
      clock: { now: () => NOW },
      pushedRequests: { insert: async (row: object) => void calls.push(['insert', row]) },
      publish: (event: object) => calls.push(['publish', event]),
      ...{ issuer: 'https://id.example.com', apiUrl: 'https://api.example.com', applications: {}, signingKeys: {} },
    } as unknown as Ports;
    const client = { application: givenApplication(), platform: givenPlatform() } as never;
    const proof = jkt === undefined ? undefined : ({ jkt, spend } as never);
    const pushed = await pushRequest(deps, { client, parameters: Parameters.parse(query), proof });
    return { pushed, calls };
  }

  it.each([
    ['as it was sent, for the API key that sent it', GOOD, undefined, ''],
    ['bound to the key of the proof', GOOD, JKT, `&dpop_jkt=${JKT}`],
    ['bound to the key that it names', `${GOOD}&dpop_jkt=${JKT}`, JKT, `&dpop_jkt=${JKT}`],
    ['whatever API key it names', `client_id=other&${GOOD}`, undefined, ''],
  ])('is stored %s', async (_, query, jkt, more) => {
    const { pushed, calls } = await push(query, jkt);
    const uriHash = hashSecret(pushed.requestUri);
    const expiresAt = NOW + PUSHED_GOOD_FOR_MS;
    const parameters = `${GOOD}&client_id=${API_KEY}${more}`;
    const stampHash = pushedStampHash(uriHash, expiresAt);
    expect(pushed).toEqual({ requestUri: expect.stringMatching(/^urn:.*:[\w-]{43}$/), expiresIn: 90 });
    expect(calls).toEqual([
      ...(jkt ? [['spend']] : []),
      ['insert', { uriHash, stampHash, apiKey: API_KEY, parameters, expiresAt, keptUntil: expiresAt }],
      ['publish', { kind: 'request-pushed', applicationId: 'a1' }],
    ]);
  });

  it.each([
    ['another reference', `${GOOD}&request_uri=${URI}`, undefined, 'invalid_request', 'request-uri-pushed'],
    ['an empty reference', `${GOOD}&request_uri=`, undefined, 'invalid_request', 'request-uri-pushed'],
    ['another key than the proof', `${GOOD}&dpop_jkt=${JKT}`, 'other', 'invalid_request', 'dpop-jkt-mismatch'],
    ['a key that is none', `${GOOD}&dpop_jkt=x`, undefined, 'invalid_request', 'dpop-jkt-malformed'],
    ['what returns to the application', `${GOOD}&prompt=x`, undefined, 'invalid_request', 'prompt-unknown'],
    ['what ends on an error page', 'response_type=code', undefined, 'invalid_request', 'redirect-uri-missing'],
  ])('is refused with %s', async (_, query, jkt, code, refusal) => {
    await expect(push(query, jkt)).rejects.toMatchObject({ code, refusal });
  });
});
