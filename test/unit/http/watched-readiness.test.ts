// How long a stopping server goes on accepting (cases M8, M9).
import { describe, expect, test } from 'vitest';
import { watchReadiness } from '../../../src/http/overload/watched-readiness.ts';

function givenAsked(...moments: readonly number[]) {
  let now = 0;
  const watched = watchReadiness(() => now);
  for (const moment of moments) {
    now = moment;
    watched.noteReady();
  }
  return (at: number) => {
    now = at;
    return watched.noticeMs();
  };
}

describe('M9: a server that stops goes on accepting', () => {
  test.each([
    ['when a proxy asks every second', [1000, 2000, 3000], 3900],
    ['when two ask in turn', [1000, 1100, 2000, 2100], 2900],
  ])('%s', (_who, moments, stopsAt) => {
    expect(givenAsked(...moments)(stopsAt)).toBeGreaterThan(1000);
  });

  test.each([
    ['when nobody asks', [], 5000],
    ['when somebody asked once', [4000], 5000],
    ['when a container’s health check asks every five seconds', [0, 5000, 10_000], 10_100],
    ['when those who asked are gone', [1000, 2000, 3000], 60_000],
  ])('not at all %s', (_who, moments, stopsAt) => {
    expect(givenAsked(...moments)(stopsAt)).toBe(0);
  });
});
