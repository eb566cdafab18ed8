// A sign-out's rules in their order: the first fault decides, and with one nothing leads back (contract 7 "Logout").
import { describe, expect, it } from 'vitest';
import { checkLogoutRequest, type LogoutRequest } from '../../../../src/core/grants/sign-out/check-logout-request.ts';
import { Parameters } from '../../../../src/protocol/parameters.ts';
import { someApplication } from '../../../contract/stores/given.ts';

const BYE = 'https://shop.example/bye';
const application = someApplication('owner', { postLogoutRedirectUris: [BYE] });
const stranger = someApplication('owner', { name: 'Other', postLogoutRedirectUris: ['https://other.example/bye'] });
const byKey = (one: typeof application) => ({
  application: one,
  platform: one.platforms[0] as (typeof one.platforms)[0],
});
const hint = { sub: 'mina', sid: 'session', apiKey: byKey(application).platform.apiKey };

const check = (query: string, known: Partial<Omit<LogoutRequest, 'parameters'>> = {}) =>
  checkLogoutRequest({
    ...{ hint: undefined, byHint: undefined, byClientId: undefined, ...known },
    parameters: Parameters.parse(query),
  });
const hinted = { hint, byHint: byKey(application) };
const way = `post_logout_redirect_uri=${encodeURIComponent(BYE)}`;

describe('valid', () => {
  it('nothing at all: nobody is named, and it leads nowhere', () => {
    const nothing = { kind: 'valid', application: undefined, hintedSub: undefined, returnTo: undefined };
    expect(check('')).toEqual(nothing);
    expect(check('state=x&logout_hint=mina&ui_locales=ko')).toEqual(nothing);
  });

  it('a hint names a person and an application; its registered address is the way back', () => {
    const returnTo = { redirectUri: BYE, state: 's' };
    expect(check(`id_token_hint=x&${way}&state=s`, hinted)).toEqual({
      ...{ kind: 'valid', application, hintedSub: 'mina', returnTo },
    });
  });

  it('client_id may name another key of the hint’s application', () => {
    const checked = check(`id_token_hint=x&client_id=y&${way}`, { ...hinted, byClientId: byKey(application) });
    expect(checked).toMatchObject({ kind: 'valid', returnTo: { redirectUri: BYE, state: undefined } });
  });

  it('client_id alone names the application and nobody', () => {
    const checked = check(`client_id=y&${way}`, { byClientId: byKey(application) });
    expect(checked).toMatchObject({ kind: 'valid', application, hintedSub: undefined, returnTo: { redirectUri: BYE } });
  });

  it('an address with neither hint nor key belongs to nobody: it is no mistake, and leads nowhere', () => {
    expect(check(`${way}&state=s`)).toEqual({
      ...{ kind: 'valid', application: undefined, hintedSub: undefined, returnTo: undefined },
    });
  });

  it('contract 4: empty is absent, and unknown parameters are ignored, even doubled', () => {
    expect(check('id_token_hint=&post_logout_redirect_uri=&x=1&x=2')).toMatchObject({ kind: 'valid' });
  });
});

describe('invalid', () => {
  it.each<[string, string, Partial<LogoutRequest>, string]>([
    ['a hint that is none of ours', 'id_token_hint=x', {}, 'no ID token'],
    ['a hint of a key that is gone', 'id_token_hint=x', { hint }, 'no longer exists'],
    ['an unknown client_id', 'client_id=y', {}, 'No application'],
    ['an unknown client_id beside a good hint', 'id_token_hint=x&client_id=y', hinted, 'No application'],
    [
      'a client_id of another application',
      `id_token_hint=x&client_id=y&${way}`,
      { ...hinted, byClientId: byKey(stranger) },
      'another application',
    ],
    ['an address of another application', `client_id=y&${way}`, { byClientId: byKey(stranger) }, 'not registered'],
    ['an address with a slash more', `id_token_hint=x&${way}%2F`, hinted, 'not registered'],
    ['an address with a query more', `id_token_hint=x&${way}%3Fa%3Db`, hinted, 'not registered'],
    ['an address in another spelling', `id_token_hint=x&${way.replace('shop', 'SHOP')}`, hinted, 'not registered'],
  ])('%s', (_, query, known, detail) => {
    expect(check(query, known)).toMatchObject({ kind: 'invalid', fault: { detail: expect.stringContaining(detail) } });
  });

  it('the hint is judged before the address', () => {
    expect(check(`id_token_hint=x&post_logout_redirect_uri=y`)).toMatchObject({
      fault: { detail: expect.stringContaining('id_token_hint') },
    });
  });
});

it.each(['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state', 'logout_hint', 'ui_locales'])(
  'contract 7: %s twice is refused, also where one is empty',
  (name) => {
    for (const query of [`${name}=a&${name}=a`, `${name}=a&${name}=`]) {
      expect(check(query, hinted)).toEqual({ kind: 'refused', detail: `${name} was sent more than once.` });
    }
  },
);
