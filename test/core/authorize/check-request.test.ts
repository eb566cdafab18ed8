import { describe, expect, test } from 'vitest';
import { checkRequest } from '../../../src/core/authorize/check-request.ts';
import { Parameters } from '../../../src/protocol/parameters.ts';
import { API_KEY, givenApplication, givenPlatform } from '../given.ts';

const CALLBACK = 'https://shop.example.com/callback';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const GOOD = `client_id=${API_KEY}&redirect_uri=${encodeURIComponent(CALLBACK)}&response_type=code`;

function check(query: string, application = givenApplication(), platform = givenPlatform()) {
  return checkRequest({
    parameters: Parameters.parse(query),
    found: { application, platform },
    queryBytes: query.length,
    hint: undefined,
  });
}

function errorOf(query: string, application = givenApplication()) {
  const checked = check(query, application);
  return checked.kind === 'return-error' ? checked.error.code : checked.kind;
}

test('the three parameters of service.md are enough', () => {
  expect(check(GOOD)).toMatchObject({ kind: 'valid', request: { redirectUri: CALLBACK, scope: undefined } });
});

test.each([
  ['max_age of any size', '&max_age=99999999999', { maxAgeSeconds: 99_999_999_999 }],
  ['max_age=0', '&max_age=0', { maxAgeSeconds: 0 }],
  ['prompt of several values', '&prompt=login+select_account', { prompt: new Set(['login', 'select_account']) }],
  ['prompt=create', '&prompt=create', { prompt: new Set(['create']) }],
])('contract 4: taken: %s', (_, more, request) => {
  expect(check(`${GOOD}${more}`)).toMatchObject({ kind: 'valid', request });
});

