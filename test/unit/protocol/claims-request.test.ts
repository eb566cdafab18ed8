import { describe, expect, it } from 'vitest';
import { NO_CLAIMS, parseClaimsRequest } from '../../../src/protocol/claims-request.ts';

const parse = (value: unknown) => parseClaimsRequest(JSON.stringify(value));

describe('the claims parameter (OpenID Connect Core 5.5)', () => {
  it('names claims for user-info and for the ID token, by null or by an object', () => {
    const request = parse({
      userinfo: { given_name: { essential: true }, nickname: null, 'https://x.example/y': null },
      id_token: { email: null, auth_time: { essential: true } },
    });
    expect(request).toEqual({
      userInfo: ['given_name', 'nickname', 'https://x.example/y'],
      idToken: ['email', 'auth_time'],
      subjects: undefined,
      acr: undefined,
    });
  });

  it.each([[{}], [{ userinfo: null, id_token: null }], [{ other: 5 }]])('%j asks for nothing', (value) => {
    expect(parse(value)).toEqual(NO_CLAIMS);
  });

  it('sub with value or values names who must be signed in', () => {
    expect(parse({ id_token: { sub: { value: 'a' } } })?.subjects).toEqual(['a']);
    expect(parse({ id_token: { sub: { values: ['a', 'b', 7] } } })?.subjects).toEqual(['a', 'b']);
    expect(parse({ userinfo: { sub: { value: 'c' } } })?.subjects).toEqual(['c']);
    expect(parse({ id_token: { sub: null } })?.subjects).toBeUndefined();
  });

  it('OpenID Connect Core 5.5.1: sub in both places names whoever is named in both', () => {
    const both = (idToken: object, userinfo: object) =>
      parse({ id_token: { sub: idToken }, userinfo: { sub: userinfo } });
    expect(both({ values: ['a', 'b'] }, { value: 'b' })?.subjects).toEqual(['b']);
    expect(both({ value: 'a' }, { value: 'b' })?.subjects).toEqual([]);
  });

  it.each([[{ value: 7 }], [{ value: null }], [{ values: [] }], [{ values: 'a' }]])(
    'OpenID Connect Core 5.5.1: %j as sub is refused, and does not stand for anybody',
    (sub) => {
      expect(parse({ id_token: { sub } })).toBeUndefined();
      expect(parse({ userinfo: { sub } })).toBeUndefined();
    },
  );

  it.each([[{ value: 2 }], [{ values: [2] }], [{ values: '2' }]])(
    'OpenID Connect Core 5.5.1.1: %j as essential acr is met by nothing; as a wish it is none',
    (acr) => {
      expect(parse({ id_token: { acr: { ...acr, essential: true } } })?.acr).toEqual({ essential: true, values: [] });
      expect(parse({ id_token: { acr } })?.acr).toBeUndefined();
    },
  );

  it('acr tells its values and whether an answer without one is of use', () => {
    expect(parse({ id_token: { acr: { values: ['2', '1'] } } })?.acr).toEqual({ essential: false, values: ['2', '1'] });
    expect(parse({ id_token: { acr: { value: '2', essential: true } } })?.acr).toEqual({
      essential: true,
      values: ['2'],
    });
    expect(parse({ id_token: { acr: { essential: true } } })?.acr).toBeUndefined();
    expect(parse({ id_token: { acr: { value: '2', essential: 'true' } } })?.acr?.essential).toBe(false);
  });

  it.each([
    ['no JSON', '{"userinfo":'],
    ['a list', '[]'],
    ['a text', '"userinfo"'],
    ['null', 'null'],
    ['a list inside', '{"userinfo":["email"]}'],
    ['an empty list inside', '{"userinfo":[]}'],
    ['a claim that is a text beside one that is null', '{"userinfo":{"nickname":null,"email":"yes"}}'],
    ['a text inside', '{"id_token":"email"}'],
    ['a claim that is a text', '{"userinfo":{"email":"yes"}}'],
    ['a claim that is true', '{"id_token":{"email":true}}'],
  ])('%s is refused', (_, text) => {
    expect(parseClaimsRequest(text)).toBeUndefined();
  });

  it('names of the language it is written in are names like any other', () => {
    const request = parseClaimsRequest(
      '{"userinfo":{"__proto__":null,"constructor":null},"__proto__":{"id_token":{}}}',
    );
    expect(request?.userInfo).toEqual(['__proto__', 'constructor']);
    expect(request?.idToken).toEqual([]);
  });
});
