// The grant of a run of "try it" (contract 4): good for one session, one application and ten minutes, and nobody can
// make one.
import { describe, expect, it } from 'vitest';
import { readRun, startRun } from '../../../../src/core/applications/try-it/run.ts';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import { isCodeChallenge, isCodeVerifier, verifierMatches } from '../../../../src/protocol/pkce.ts';

const secrets = createServerSecrets(Buffer.from('a-secret-of-more-than-thirty-two-bytes'));
const NOW = 1_750_000_000_000;
const MINUTE = 60_000;
const of = { sessionId: 'session-1', applicationId: 'application-1' };
const input = { apiKey: '0'.repeat(32), scope: 'openid nickname', now: NOW };

describe('a run of "try it"', () => {
  const run = startRun(secrets, of, input);
  const read = (
    more: { sessionId?: string; applicationId?: string; grant?: string | undefined; now?: number } = {},
  ) => {
    const { grant = run.grant, now = NOW, ...other } = more;
    return readRun(secrets, { ...of, ...other }, { grant, now });
  };

  it('says what it was started for, and derives the same verifier and nonce each time', () => {
    expect(read()).toEqual(run);
    expect(run).toMatchObject({ apiKey: input.apiKey, scope: 'openid nickname', expiresAt: NOW + 10 * MINUTE });
    expect(isCodeVerifier(run.codeVerifier) && isCodeChallenge(run.codeChallenge)).toBe(true);
    expect(verifierMatches(run.codeVerifier, run.codeChallenge)).toBe(true);
  });

  it('is another each time: nothing of one run fits another', () => {
    const other = startRun(secrets, of, input);
    for (const name of ['id', 'grant', 'nonce', 'codeVerifier', 'codeChallenge'] as const) {
      expect(other[name]).not.toBe(run[name]);
    }
  });

  it('tells nothing of its verifier', () => {
    const told = Buffer.from(run.grant.split('.')[0] ?? '', 'base64url').toString();
    expect(told).not.toContain(run.codeVerifier);
    expect(told).not.toContain(of.sessionId);
  });

  const [payload = '', mac = ''] = run.grant.split('.');
  const other = Buffer.from(JSON.stringify(['x', '1'.repeat(32), 'openid', NOW + 99 * MINUTE])).toString('base64url');

  it.each([
    ['in another session', { sessionId: 'session-2' }],
    ['for another application', { applicationId: 'application-2' }],
    ['ten minutes later', { now: NOW + 10 * MINUTE }],
    ['without its signature', { grant: payload }],
    ['with another key in it', { grant: `${other}.${mac}` }],
    ['with another signature', { grant: `${payload}.${mac.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}` }],
    ['with something behind it', { grant: `${run.grant}A` }],
    ['with nothing in it', { grant: '' }],
    ['signed for another purpose', { grant: `${payload}.${secrets.mac('stamp', payload).toString('base64url')}` }],
    ['of another server', { grant: startRun(createServerSecrets(Buffer.alloc(32, 7)), of, input).grant }],
  ])('is worth nothing %s', (_, more) => {
    expect(read(more)).toBeUndefined();
  });

  it('is good to the last moment', () => {
    expect(read({ now: NOW + 10 * MINUTE - 1 })).toEqual(run);
  });
});
