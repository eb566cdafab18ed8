import { describe, expect, test } from 'vitest';
import { decideNext } from '../../../src/core/authorize/decide-next.ts';
import type { PickedAccount } from '../../../src/core/authorize/pick-account.ts';
import { deviceAccounts } from '../../../src/core/sessions/session.ts';
import { givenApplication, givenConnection, givenItem, givenRequest, givenSignedIn, NOW } from '../given.ts';

const agreed = { agreed: true, answeredAt: NOW - 100 };
const declined = { agreed: false, answeredAt: NOW - 100 };
type Change = Partial<Omit<Parameters<typeof decideNext>[0], 'picked'> & PickedAccount>;
const decide = (change: Change) => {
  const { signedIn, connection, ...situation } = {
    signedIn: givenSignedIn(),
    connection: givenConnection(),
    ...change,
  };
  return decideNext({
    request: givenRequest(),
    picked: { signedIn, connection },
    device: deviceAccounts([signedIn]),
    arrivedAt: NOW,
    openRegistration: true,
    ...situation,
  });
};
const kindOf = (change: Change) => {
  const next = decide(change);
  return next.kind === 'return-error' ? next.error.code : next.kind;
};
const asking = (consent: 'required' | 'optional', item: 'nickname' | 'birthdate' = 'nickname') =>
  givenApplication({ consentItems: [givenItem({ item, consent })] });

describe('who must sign in', () => {
  test('nobody signed in: sign in', () => expect(kindOf({ signedIn: undefined })).toBe('login'));
  test('signed in and connected: the code', () => expect(kindOf({})).toBe('return-code'));
  test('prompt=login: signed in before the request arrived is not enough', () => {
    const request = givenRequest({ prompt: new Set(['login']) });
    expect(kindOf({ request })).toBe('login');
    expect(kindOf({ request, signedIn: givenSignedIn(NOW) })).toBe('return-code');
  });
  test('max_age=n: signed in at most n seconds before the request arrived', () => {
    const request = givenRequest({ maxAgeSeconds: 10 });
    expect(kindOf({ request, signedIn: givenSignedIn(NOW - 10_001) })).toBe('login');
    expect(kindOf({ request, signedIn: givenSignedIn(NOW - 10_000) })).toBe('return-code');
  });
  test('max_age=0 is as prompt=login', () => {
    const request = givenRequest({ maxAgeSeconds: 0 });
    expect(kindOf({ request, signedIn: givenSignedIn(NOW - 1) })).toBe('login');
    expect(kindOf({ request, signedIn: givenSignedIn(NOW) })).toBe('return-code');
  });
});

describe('when the consent page is shown (contract 4 "Consent")', () => {
  test('K22: at the first authorization, also with nothing to tick', () => {
    expect(kindOf({ connection: undefined })).toBe('consent');
  });
  test('after the connection was ended', () => {
    expect(kindOf({ connection: givenConnection({ endedAt: NOW }) })).toBe('consent');
  });
  test('K22: for a required item not yet agreed', () => {
    expect(kindOf({ request: givenRequest({ application: asking('required') }) })).toBe('consent');
  });
  test('for a required item that was withdrawn', () => {
    const connection = givenConnection({ answers: { nickname: declined } });
    expect(kindOf({ request: givenRequest({ application: asking('required') }), connection })).toBe('consent');
  });
  test('K22: for an optional item never answered', () => {
    expect(kindOf({ request: givenRequest({ application: asking('optional') }) })).toBe('consent');
  });
  test('not for an optional item that was declined', () => {
    const connection = givenConnection({ answers: { nickname: declined } });
    expect(decide({ request: givenRequest({ application: asking('optional') }), connection })).toEqual({
      kind: 'return-code',
      items: [],
    });
  });
  test('not for an optional item the request does not name', () => {
    const request = givenRequest({ application: asking('optional'), scope: ['email'] });
    expect(kindOf({ request })).toBe('return-code');
  });
  test('for an item registered anew after it was agreed', () => {
    const connection = givenConnection({ answers: { nickname: { agreed: true, answeredAt: NOW - 2000 } } });
    expect(kindOf({ request: givenRequest({ application: asking('optional') }), connection })).toBe('consent');
  });
  test('with prompt=consent', () => {
    expect(kindOf({ request: givenRequest({ prompt: new Set(['consent']) }) })).toBe('consent');
  });
  test('by the native rule', () => expect(kindOf({ request: givenRequest({ native: true }) })).toBe('consent'));
  test('for a required value that is missing', () => {
    const request = givenRequest({ application: asking('required', 'birthdate') });
    expect(kindOf({ request, connection: givenConnection({ answers: { birthdate: agreed } }) })).toBe('consent');
  });
  test('not when all that is named was agreed: the grant holds it', () => {
    const connection = givenConnection({ answers: { nickname: agreed } });
    expect(decide({ request: givenRequest({ application: asking('required') }), connection })).toEqual({
      kind: 'return-code',
      items: ['nickname'],
    });
  });
});

describe('prompt=none never shows a page', () => {
  const silent = (change = {}) => givenRequest({ prompt: new Set(['none']), ...change });
  test('no session: login_required', () => {
    expect(kindOf({ request: silent(), signedIn: undefined })).toBe('login_required');
  });
  test('max_age passed: login_required', () => {
    expect(kindOf({ request: silent({ maxAgeSeconds: 0 }) })).toBe('login_required');
  });
  test('something to agree to: consent_required', () => {
    expect(kindOf({ request: silent(), connection: undefined })).toBe('consent_required');
  });
  test('the native rule: consent_required', () => {
    expect(kindOf({ request: silent({ native: true }) })).toBe('consent_required');
  });
  test('a required value missing: interaction_required', () => {
    const connection = givenConnection({ answers: { birthdate: agreed } });
    const request = silent({ application: asking('required', 'birthdate') });
    expect(kindOf({ request, connection })).toBe('interaction_required');
  });
});