describe('contract 4, checks 1: an error page, never a redirect', () => {
  test.each([
    ['client-id-missing', GOOD.replace(/client_id=[^&]*&/, '')],
    ['client-id-missing', GOOD.replace(API_KEY, '')],
    ['parameter-doubled', `${GOOD}&client_id=${API_KEY}`],
    ['parameter-doubled', `${GOOD}&redirect_uri=`],
    ['redirect-uri-missing', `client_id=${API_KEY}&response_type=code`],
    ['redirect-uri-malformed', `client_id=${API_KEY}&redirect_uri=callback&response_type=code`],
    ['redirect-uri-malformed', `client_id=${API_KEY}&redirect_uri=${encodeURIComponent(`${CALLBACK}#f`)}`],
    ['redirect-uri-unregistered', `client_id=${API_KEY}&redirect_uri=${encodeURIComponent(`${CALLBACK}/`)}`],
  ])('%s', (code, query) => {
    expect(check(query)).toMatchObject({ kind: 'refuse', code });
  });

  test('an unknown client_id', () => {
    const parameters = Parameters.parse(GOOD);
    expect(checkRequest({ parameters, found: undefined, queryBytes: 1, hint: undefined })).toMatchObject({
      kind: 'refuse',
      code: 'unknown-client',
    });
  });
});

describe('contract 4, checks 2: told to the redirect URI', () => {
  test.each([
    ['state doubled', `${GOOD}&state=a&state=b`, 'invalid_request'],
    ['scope doubled', `${GOOD}&scope=a&scope=b`, 'invalid_request'],
    ['a query over 6 KiB', `${GOOD}&x=${'a'.repeat(6200)}`, 'invalid_request'],
    ['request', `${GOOD}&request=eyJ`, 'request_not_supported'],
    ['request_uri', `${GOOD}&request_uri=https%3A%2F%2Fa.example`, 'request_uri_not_supported'],
    ['registration', `${GOOD}&registration=%7B%7D`, 'registration_not_supported'],
    ['response_type absent', GOOD.replace('&response_type=code', ''), 'invalid_request'],
    ['response_type token', GOOD.replace('=code', '=token'), 'unsupported_response_type'],
    ['response_type in another case', GOOD.replace('=code', '=Code'), 'unsupported_response_type'],
    ['response_mode fragment', `${GOOD}&response_mode=fragment`, 'invalid_request'],
    ['response_mode form_post in another case', `${GOOD}&response_mode=Form_Post`, 'invalid_request'],
    ['prompt unknown', `${GOOD}&prompt=register`, 'invalid_request'],
    ['prompt known and unknown', `${GOOD}&prompt=login+register`, 'invalid_request'],
    ['prompt none with login', `${GOOD}&prompt=none+login`, 'invalid_request'],
    ['prompt none with select_account', `${GOOD}&prompt=select_account+none`, 'invalid_request'],
    ['prompt none with create', `${GOOD}&prompt=none+create`, 'invalid_request'],
    ['max_age negative', `${GOOD}&max_age=-1`, 'invalid_request'],
    ['max_age with a fraction', `${GOOD}&max_age=1.5`, 'invalid_request'],
    ['max_age no number', `${GOOD}&max_age=soon`, 'invalid_request'],
    ['an id_token_hint that is not ours', `${GOOD}&id_token_hint=eyJ`, 'invalid_request'],
    ['D2: code_challenge without a method', `${GOOD}&code_challenge=${CHALLENGE}`, 'invalid_request'],
    ['D2: method plain', `${GOOD}&code_challenge=${CHALLENGE}&code_challenge_method=plain`, 'invalid_request'],
    ['D2: method s256', `${GOOD}&code_challenge=${CHALLENGE}&code_challenge_method=s256`, 'invalid_request'],
    ['D6: a padded challenge', `${GOOD}&code_challenge=${CHALLENGE}%3D&code_challenge_method=S256`, 'invalid_request'],
    ['D7: a method with an empty challenge', `${GOOD}&code_challenge=&code_challenge_method=S256`, 'invalid_request'],
  ])('%s', (_what, query, code) => {
    expect(errorOf(query)).toBe(code);
  });

  test('login activation OFF is unauthorized_client', () => {
    expect(errorOf(GOOD, givenApplication({ loginActivation: false }))).toBe('unauthorized_client');
  });

  test('D7: an empty challenge counts as absent where PKCE is required', () => {
    expect(errorOf(`${GOOD}&code_challenge=`, givenApplication({ requirePkce: true }))).toBe('invalid_request');
  });

  test('the first fault in the order of the contract decides', () => {
    const off = givenApplication({ loginActivation: false });
    expect(errorOf(`${GOOD}&scope=a&scope=b`, off)).toBe('invalid_request');
    expect(errorOf(`${GOOD}&request=x`, off)).toBe('unauthorized_client');
  });

  test('a doubled state is not sent back', () => {
    expect(check(`${GOOD}&state=a&state=a`)).toMatchObject({ kind: 'return-error', state: undefined });
    expect(check(`${GOOD}&state=a&prompt=x`)).toMatchObject({ kind: 'return-error', state: 'a' });
  });
});

test('D8: a good S256 challenge is accepted', () => {
  const checked = check(`${GOOD}&code_challenge=${CHALLENGE}&code_challenge_method=S256`);
  expect(checked).toMatchObject({ kind: 'valid', request: { codeChallenge: CHALLENGE } });
});

test('unknown parameters are ignored, even doubled, and openid is a scope like any unknown one', () => {
  expect(check(`${GOOD}&foo=1&foo=2&scope=openid+nickname`)).toMatchObject({
    kind: 'valid',
    request: { scope: ['openid', 'nickname'] },
  });
});

describe('contract 4, native rule (RFC 8252 8.6)', () => {
  const native = (uri: string, sent: string, platform = givenPlatform()) => {
    const application = givenApplication({ redirectUris: [{ id: 'r', redirectUri: uri, createdAt: 0 }] });
    const query = `client_id=${API_KEY}&redirect_uri=${encodeURIComponent(sent)}&response_type=code`;
    const checked = check(query, application, platform);
    return checked.kind === 'valid' && checked.request.native;
  };

  test('a private-use scheme', () => {
    expect(native('com.example.app:/cb', 'com.example.app:/cb')).toBe(true);
  });
  test('the port exception', () => {
    expect(native('http://127.0.0.1/cb', 'http://127.0.0.1:5000/cb')).toBe(true);
  });
  test('a phone’s key with a loopback URI', () => {
    const android = givenPlatform({ platform: 'Android' });
    expect(native('http://localhost:3000/cb', 'http://localhost:3000/cb', android)).toBe(true);
  });
  test('not a Web key with the registered loopback URI, nor https', () => {
    expect(native('http://localhost:3000/cb', 'http://localhost:3000/cb')).toBe(false);
    expect(native(CALLBACK, CALLBACK)).toBe(false);
  });
});

describe('contract 4, 7: response_mode=form_post', () => {
  test('holds for code and errors alike', () => {
    expect(check(`${GOOD}&response_mode=form_post`)).toMatchObject({ request: { responseMode: 'form_post' } });
    expect(check(`${GOOD}&response_mode=form_post&max_age=x`)).toMatchObject({
      kind: 'return-error',
      responseMode: 'form_post',
    });
  });

  test('a doubled one, and one for a private-use scheme, which no browser posts to, are told by query', () => {
    const application = givenApplication({
      redirectUris: [{ id: 'r', redirectUri: 'com.example.app:/cb', createdAt: 0 }],
    });
    const told = { kind: 'return-error', error: { code: 'invalid_request' }, responseMode: 'query' };
    expect(check(`${GOOD}&response_mode=form_post&response_mode=form_post`)).toMatchObject(told);
    const native = GOOD.replace(encodeURIComponent(CALLBACK), 'com.example.app%3A%2Fcb');
    expect(check(native, application)).toMatchObject({ kind: 'valid' });
    expect(check(`${native}&response_mode=form_post`, application)).toMatchObject(told);
    expect(check(`${native}&response_mode=form_post&scope=a&scope=b`, application)).toMatchObject(told);
  });
});
