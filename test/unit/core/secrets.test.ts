// What is encrypted for keeping with the server's secret (case P3): opened only by that secret, for that purpose and
// label. And ids, which begin with their time.
import { describe, expect, it } from 'vitest';
import { createServerSecrets, idOfTime, newId, timeOfId } from '../../../src/core/ground/secrets.ts';

const [CURRENT, PREVIOUS, OTHER] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];
const secrets = createServerSecrets(CURRENT);
const START = Date.UTC(2026, 0, 2, 12);
const plain = Buffer.from('a private key');

describe('seal and open', () => {
  it('gives back what was sealed, and says that the current secret opened it', () => {
    for (const text of [plain, Buffer.alloc(0), Buffer.alloc(5000, 7)]) {
      expect(secrets.open('signing-key', 'a', secrets.seal('signing-key', 'a', text))).toEqual({
        plain: text,
        isCurrent: true,
      });
    }
  });

  it('holds nothing of the plain text, and is another one each time', () => {
    const [one, other] = [secrets.seal('signing-key', 'a', plain), secrets.seal('signing-key', 'a', plain)];
    expect(one.equals(other)).toBe(false);
    expect(one.includes(plain)).toBe(false);
  });

  it('decision 61: sealed alike it is the same each time, another one for every other text or secret, and opens', () => {
    const one = secrets.sealAlike('picture', plain);
    expect(secrets.sealAlike('picture', plain)).toEqual(one);
    expect(secrets.open('picture', '', one)).toEqual({ plain, isCurrent: true });
    expect(one.includes(plain)).toBe(false);
    const others = [
      secrets.sealAlike('picture', Buffer.from('a private keY')),
      secrets.sealAlike('sid', plain),
      createServerSecrets(OTHER).sealAlike('picture', plain),
    ];
    for (const other of others) {
      for (let at = 0; at + 4 <= one.length; at += 1) expect(other.includes(one.subarray(at, at + 4))).toBe(false);
    }
    expect(createServerSecrets(PREVIOUS, CURRENT).open('picture', '', one)).toEqual({ plain, isCurrent: false });
  });

  it.each([
    ['another label', 'signing-key', 'b', CURRENT],
    ['another purpose', 'sid', 'a', CURRENT],
    ['another secret', 'signing-key', 'a', OTHER],
  ] as const)('%s does not open it', (_, purpose, label, secret) => {
    const sealed = secrets.seal('signing-key', 'a', plain);
    expect(createServerSecrets(secret).open(purpose, label, sealed)).toBeUndefined();
  });

  it('one bit changed anywhere, a byte cut or added: it is not opened', () => {
    const sealed = secrets.seal('signing-key', 'a', plain);
    for (let bit = 0; bit < sealed.byteLength * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(secrets.open('signing-key', 'a', changed)).toBeUndefined();
    }
    for (let length = 0; length < sealed.byteLength; length += 1) {
      expect(secrets.open('signing-key', 'a', sealed.subarray(0, length))).toBeUndefined();
    }
    expect(secrets.open('signing-key', 'a', Buffer.concat([sealed, Buffer.alloc(1)]))).toBeUndefined();
  });

  it('while the secret is changed, the previous one still opens and the current one seals', () => {
    const both = createServerSecrets(CURRENT, PREVIOUS);
    const before = createServerSecrets(PREVIOUS).seal('signing-key', 'a', plain);
    expect(both.open('signing-key', 'a', before)).toEqual({ plain, isCurrent: false });
    const after = both.seal('signing-key', 'a', plain);
    expect(createServerSecrets(PREVIOUS).open('signing-key', 'a', after)).toBeUndefined();
    expect(secrets.open('signing-key', 'a', after)?.isCurrent).toBe(true);
  });
});

describe('ids by time', () => {
  it('contract 60: an id of a time is before those made since and after older ones, also of a time with a fraction', () => {
    const now = START;
    const made = newId({ now: () => START });
    for (const part of [0, 0.5]) {
      expect(idOfTime(now - 1_000 + part) < made).toBe(true);
      expect(idOfTime(now + 60_000 + part) > made).toBe(true);
      expect(idOfTime(now + part)).toMatch(/^[0-9a-f]{12}$/);
    }
  });

  const expectIncreasing = (ids: readonly string[]) => expect(ids).toEqual(ids.toSorted());

  it('contract 3: ids carry the time of their clock, each of its own', () => {
    const [early, late] = [{ now: () => START }, { now: () => START + 86_400_000 }];
    const ids = [early, late, early, late].map((clock) => newId(clock));
    expect(ids.map(timeOfId)).toEqual([early, late, early, late].map((clock) => clock.now()));
    expectIncreasing([ids[0] ?? '', ids[2] ?? '', ids[1] ?? '', ids[3] ?? '']);
  });

  it('contract 3: what was made in one millisecond is in order of creation', () => {
    const clock = { now: () => START };
    const ids = Array.from({ length: 5000 }, () => newId(clock));
    expect(new Set(ids).size).toBe(5000);
    expectIncreasing(ids);
  });

  it('M13: a clock that is set back by a few seconds does not turn the order round', () => {
    let now = START;
    const clock = { now: () => now };
    const ids = [newId(clock)];
    now -= 9_000;
    ids.push(newId(clock), newId(clock));
    now += 60_000;
    ids.push(newId(clock));
    expectIncreasing(ids);
    expect(timeOfId(ids.at(-1) ?? '')).toBe(now);
  });
});
