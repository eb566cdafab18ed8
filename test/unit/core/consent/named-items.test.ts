import { describe, expect, test } from 'vitest';
import {
  describeGrantedScope,
  nameItems,
  narrowScope,
} from '../../../../src/core/applications/connections/named-items.ts';
import type { ConsentItemName } from '../../../../src/core/ground/consent-items.ts';
import { NO_CLAIMS } from '../../../../src/protocol/claims-request.ts';
import { givenItem } from '../given.ts';

const registered = [
  givenItem({ item: 'nickname', consent: 'required' }),
  givenItem({ item: 'profile_image', consent: 'optional' }),
  givenItem({ item: 'email', consent: 'optional' }),
];
const named = (scope: string[] | undefined) =>
  nameItems(registered, { scope, claims: NO_CLAIMS }).map((entry) => entry.item);

describe('which items a request names (contract 4)', () => {
  test('without scope: all of the application', () => {
    expect(named(undefined)).toEqual(['nickname', 'profile_image', 'email']);
  });
  test('with scope: what it names, and the required ones always', () => {
    expect(named(['email'])).toEqual(['nickname', 'email']);
  });
  test('a group names each of its registered items', () => {
    expect(named(['profile'])).toEqual(['nickname', 'profile_image']);
  });
  test('nothing opens an item the owner did not register; unknown values are ignored', () => {
    expect(named(['address', 'openid', 'whatever'])).toEqual(['nickname']);
  });
});

describe('scope in the answer (contract 5)', () => {
  test('in the order requested, then agreed items that no requested value covers', () => {
    expect(describeGrantedScope(['email', 'offline_access'], ['nickname', 'email'])).toEqual([
      'email',
      'offline_access',
      'nickname',
    ]);
  });
  test('a group is granted when one of its items was', () => {
    expect(describeGrantedScope(['profile'], ['nickname'])).toEqual(['profile']);
  });
  test('an item that was declined is left out', () => {
    expect(describeGrantedScope(['email'], ['nickname'])).toEqual(['nickname']);
  });
  test('without scope in the request: the names of the agreed items', () => {
    expect(describeGrantedScope(undefined, ['nickname', 'email'])).toEqual(['nickname', 'email']);
  });
  test('nothing to name: no member', () => {
    expect(describeGrantedScope(['x'], [])).toBeUndefined();
  });
  test('openid and offline_access are always granted', () => {
    expect(describeGrantedScope(['openid', 'email', 'offline_access'], [])).toEqual(['openid', 'offline_access']);
  });
});

describe('G7: scope at refresh (contract 5)', () => {
  const optional = (...items: ConsentItemName[]) => items.map((item) => ({ item, consent: 'optional' as const }));
  const narrow = (asked: string[], requested: string[] | undefined = ['profile', 'email', 'phone']) =>
    narrowScope({
      asked,
      requested,
      granted: ['nickname', 'email'],
      registered: optional('nickname', 'email', 'gender'),
    });

  test('narrows to the items it names', () => {
    expect(narrow(['email'])).toEqual({ kind: 'narrowed', scope: ['email'], items: ['email'] });
  });
  test('a group with a granted item is allowed', () => {
    expect(narrow(['profile'])).toEqual({ kind: 'narrowed', scope: ['profile'], items: ['nickname'] });
  });
  test('what was requested once and not granted, and unknown values, are ignored', () => {
    expect(narrow(['phone', 'email', 'x'])).toEqual({ kind: 'narrowed', scope: ['email'], items: ['email'] });
  });
  test('a known value never requested is refused', () => {
    expect(narrow(['email', 'address'])).toEqual({ kind: 'refused', value: 'address' });
  });
  test('offline_access never requested is refused', () => {
    expect(narrow(['email', 'offline_access'])).toEqual({ kind: 'refused', value: 'offline_access' });
  });
  test('nothing left is refused', () => {
    expect(narrow(['x'])).toEqual({ kind: 'refused', value: undefined });
    expect(narrow(['phone'])).toEqual({ kind: 'refused', value: undefined });
  });
  test('a request without scope asked for every registered item', () => {
    expect(
      narrowScope({
        asked: ['gender', 'email'],
        requested: undefined,
        granted: ['email'],
        registered: optional('gender', 'email'),
      }),
    ).toEqual({ kind: 'narrowed', scope: ['email'], items: ['email'] });
    expect(
      narrowScope({
        asked: ['address', 'email'],
        requested: undefined,
        granted: ['email'],
        registered: optional('email'),
      }),
    ).toEqual({ kind: 'refused', value: 'address' });
  });

  describe('required items stay', () => {
    const registered = [{ item: 'nickname' as const, consent: 'required' as const }, ...optional('email', 'gender')];
    const granted = ['nickname', 'email'] as const;
    const keep = (asked: string[], requested: string[] | undefined) =>
      narrowScope({ asked, requested, granted, registered });

    test('and are named after what was asked for', () => {
      expect(keep(['email'], ['openid', 'email'])).toEqual({
        kind: 'narrowed',
        scope: ['email', 'nickname'],
        items: ['nickname', 'email'],
      });
      expect(keep(['openid'], ['openid', 'email'])).toMatchObject({
        scope: ['openid', 'nickname'],
        items: ['nickname'],
      });
    });
    test('where the grant has them: nothing is added to it', () => {
      expect(narrowScope({ asked: ['email'], requested: ['email', 'x'], granted: ['email'], registered })).toEqual({
        kind: 'narrowed',
        scope: ['email'],
        items: ['email'],
      });
    });
    test('but are not what was asked for: nothing left of that is refused', () => {
      expect(keep(['gender'], ['gender', 'email'])).toEqual({ kind: 'refused', value: undefined });
    });
  });

  test('the same values as at the sign-in narrow nothing, in any order, known or not, granted or not', () => {
    const requested = ['openid', 'email', 'x', 'gender'];
    const again = (asked: string[]) =>
      narrowScope({ asked, requested, granted: ['nickname', 'email'], registered: optional('nickname', 'email') });
    expect(again(requested)).toEqual({ kind: 'whole' });
    expect(again(['x', 'gender', 'email', 'openid'])).toEqual({ kind: 'whole' });
    expect(again(['openid', 'email', 'x'])).toMatchObject({ kind: 'narrowed', items: ['email'] });
    expect(narrowScope({ asked: ['x'], requested: ['x'], granted: [], registered: [] })).toEqual({ kind: 'whole' });
  });
});
