// What an authorization request is refused for by name, and what of it is taken (contract 4). The order of the rules and
// where a refusal goes stand in check-request.test.ts.
import { describe, expect, test } from 'vitest';
import { tryItRedirectUri } from '../../../../src/core/applications/try-it/run.ts';
import { checkRequest } from '../../../../src/core/grants/authorize/check-request.ts';
import { applicationInRun } from '../../../../src/core/grants/try-it/application-in-run.ts';
import { Parameters } from '../../../../src/protocol/parameters.ts';
import { API_KEY, givenApplication, givenPlatform } from '../given.ts';

const CALLBACK = 'https://shop.example.com/callback';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const GOOD = `client_id=${API_KEY}&redirect_uri=${encodeURIComponent(CALLBACK)}&response_type=code`;

type More = { queryBytes?: number; hint?: { sub: string } | undefined };

const check = (query: string, application = givenApplication(), more: More = {}) =>
  checkRequest({
    parameters: Parameters.parse(query),
    found: { application, platform: givenPlatform() },
    queryBytes: query.length,
    hint: undefined,
    apiUrl: 'https://api.example.com',
    ...more,
  });

describe('contract 4: each refusal has its own code (docs/errors.md)', () => {
  const pkce = (challenge: string, method = 'S256') => `&code_challenge=${challenge}&code_challenge_method=${method}`;
  test.each([
    ['parameter-doubled', '&state=a&state=b'],
    ['query-too-long', `&x=${'a'.repeat(6200)}`],
    ['request-not-supported', '&request=eyJ'],
    ['request-uri-not-supported', '&request_uri=https%3A%2F%2Fa.example'],
    ['registration-not-supported', '&registration=%7B%7D'],
    ['response-mode-unknown', '&response_mode=fragment'],
    ['code-challenge-missing', '&code_challenge_method=S256'],
    ['code-challenge-method-unsupported', pkce(CHALLENGE, 'plain')],
    ['code-challenge-malformed', pkce(CHALLENGE.slice(1))],
    ['dpop-jkt-malformed', `&dpop_jkt=${CHALLENGE.slice(1)}`],
    ['prompt-unknown', '&prompt=register'],
    ['prompt-none-combined', '&prompt=none+login'],
    ['max-age-malformed', '&max_age=soon'],
    ['max-age-malformed', '&max_age=1s'],
    ['max-age-malformed', '&max_age=in1'],
    ['claims-malformed', '&claims=userinfo'],
    ['id-token-hint-invalid', '&id_token_hint=eyJ'],
  ])('%s: %s', (refusal, more) => {
    expect(check(`${GOOD}${more}`)).toMatchObject({
      kind: 'return-error',
      error: { refusal },
      redirectUri: CALLBACK,
      application: { id: 'a1' },
    });
  });

  test('response-type-missing, response-type-unsupported', () => {
    expect(check(GOOD.replace('&response_type=code', ''))).toMatchObject({
      error: { refusal: 'response-type-missing' },
    });
    expect(check(GOOD.replace('=code', '=token'))).toMatchObject({ error: { refusal: 'response-type-unsupported' } });
  });

  test('login-activation-off, pkce-required', () => {
    const off = givenApplication({ loginActivation: false });
    expect(check(GOOD, off)).toMatchObject({ error: { refusal: 'login-activation-off' } });
    const required = givenApplication({ requirePkce: true });
    expect(check(GOOD, required)).toMatchObject({
      error: { refusal: 'pkce-required', description: expect.stringMatching(/^This application /) },
    });
    expect(check(`${GOOD}${pkce(CHALLENGE)}`, required)).toMatchObject({ kind: 'valid' });
  });

  test('response-mode-not-postable', () => {
    const uri = 'com.example.app:/cb';
    const application = givenApplication({ redirectUris: [{ id: 'r', redirectUri: uri, createdAt: 0 }] });
    const query = `client_id=${API_KEY}&redirect_uri=${uri}&response_type=code`;
    const refused = { error: { refusal: 'response-mode-not-postable' } };
    expect(check(`${query}&response_mode=form_post`, application)).toMatchObject(refused);
  });
});

