import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideRotation, noteRotation } from '../../../src/core/tokens/decide-rotation.ts';
import type { Grant } from '../../../src/core/tokens/grant.ts';
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

describe('the list of recent first uses', () => {
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
