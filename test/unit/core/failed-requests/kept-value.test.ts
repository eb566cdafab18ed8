// Which value of a refused request is kept (contract 7 "Failed requests").
import { describe, expect, it } from 'vitest';
import { keptValue } from '../../../../src/core/applications/failed-requests/kept-value.ts';
import { Parameters } from '../../../../src/protocol/parameters.ts';
import type { RefusalCode } from '../../../../src/protocol/refusals/refusals.ts';

const SENT = {
  redirect_uri: 'https://shop.example/callback/',
  scope: 'openid email',
  response_type: 'token id_token',
  prompt: 'none login',
  state: 'a-state',
  code: 'a-code',
  login_hint: 'mina@example.com',
};
const kept = (code: RefusalCode, over: Record<string, string> = {}) =>
  keptValue(code, Parameters.parse(new URLSearchParams({ ...SENT, ...over }).toString()));
const keptUri = (uri: string) => kept('redirect-uri-unregistered', { redirect_uri: uri });

describe('contract 7: of a failed request', () => {
  it.each([
    ['redirect-uri-unregistered', SENT.redirect_uri],
    ['redirect-uri-mismatch', SENT.redirect_uri],
    ['response-type-unsupported', SENT.response_type],
    ['prompt-none-combined', SENT.prompt],
    ['scope-not-requested', SENT.scope],
    ['code-expired', ''],
    ['unknown-client', ''],
    ['id-token-hint-invalid', ''],
    ['client-secret-wrong', ''],
    ['another-person-signed-in', ''],
  ] as const)('%s keeps what was wrong, if that is a parameter of a developer: %s', (code, value) => {
    expect(kept(code)).toBe(value);
  });

  it.each([
    ['https://shop.example/cb?code=1&state=2', 'https://shop.example/cb?'],
    ['https://shop.example/cb#access_token=1', 'https://shop.example/cb#'],
    ['https://shop.example/cb#a?b', 'https://shop.example/cb#'],
    ['com.example.shop:/cb', 'com.example.shop:/cb'],
    ['https://shop.example/a-path-that-somebody-wrote-by-hand-and-that-is-long', undefined],
  ])('query and fragment of %s are not kept', (uri, value = uri) => {
    expect(keptUri(uri)).toBe(value);
  });

  it.each([
    ['has a line break', 'https://shop.example/\n'],
    ['has a NUL', 'https://shop.example/\0'.replace('\0', '\u0001')],
    ['has letters that are no ASCII', 'https://상점.example/'],
    ['is longer than 300 characters', `https://shop.example/${'a/'.repeat(150)}`],
    ['has a username', 'https://mina:secret@shop.example/'],
    ['has an address', 'https://shop.example/of/mina@example.com'],
    ['has an encoded address', 'https://shop.example/of/mina%40example.com'],
    ['has a token', `https://shop.example/lk_code_${'aB3-_x9Q'.repeat(5)}`],
  ])('a value is not kept if it %s', (_what, uri) => {
    expect(keptUri(uri)).toBe('');
  });
});