test('contract 4: a query may have 6,144 bytes', () => {
  const kindOf = (queryBytes: number) => check(GOOD, givenApplication(), { queryBytes }).kind;
  expect([kindOf(6144), kindOf(6145)]).toEqual(['valid', 'return-error']);
});

describe('RFC 6749 3.1: a parameter that this server knows may not be sent twice', () => {
  test.each([
    ...['response_type', 'state', 'scope', 'nonce', 'code_challenge', 'code_challenge_method', 'prompt', 'max_age'],
    ...['login_hint', 'id_token_hint', 'ui_locales', 'acr_values', 'claims', 'display', 'response_mode', 'request'],
    ...['request_uri', 'registration'],
  ])('%s', (name) => {
    expect(check(`${GOOD}&${name}=&${name}=`)).toMatchObject({
      error: { refusal: 'parameter-doubled', description: expect.stringContaining(name) },
    });
  });
});

test('contract 4: what is asked for is taken as sent', () => {
  const more =
    '&state=s&nonce=n&login_hint=mina%40example.com&prompt=none&claims=%7B%22userinfo%22%3A%7B%22a%22%3Anull%7D%7D';
  expect(check(`${GOOD}${more}`)).toMatchObject({
    kind: 'valid',
    request: {
      state: 's',
      nonce: 'n',
      loginHint: 'mina@example.com',
      prompt: new Set(['none']),
      claims: { userInfo: ['a'] },
      responseMode: 'query',
    },
  });
});

describe('a run of "try it" (contract 4)', () => {
  const ISSUER = 'https://id.example.com';
  const CONSOLE = GOOD.replace(encodeURIComponent(CALLBACK), encodeURIComponent(tryItRedirectUri(ISSUER, 'a1')));
  const run = (query: string, application = givenApplication()) => check(query, applicationInRun(ISSUER, application));

  test('is allowed while login activation is OFF, and led back to the console', () => {
    expect(run(CONSOLE, givenApplication({ loginActivation: false }))).toMatchObject({ kind: 'valid' });
  });

  test('is led to the console and nowhere else', () => {
    expect(run(GOOD)).toMatchObject({ code: 'redirect-uri-unregistered' });
  });

  test('is checked like any other besides', () => {
    expect(run(GOOD.replace(encodeURIComponent(CALLBACK), 'console'))).toMatchObject({
      code: 'redirect-uri-malformed',
    });
    expect(run(`${CONSOLE}&prompt=register`)).toMatchObject({ error: { refusal: 'prompt-unknown' } });
  });
});

describe('contract 4: whom the request names', () => {
  const claiming = (sub: string) =>
    `&claims=${encodeURIComponent(JSON.stringify({ id_token: { sub: { value: sub } } }))}`;
  const subjects = (more: string, hint?: { sub: string }) => {
    const checked = check(`${GOOD}${more}`, givenApplication(), { hint });
    return checked.kind === 'valid' ? checked.request.subjects : checked.kind;
  };

  test.each<[what: string, more: string, hint: { sub: string } | undefined, expected: string[] | undefined]>([
    ['nobody', '', undefined, undefined],
    ['by its ID token', '&id_token_hint=eyJ', { sub: 'mina' }, ['mina']],
    ['by claims', claiming('mina'), undefined, ['mina']],
    ['the same person by both', `&id_token_hint=eyJ${claiming('mina')}`, { sub: 'mina' }, ['mina']],
    ['two different persons', `&id_token_hint=eyJ${claiming('yuna')}`, { sub: 'mina' }, []],
  ])('%s', (_, more, hint, expected) => {
    expect(subjects(more, hint)).toEqual(expected);
  });
});
