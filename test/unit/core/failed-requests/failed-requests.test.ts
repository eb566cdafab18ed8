// Failed requests: anybody who knows an API key can cause them, so what is written is bounded (contract 7).
import { describe, expect, it } from 'vitest';
import { type FailedRequests, MAX_VALUES } from '../../../../src/core/applications/failed-requests/failed-request.ts';
import { createFailedRequestCounts } from '../../../../src/core/applications/failed-requests/failed-requests.ts';
import type { EventOf } from '../../../../src/core/ground/events/domain-event.ts';
import { Unavailable } from '../../../../src/core/ground/unavailable.ts';

const MINUTE = 60_000;
const ISSUER = 'https://id.example.com';

function given() {
  const added: FailedRequests[] = [];
  const state = { now: 1_900_000_000_000, fails: false };
  const counts = createFailedRequestCounts({
    clock: { now: () => state.now },
    issuer: ISSUER,
    failedRequests: {
      add: async (failed, limits) => {
        expect(limits).toEqual({ maxValues: MAX_VALUES, quietSince: failed.lastAt - 24 * 60 * MINUTE });
        if (state.fails) throw new Unavailable('away');
        added.push(failed);
      },
      list: async () => [],
    },
  });
  const refuse = (value: string, over: Partial<EventOf<'request-refused'>> = {}) => {
    const of = { applicationId: 'acme', apiKey: 'key', redirectUri: undefined, value };
    counts.listener({ kind: 'request-refused', refusal: 'redirect-uri-unregistered', ...of, ...over });
  };
  const flush = async () => {
    await counts.flush();
    return added.splice(0);
  };
  return { state, counts, refuse, flush };
}

describe('contract 7: failed requests', () => {
  it('are stored in groups of one cause, key and value', async () => {
    const { state, refuse, flush } = given();
    refuse('a');
    state.now += 5;
    refuse('a');
    refuse('b');
    refuse('a', { apiKey: undefined });
    refuse('', { refusal: 'code-expired' });
    const of = { applicationId: 'acme', cause: 'redirect-uri-unregistered', apiKey: 'key' };
    const times = { firstAt: state.now, lastAt: state.now };
    expect(await flush()).toEqual([
      { ...of, value: 'a', count: 2, firstAt: state.now - 5, lastAt: state.now },
      { ...of, ...times, value: 'b', count: 1 },
      { ...of, ...times, apiKey: '', value: 'a', count: 1 },
      { ...of, ...times, cause: 'code-expired', value: '', count: 1 },
    ]);
  });

  it('of one group are written once a minute, and none is lost meanwhile', async () => {
    const { state, refuse, flush } = given();
    refuse('a');
    expect(await flush()).toHaveLength(1);
    for (let at = 0; at < 7; at += 1) refuse('a');
    expect(await flush()).toEqual([]);
    state.now += MINUTE;
    expect((await flush()).map(({ count }) => count)).toEqual([7]);
    state.now -= 60 * MINUTE;
    refuse('a');
    expect(await flush()).toHaveLength(1);
  });

  it('are no cancelled sign-ins, and no runs of “Try it”', async () => {
    const { counts, refuse, flush } = given();
    const callback = `${ISSUER}/console/applications/acme/try-it/callback`;
    refuse('', { refusal: 'user-cancelled' });
    refuse('', { refusal: 'prompt-unknown', redirectUri: callback });
    refuse(callback);
    counts.listener({ kind: 'authorization-started', applicationId: 'acme', redirectUri: 'a' });
    expect(await flush()).toEqual([]);
  });

  it('of one application are few in a minute; those of others are written all the same', async () => {
    const { state, refuse, flush } = given();
    for (let at = 0; at < 1000; at += 1) refuse(`${at}`);
    refuse('other', { applicationId: 'globex' });
    const first = await flush();
    expect(first).toHaveLength(26);
    expect(first.at(-1)?.applicationId).toBe('globex');
    state.now += MINUTE;
    expect(await flush()).toHaveLength(25);
  });

  it('are a hundred in a minute, of however many applications', async () => {
    const { refuse, flush } = given();
    for (let at = 0; at < 3000; at += 1) refuse('a', { applicationId: `application ${at}` });
    expect(await flush()).toHaveLength(100);
  });

  it('wait while the database is away', async () => {
    const { state, counts, refuse, flush } = given();
    state.fails = true;
    refuse('a');
    await expect(counts.flush()).rejects.toThrow(Unavailable);
    refuse('a');
    state.fails = false;
    expect((await flush()).map(({ count }) => count)).toEqual([2]);
  });
});
