import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideRotation, noteRotation } from '../../../../src/core/grants/tokens/decide-rotation.ts';
import type { Grant } from '../../../../src/core/grants/tokens/grant.ts';
import { givenGrant, NOW } from '../given.ts';

const DAY = 24 * 60 * 60 * 1000;
const family = (change: Partial<Grant> = {}) =>
  givenGrant({
    codeUsedAt: NOW,
    refreshGeneration: 1,
    refreshExpiresAt: NOW + 60 * DAY,
    familyExpiresAt: NOW + 365 * DAY,
    ...change,
  });
const kindOf = (grant: Grant, generation: number, now = NOW) =>
  decideRotation(grant, generation, { now, repeatSeconds: 30 }).kind;

describe('the newest token', () => {
  test('G1: rotates', () => expect(kindOf(family(), 1)).toBe('rotate'));
  test('G9: not after its idle end', () => expect(kindOf(family(), 1, NOW + 60 * DAY)).toBe('expired'));
  test('G9: not after the family’s end, however often it was refreshed', () => {
    const grant = family({ refreshExpiresAt: NOW + 400 * DAY });
    expect(kindOf(grant, 1, NOW + 365 * DAY)).toBe('expired');
  });
});

describe('a used token', () => {
  const rotated = family({ refreshGeneration: 2, recentRotations: [[1, NOW]] });
  test('G4: within the window, successor unused: a repeat', () => {
    expect(kindOf(rotated, 1, NOW + 30_000)).toBe('repeat');
  });
  test('G2: after the window: theft', () => expect(kindOf(rotated, 1, NOW + 30_001)).toBe('replayed'));
  test('in the window, successor used too: refused, nothing ends (contract 5)', () => {
    const grant = family({
      refreshGeneration: 3,
      recentRotations: [
        [1, NOW],
        [2, NOW + 2000],
      ],
    });
    expect(kindOf(grant, 1, NOW + 3000)).toBe('superseded');
    expect(kindOf(grant, 2, NOW + 3000)).toBe('repeat');
    expect(kindOf(grant, 1, NOW + 30_001)).toBe('replayed');
  });
  test('G2: of any age: theft', () => expect(kindOf(family({ refreshGeneration: 9 }), 1)).toBe('replayed'));
});

test('a generation this database never reached (restored from a backup) is refused and ends nothing', () => {
  expect(kindOf(family(), 2)).toBe('expired');
});

test('a family whose code was never redeemed has no token', () => {
  expect(kindOf(family({ codeUsedAt: undefined }), 1)).toBe('expired');
});

describe('the list of recent first uses', () => {
  type Uses = readonly (readonly [generation: number, seconds: number])[];
  const at = (uses: Uses) => uses.map(([generation, seconds]) => [generation, NOW + seconds * 1000] as const);

  test.each<[what: string, before: Uses, now: number, after: Uses]>([
    ['the first', [], 5, [[9, 5]]],
    [
      'keeps what is in the window',
      [
        [1, 0],
        [2, 5],
      ],
      6,
      [
        [1, 0],
        [2, 5],
        [9, 6],
      ],
    ],
    [
      'keeps of what left the window the newest',
      [
        [1, 0],
        [2, 5],
        [3, 10],
        [4, 50],
      ],
      70,
      [
        [3, 10],
        [4, 50],
        [9, 70],
      ],
    ],
    [
      'keeps the newest where all has left the window',
      [
        [1, 0],
        [2, 5],
      ],
      60,
      [
        [2, 5],
        [9, 60],
      ],
    ],
    [
      'a use is in the window to its last millisecond',
      [
        [1, 0],
        [2, 5],
      ],
      35,
      [
        [1, 0],
        [2, 5],
        [9, 35],
      ],
    ],
    [
      'and not one longer',
      [
        [1, 0],
        [2, 5],
      ],
      35.001,
      [
        [2, 5],
        [9, 35.001],
      ],
    ],
    [
      'takes the place of one of the same second',
      [
        [1, 0],
        [2, 2],
        [3, 5],
      ],
      5.9,
      [
        [1, 0],
        [2, 2],
        [9, 5.9],
      ],
    ],
    [
      'not of one of the second before',
      [
        [1, 0],
        [2, 4.9],
      ],
      5,
      [
        [1, 0],
        [2, 4.9],
        [9, 5],
      ],
    ],
  ])('G4: %s', (_, before, now, after) => {
    expect(noteRotation(at(before), 9, { now: NOW + now * 1000, repeatSeconds: 30 })).toEqual(at(after));
  });

  test('G2: a token used before the window is theft also right after a later rotation', () => {
    const window = { repeatSeconds: 30 };
    const first = noteRotation([], 1, { now: NOW, ...window });
    const second = noteRotation(first, 2, { now: NOW + 40_000, ...window });
    const grant = family({ refreshGeneration: 3, recentRotations: second });
    expect(kindOf(grant, 1, NOW + 41_000)).toBe('replayed');
    expect(kindOf(grant, 2, NOW + 41_000)).toBe('repeat');
  });

  test('G4: contract 5: the second of two tokens used within one second has its whole window too', () => {
    const window = { repeatSeconds: 30 };
    const first = noteRotation([], 1, { now: NOW, ...window });
    const second = noteRotation(first, 2, { now: NOW + 999 - (NOW % 1000), ...window });
    const grant = family({ refreshGeneration: 3, recentRotations: second });
    expect(kindOf(grant, 2, NOW + 30_999 - (NOW % 1000))).toBe('repeat');
  });

  test('G2: what is in the window to its last millisecond stays beside what has left it, and stands for nothing older', () => {
    const uses = [NOW - 5000, NOW, NOW + 1000, NOW + 30_000];
    const recent = uses.reduce<Grant['recentRotations']>(
      (list, now, i) => noteRotation(list, i + 1, { now, repeatSeconds: 30 }),
      [],
    );
    const grant = family({ refreshGeneration: 5, recentRotations: recent });
    expect([1, 2, 3, 4].map((generation) => kindOf(grant, generation, NOW + 30_000))).toEqual([
      'replayed',
      'superseded',
      'superseded',
      'repeat',
    ]);
  });

  test('is never longer than the window has seconds and two, and judges every generation as the full list would', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 1, maxLength: 200, size: 'max' });
    fc.assert(
      fc.property(gaps, (steps) => {
        let now = NOW;
        let recent: Grant['recentRotations'] = [];
        const firstUse: number[] = [];
        for (const [i, gap] of steps.entries()) {
          now += gap;
          firstUse[i + 1] = now;
          recent = noteRotation(recent, i + 1, { now, repeatSeconds: 30 });
        }
        const grant = family({ refreshGeneration: steps.length + 1, recentRotations: recent });
        for (let generation = 1; generation < steps.length; generation += 1) {
          const age = now - (firstUse[generation] as number);
          // Uses within one second share an entry of the newest of them: nobody is taken for a thief too early.
          if (age > 30_000 && age - 30_000 < 1000) continue;
          const expected = age <= 30_000 ? 'superseded' : 'replayed';
          if (kindOf(grant, generation, now) !== expected) return false;
        }
        return recent.length <= 33;
      }),
    );
  });
});
