// How often the keys that an application publishes are asked for, and how long an answer counts (contract 40).
import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FetchedKeySet } from '../../../../src/core/applications/client-jwts/key-set-source.ts';
import {
  createRemoteKeySets,
  type RemoteKeySets,
} from '../../../../src/core/applications/client-jwts/remote-key-sets.ts';
import type { ClientKey } from '../../../../src/core/server/keys/client-key.ts';
import { NOW } from '../given.ts';

const MINUTE = 60_000;
const URI = 'https://shop.example/keys';
const key = (kid: string) => ({ ...generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }), kid });
const [old, fresh] = [key('old'), key('fresh')];
const setOf = (...keys: object[]): FetchedKeySet => ({ kind: 'fetched', text: JSON.stringify({ keys }) });
const DOWN: FetchedKeySet = { kind: 'failed', reason: 'timeout' };

let now: number;
let answer: FetchedKeySet;
let asked: string[];
let told: string[];
let sets: RemoteKeySets;

beforeEach(() => {
  now = NOW;
  answer = setOf(old);
  asked = [];
  told = [];
  const fetch = async (uri: string) => {
    asked.push(uri);
    return answer;
  };
  sets = createRemoteKeySets({
    fetch,
    clock: { now: () => now },
    publish: (event) => told.push(event.kind === 'key-set-asked' ? event.result : event.kind),
  });
});

const byKid = (kid: string) => (keys: readonly ClientKey[]) => keys.filter((one) => one.kid === kid);
const find = async (kid: string, uri = URI) => {
  const { keys, trouble } = await sets.find(uri, byKid(kid));
  return trouble ?? keys.map((one) => one.kid).join();
};

describe('contract 40: jwks_uri', () => {
  it('an answer is kept for ten minutes', async () => {
    for (const minutes of [0, 1, 9.99]) {
      now = NOW + minutes * MINUTE;
      expect(await find('old')).toBe('old');
    }
    expect(asked.length).toBe(1);
    now = NOW + 10 * MINUTE;
    expect([await find('old'), asked.length]).toEqual(['old', 2]);
  });

  it('a key that is gone from it is gone after ten minutes', async () => {
    await find('old');
    answer = setOf(fresh);
    now += 10 * MINUTE;
    expect(await find('old')).toBe('');
  });

  it('an unknown kid asks again, once a minute at most, however many there are', async () => {
    await find('old');
    answer = setOf(old, fresh);
    expect([await find('fresh'), asked.length]).toEqual(['', 1]);
    now += MINUTE;
    expect([await find('fresh'), asked.length]).toEqual(['fresh', 2]);
    for (let attempt = 0; attempt < 100; attempt += 1) await find(`guess-${attempt}`);
    expect(asked.length).toBe(2);
    now += MINUTE;
    await Promise.all(Array.from({ length: 100 }, (_, at) => find(`guess-${at}`)));
    expect(asked.length).toBe(3);
  });

  it('all who need it at once wait for one answer', async () => {
    expect(await Promise.all([find('old'), find('old'), find('old')])).toEqual(['old', 'old', 'old']);
    expect(asked.length).toBe(1);
  });

  it('while the owner’s server is down, the last answer counts for an hour, and is asked for once a minute', async () => {
    await find('old');
    answer = DOWN;
    const keysAt = async (minutes: number) => {
      now = NOW + minutes * MINUTE;
      return (await sets.find(URI, byKid('old'))).keys.length;
    };
    expect([await keysAt(10), await keysAt(10.5), asked.length]).toEqual([1, 1, 2]);
    expect([await keysAt(11), asked.length, await keysAt(59.99)]).toEqual([1, 3, 1]);
    expect([await keysAt(60), await find('old')]).toEqual([0, 'timeout']);
    answer = setOf(old);
    expect(await keysAt(62)).toBe(1);
  });

  it('an address that never answered is asked once a minute', async () => {
    answer = DOWN;
    expect([await find('old'), await find('old'), asked.length]).toEqual(['timeout', 'timeout', 1]);
    answer = setOf(old);
    now += MINUTE;
    expect([await find('old'), asked.length]).toEqual(['old', 2]);
    expect(told).toEqual(['failed', 'read']);
  });

  it('another address counts at once', async () => {
    await find('old');
    answer = setOf(fresh);
    expect(await find('fresh', `${URI}2`)).toBe('fresh');
    expect(asked).toEqual([URI, `${URI}2`]);
  });

  it.each(['', 'null', '[]', '{}', '{"keys":{}}', '<html>'])('%j is no key set', async (text) => {
    answer = { kind: 'fetched', text };
    expect(await find('old')).toBe('no-key-set');
  });

  it('keys of another use, private ones and what is no key are passed over', async () => {
    const others = [{ kty: 'oct', k: 'AAAA' }, { ...key('private'), d: 'AAAA' }, null, 7, { kty: 'EC', crv: 'P-521' }];
    answer = setOf(...(others as object[]), old);
    const { keys } = await sets.find(URI, (all) => all);
    expect(keys.map(({ kid }) => kid)).toEqual(['old']);
  });

  it('a set without end is cut', async () => {
    answer = setOf(...Array.from({ length: 200 }, (_, at) => ({ ...old, kid: `${at}` })));
    expect((await sets.find(URI, (all) => all)).keys.length).toBe(20);
  });

  it('a thousand addresses are remembered', async () => {
    for (let at = 0; at <= 1000; at += 1) await find('old', `${URI}/${at}`);
    asked = [];
    await find('old', `${URI}/1000`);
    await find('old', `${URI}/0`);
    expect(asked).toEqual([`${URI}/0`]);
  });
});
