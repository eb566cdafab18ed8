// The order of the checks of an authorization request (contract 4, "Checks, in order"): of two
// faults in one request the earlier one is told, for every two.
import { describe, expect, test } from 'vitest';
import type { PushedState } from '../../../../src/core/grants/authorize/check-client.ts';
import { checkRequest } from '../../../../src/core/grants/authorize/check-request.ts';
import { Parameters } from '../../../../src/protocol/parameters.ts';
import { API_KEY, givenApplication, givenPlatform } from '../given.ts';

const CALLBACK = 'https://shop.example.com/callback';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** What is sent for each parameter; undefined leaves it out, several values double it. */
type Sent = Readonly<Record<string, string | readonly string[] | undefined>>;
type Fault = {
  sent?: Sent;
  loginActivation?: boolean;
  requirePkce?: boolean;
  requirePushedRequests?: boolean;
  pushed?: PushedState;
};

const GOOD: Sent = { client_id: API_KEY, redirect_uri: CALLBACK, response_type: 'code' };

const NO_CHALLENGE: Sent = { code_challenge: undefined, code_challenge_method: undefined };

/** Checks 1, an error page, by the code that it shows. */
const ON_A_PAGE: readonly (readonly [code: string, fault: Fault])[] = [
  ['parameter-doubled', { sent: { client_id: [API_KEY, API_KEY] } }],
  ['client-id-missing', { sent: { client_id: undefined } }],
  ['unknown-client', { sent: { client_id: 'f'.repeat(32) } }],
  ['request-uri-used', { pushed: 'request-uri-used' }],
  ['redirect-uri-missing', { sent: { redirect_uri: undefined } }],
  ['redirect-uri-malformed', { sent: { redirect_uri: 'callback' } }],
  ['redirect-uri-unregistered', { sent: { redirect_uri: `${CALLBACK}/` } }],
];

/**
 * Checks 2, told to the redirect URI: what RFC 6749 calls it, and which refusal it is. In the order of the contract.
 */
const TOLD: readonly (readonly [refusal: string, code: string, fault: Fault])[] = [
  ['parameter-doubled', 'invalid_request', { sent: { scope: ['nickname', 'nickname'] } }],
  ['query-too-long', 'invalid_request', { sent: { unknown: 'x'.repeat(7000) } }],
  ['login-activation-off', 'unauthorized_client', { loginActivation: false }],
  ['pushed-request-required', 'invalid_request', { requirePushedRequests: true }],
  ['request-not-supported', 'request_not_supported', { sent: { request: 'eyJhbGciOiJub25lIn0.e30.' } }],
  ['request-uri-not-supported', 'request_uri_not_supported', { sent: { request_uri: 'https://shop.example.com/r' } }],
  ['registration-not-supported', 'registration_not_supported', { sent: { registration: '{}' } }],
  ['response-type-missing', 'invalid_request', { sent: { response_type: undefined } }],
  ['response-type-unsupported', 'unsupported_response_type', { sent: { response_type: 'token' } }],
  ['response-mode-unknown', 'invalid_request', { sent: { response_mode: 'fragment' } }],
  ['pkce-required', 'invalid_request', { sent: NO_CHALLENGE, requirePkce: true }],
  ['code-challenge-method-unsupported', 'invalid_request', { sent: { ...NO_CHALLENGE, code_challenge: CHALLENGE } }],
  ['code-challenge-missing', 'invalid_request', { sent: { ...NO_CHALLENGE, code_challenge_method: 'S256' } }],
  ['prompt-unknown', 'invalid_request', { sent: { prompt: 'register' } }],
  ['prompt-none-combined', 'invalid_request', { sent: { prompt: 'none login' } }],
  ['max-age-malformed', 'invalid_request', { sent: { max_age: '-1' } }],
  ['claims-malformed', 'invalid_request', { sent: { claims: '[]' } }],
  ['id-token-hint-invalid', 'invalid_request', { sent: { id_token_hint: 'eyJ' } }],
];

function check(...faults: readonly Fault[]) {
  const sent = Object.assign({}, GOOD, ...faults.map((fault) => fault.sent)) as Sent;
  const pairs = Object.entries(sent).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]));
  const query = new URLSearchParams(pairs).toString();
  const all = Object.assign({}, ...faults) as Fault;
  const { loginActivation = true, requirePkce = false, requirePushedRequests = false, pushed } = all;
  const known = sent.client_id === 'f'.repeat(32) || sent.client_id === undefined ? undefined : givenPlatform();
  const application = givenApplication({ loginActivation, requirePkce, requirePushedRequests });
  const checked = checkRequest({
    parameters: Parameters.parse(query),
    pushed,
    found: known && { application, platform: known },
    queryBytes: query.length,
    hint: undefined,
    apiUrl: 'https://api.example.com',
  });
  if (checked.kind === 'refuse') return ['page', checked.code];
  return checked.kind === 'return-error' ? [checked.error.refusal, checked.error.code] : [checked.kind];
}

/**
 * Every two that can stand in one request, the earlier one first: those of one parameter cannot. Neighbours are among
 * them, so no two checks can change places.
 */
function pairsOf<Row extends readonly [...unknown[], Fault]>(rows: readonly Row[]): (readonly [Row, Row])[] {
  const faultOf = (row: Row) => row[row.length - 1] as Fault;
  const namesOf = (row: Row) => Object.keys(faultOf(row).sent ?? {});
  return rows.flatMap((first, i) =>
    rows
      .slice(i + 1)
      .filter((second) => !namesOf(second).some((name) => namesOf(first).includes(name)))
      .map((second) => [first, second] as const),
  );
}

test('without a fault it is valid', () => {
  expect(check()).toEqual(['valid']);
});

describe('contract 4, checks 1: the first fault decides', () => {
  test.each(ON_A_PAGE)('%s, alone', (code, fault) => {
    expect(check(fault)).toEqual(['page', code]);
  });

  test.each(pairsOf(ON_A_PAGE).map(([a, b]) => [a[0], b[0], a[1], b[1]] as const))(
    '%s before %s',
    (code, _later, first, second) => {
      expect(check(first, second)).toEqual(['page', code]);
    },
  );

  test.each(ON_A_PAGE)('%s before any of checks 2', (code, fault) => {
    for (const [, , later] of TOLD) expect(check(fault, later)).toEqual(['page', code]);
  });
});

describe('contract 4, checks 2: the first fault decides', () => {
  test.each(TOLD)('%s, alone, is %s', (refusal, code, fault) => {
    expect(check(fault)).toEqual([refusal, code]);
  });

  test.each(pairsOf(TOLD).map(([a, b]) => [a[0], b[0], a[1], a[2], b[2]] as const))(
    '%s before %s',
    (refusal, _later, code, first, second) => {
      expect(check(first, second)).toEqual([refusal, code]);
    },
  );

  test.each([
    ...['response_type', 'state', 'scope', 'nonce', 'code_challenge', 'code_challenge_method', 'prompt', 'max_age'],
    ...['login_hint', 'id_token_hint', 'ui_locales', 'acr_values', 'claims', 'display', 'response_mode'],
    ...['request', 'request_uri', 'registration'],
  ])('%s doubled, also with the same value or an empty one, before all others', (name) => {
    const value = GOOD[name] ?? 'x';
    for (const twin of [value, '']) {
      expect(check({ sent: { [name]: [value, twin].flat() }, loginActivation: false })).toEqual([
        'parameter-doubled',
        'invalid_request',
      ]);
    }
  });
});
