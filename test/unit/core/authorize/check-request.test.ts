import { describe, expect, test } from 'vitest';
import { checkRequest } from '../../../../src/core/grants/authorize/check-request.ts';
import { Parameters } from '../../../../src/protocol/parameters.ts';
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
    apiUrl: 'https://api.example.com',
  });
}

function errorOf(query: string, application = givenApplication()) {
  const checked = check(query, application);
  return checked.kind === 'return-error' ? checked.error.code : checked.kind;
}

test('contract 4: the three required parameters are enough', () => {
  expect(check(GOOD)).toMatchObject({
    kind: 'valid',
    request: { redirectUri: CALLBACK, scope: undefined, maxAgeSeconds: undefined },
  });
});

test.each([
  ['max_age of any size', '&max_age=99999999999', { maxAgeSeconds: 99_999_999_999 }],
  ['max_age=0', '&max_age=0', { maxAgeSeconds: 0 }],
  ['prompt of several values', '&prompt=login+select_account', { prompt: new Set(['login', 'select_account']) }],
  ['prompt=none alone', '&prompt=none', { prompt: new Set(['none']) }],
  ['prompt=create', '&prompt=create', { prompt: new Set(['create']) }],
  ['a key that the code is bound to', `&dpop_jkt=${CHALLENGE}`, { dpopJkt: CHALLENGE }],
  ['no such key', '&dpop_jkt=', { dpopJkt: undefined }],
  ['acr_values in their order', '&acr_values=2++1', { acrValues: ['2', '1'] }],
  ['no acr_values', '', { acrValues: [] }],
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
    expect(
      checkRequest({ parameters, found: undefined, queryBytes: 1, hint: undefined, apiUrl: 'https://api.example.com' }),
    ).toMatchObject({
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

describe('contract 4: any port of localhost with a phone’s key', () => {
  const application = givenApplication({
    redirectUris: [{ id: 'r', redirectUri: 'http://localhost/cb', createdAt: 0 }],
    requirePkce: false,
  });
  const query = `client_id=${API_KEY}&redirect_uri=http%3A%2F%2Flocalhost%3A5000%2Fcb&response_type=code`;
  const ofPhones = (text: string, platform: 'Android' | 'iOS') => check(text, application, givenPlatform({ platform }));

  test.each(['Android', 'iOS'] as const)(
    '%s: with PKCE, by the native rule, and the answer goes to that port',
    (platform) => {
      const checked = ofPhones(`${query}&code_challenge=${CHALLENGE}&code_challenge_method=S256`, platform);
      expect(checked).toMatchObject({
        kind: 'valid',
        request: { native: true, redirectUri: 'http://localhost:5000/cb' },
      });
    },
  );
  test('without PKCE it is refused, whatever the application asks', () => {
    expect(ofPhones(query, 'iOS')).toMatchObject({
      kind: 'return-error',
      error: { refusal: 'pkce-required', description: expect.stringMatching(/^Any port of localhost /) },
    });
  });
  test('with the key of a Web entry it is not registered', () => {
    expect(check(query, application)).toMatchObject({ kind: 'refuse', code: 'redirect-uri-unregistered' });
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

describe('contract 4, checks 2: where the refusal of a request object goes', () => {
  const encode = (part: unknown) =>
    Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
  const objectOf = (payload: unknown, header: unknown = { alg: 'none' }) => `${encode(header)}.${encode(payload)}.`;
  const INSIDE = { state: 'inside', response_mode: 'form_post' };
  const BY_QUERY = { responseMode: 'query', state: undefined };

  /** What is told of the way back, and that it is the refusal of the object. */
  function wayBack(object: string, outside = '', base = GOOD, application = givenApplication()) {
    const checked = check(`${base}&request=${object}${outside}`, application);
    if (checked.kind !== 'return-error') throw new Error(`not told to the application: ${checked.kind}`);
    expect(checked.error.code).toBe('request_not_supported');
    return { responseMode: checked.responseMode, state: checked.state };
  }

  test('state and response_mode are read from its payload where they stand only there', () => {
    expect(wayBack(objectOf(INSIDE))).toEqual({ responseMode: 'form_post', state: 'inside' });
    expect(wayBack(objectOf({ ...INSIDE, state: 'a&b=1 é' }))).toMatchObject({ state: 'a&b=1 é' });
  });

  test('a signed one is read alike, unverified', () => {
    const signed = `${encode({ alg: 'ES256', typ: 'oauth-authz-req+jwt' })}.${encode(INSIDE)}.c2lnbmF0dXJl`;
    expect(wayBack(signed)).toEqual({ responseMode: 'form_post', state: 'inside' });
  });

  test('each holds where it stands outside, and empty is absent', () => {
    expect(wayBack(objectOf(INSIDE), '&state=outside')).toEqual({ responseMode: 'form_post', state: 'outside' });
    expect(wayBack(objectOf(INSIDE), '&response_mode=query')).toEqual({ responseMode: 'query', state: 'inside' });
    expect(wayBack(objectOf(INSIDE), '&response_mode=fragment')).toEqual({ responseMode: 'query', state: 'inside' });
    expect(wayBack(objectOf(INSIDE), '&state=&response_mode=')).toEqual({ responseMode: 'form_post', state: 'inside' });
  });

  test.each([
    ['a number', { state: 1, response_mode: 1 }],
    ['an array', { state: ['a'], response_mode: ['form_post'] }],
    ['an object', { state: { a: 1 }, response_mode: { form_post: true } }],
    ['null', { state: null, response_mode: null }],
    ['an empty text', { state: '', response_mode: '' }],
    ['NUL, and a mode that is not offered', { state: 'a\0b', response_mode: 'fragment' }],
    ['half of a surrogate pair, and the mode in another case', { state: 'a\ud800', response_mode: 'Form_Post' }],
  ])('%s is as good as absent', (_what, payload) => {
    expect(wayBack(objectOf(payload))).toEqual(BY_QUERY);
  });

  test('one that cannot be taken leaves the other', () => {
    expect(wayBack(objectOf({ ...INSIDE, state: 'a\0b' }))).toEqual({ responseMode: 'form_post', state: undefined });
    expect(wayBack(objectOf({ ...INSIDE, response_mode: 'jwt' }))).toEqual({ responseMode: 'query', state: 'inside' });
  });

  test('a state that would have made the query too long is not taken', () => {
    expect(wayBack(objectOf({ state: '한'.repeat(600) }))).toMatchObject({ state: '한'.repeat(600) });
    expect(wayBack(objectOf({ state: '한'.repeat(700) }))).toEqual(BY_QUERY);
    // Nine bytes each once they are percent-encoded: 6,138.
    const nearly = '한'.repeat(682);
    expect(wayBack(objectOf({ state: `${nearly}123456` }))).toMatchObject({ state: `${nearly}123456` });
    expect(wayBack(objectOf({ state: `${nearly}1234567` }))).toEqual(BY_QUERY);
  });

  test('6,144 bytes are a query, 6,145 are too long', () => {
    const fill = (bytes: number) => `${GOOD}&x=`.padEnd(bytes, 'x');
    expect(check(fill(6144))).toMatchObject({ kind: 'valid' });
    const refused = { kind: 'return-error', error: { code: 'invalid_request', refusal: 'query-too-long' } };
    expect(check(fill(6145))).toMatchObject(refused);
  });

  test.each([
    ['no JWT', 'eyJ'],
    ['two parts', `${encode({ alg: 'none' })}.${encode(INSIDE)}`],
    ['four parts', `${objectOf(INSIDE)}.x`],
    ['encrypted, in five parts', `${encode({ alg: 'RSA-OAEP', enc: 'A256GCM' })}.${encode(INSIDE)}.a.b.c`],
    ['an array as payload', objectOf([INSIDE])],
    ['a text as payload', objectOf(JSON.stringify('form_post'))],
    ['another JWT as payload', objectOf(objectOf(INSIDE), { alg: 'none', cty: 'JWT' })],
    ['a payload that is no JSON', objectOf('{"state":"inside",}')],
    [
      'a payload that is not UTF-8',
      `${encode({ alg: 'none' })}.${Buffer.from('{"state":"\xff"}', 'latin1').toString('base64url')}.`,
    ],
    ['no header', `.${encode(INSIDE)}.`],
    ['a header that is no object', objectOf(INSIDE, ['none'])],
    ['a header without alg', objectOf(INSIDE, {})],
    ['a payload in base64 with padding', `${encode({ alg: 'none' })}.${encode(INSIDE)}%3D.`],
    ['a payload cut short', `${encode({ alg: 'none' })}.${encode(INSIDE).slice(0, -3)}.`],
    ['state twice', objectOf('{"state":"inside","response_mode":"form_post","state":"inside"}')],
    ['state twice, once escaped', objectOf('{"state":"inside","st\\u0061te":"inside"}')],
    ['any member twice', objectOf('{"state":"inside","response_mode":"form_post","claims":{"a":1,"a":2}}')],
    ['a member of the header twice', objectOf(INSIDE, '{"alg":"none","alg":"ES256"}')],
    ['thousands of arrays in one another', objectOf(`${'['.repeat(1500)}${']'.repeat(1500)}`)],
  ])('%s: nothing is read', (_what, object) => {
    expect(wayBack(object)).toEqual(BY_QUERY);
  });

  test('a private-use scheme, to which no browser posts, is told by query, with the state', () => {
    const uri = 'com.example.app:/cb';
    const application = givenApplication({ redirectUris: [{ id: 'r', redirectUri: uri, createdAt: 0 }] });
    const base = `client_id=${API_KEY}&redirect_uri=${uri}&response_type=code`;
    expect(wayBack(objectOf(INSIDE), '', base, application)).toEqual({ responseMode: 'query', state: 'inside' });
  });

  test('it is no redirect URI that stands inside: outside there must be one', () => {
    const object = objectOf({ ...INSIDE, redirect_uri: CALLBACK });
    const base = `client_id=${API_KEY}&response_type=code&request=${object}`;
    expect(check(base)).toMatchObject({ kind: 'refuse', code: 'redirect-uri-missing' });
    const elsewhere = encodeURIComponent('https://evil.example/callback');
    expect(check(`${base}&redirect_uri=${elsewhere}`)).toMatchObject({ code: 'redirect-uri-unregistered' });
  });

  test.each([
    ['state doubled', `&state=a&state=a`, 'invalid_request'],
    ['state doubled and empty', `&state=&state=`, 'invalid_request'],
    ['response_mode doubled', `&response_mode=form_post&response_mode=form_post`, 'invalid_request'],
    ['a query over 6 KiB', `&x=${'a'.repeat(6200)}`, 'invalid_request'],
  ])('an earlier fault does not read it: %s', (_what, outside, code) => {
    const checked = check(`${GOOD}&request=${objectOf(INSIDE)}${outside}`);
    expect(checked).toMatchObject({ kind: 'return-error', error: { code }, ...BY_QUERY });
  });

  test('nor does login activation OFF, nor the refusal of request_uri alone', () => {
    const off = givenApplication({ loginActivation: false });
    const query = `${GOOD}&request=${objectOf(INSIDE)}`;
    expect(check(query, off)).toMatchObject({ error: { code: 'unauthorized_client' }, ...BY_QUERY });
    expect(check(`${GOOD}&request_uri=${objectOf(INSIDE)}`)).toMatchObject(BY_QUERY);
  });

  test('an object of nearly 6 KiB is read', () => {
    const object = objectOf({ ...INSIDE, nonce: 'n'.repeat(4200) });
    expect(wayBack(object)).toEqual({ responseMode: 'form_post', state: 'inside' });
  });
});
