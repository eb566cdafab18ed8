// The application as a run of "Try it" sees it (contract 4): what differs, and that only a run sees it.
import { describe, expect, test } from 'vitest';
import type { Application } from '../../../../src/core/applications/applications/application.ts';
import { startRun, TRY_IT, tryItRedirectUri } from '../../../../src/core/applications/try-it/run.ts';
import { checkAuthorizationRequest } from '../../../../src/core/grants/authorize/authorize.ts';
import { applicationInRun } from '../../../../src/core/grants/try-it/application-in-run.ts';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import type { SignedIn } from '../../../../src/core/sign-in/sessions/session.ts';
import { Parameters } from '../../../../src/protocol/parameters.ts';
import { API_KEY, givenAccount, givenApplication, givenItem, givenPlatform, givenSignedIn, NOW } from '../given.ts';

const ISSUER = 'https://id.example.com';
const CONSOLE = tryItRedirectUri(ISSUER, 'a1');
const CALLBACK = 'https://shop.example.com/callback';
const OFF = givenApplication({
  loginActivation: false,
  backchannelLogoutUri: 'https://shop.example.com/signed-out',
  consentItems: [givenItem()],
});

test('login is ON, the way leads to the console alone, no message is sent, and nothing else differs', () => {
  const inRun = applicationInRun(ISSUER, OFF);
  expect(inRun).toEqual({
    ...OFF,
    loginActivation: true,
    redirectUris: [{ id: 'try-it', redirectUri: CONSOLE, createdAt: OFF.createdAt }],
    backchannelLogoutUri: undefined,
  });
  expect(OFF.loginActivation).toBe(false);
});

describe('an authorization request', () => {
  const secrets = createServerSecrets(Buffer.alloc(32, 1));
  const member = givenSignedIn(NOW, givenAccount({ id: 'o1', role: 'owner' }));
  const run = startRun(
    secrets,
    { sessionId: 's1', applicationId: 'a1' },
    { apiKey: API_KEY, scope: 'openid', now: NOW },
  );
  const OF_RUN = {
    client_id: API_KEY,
    redirect_uri: CONSOLE,
    response_type: 'code',
    code_challenge: run.codeChallenge,
    code_challenge_method: 'S256',
    [TRY_IT]: run.grant,
  };

  type Given = {
    sent?: Record<string, string | undefined>;
    application?: Application;
    now?: number;
    current?: SignedIn | undefined;
  };

  function check({ sent = {}, application = OFF, now = NOW, ...device }: Given = {}) {
    const current = 'current' in device ? device.current : member;
    const pairs = Object.entries({ ...OF_RUN, ...sent }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    );
    const query = new URLSearchParams(pairs).toString();
    const deps = {
      applications: {
        findByApiKey: async () => ({ application, platform: givenPlatform() }),
        find: async () => application,
      },
      members: { roleOf: async () => undefined },
      issuer: ISSUER,
      clock: { now: () => now },
      secrets,
    } as unknown as Ports;
    const all = current ? [current] : [];
    return checkAuthorizationRequest(deps, { parameters: Parameters.parse(query), query, device: { all, current } });
  }

  test('of a run sees it so, also while login is OFF', async () => {
    const checked = await check();
    expect(checked).toMatchObject({ kind: 'valid', request: { redirectUri: CONSOLE, native: false } });
    if (checked.kind !== 'valid') throw new Error(checked.kind);
    expect(checked.request.application).toEqual(applicationInRun(ISSUER, OFF));
  });

  const NOT_A_RUN: [what: string, given: Given][] = [
    ['without a grant', { sent: { [TRY_IT]: undefined } }],
    ['with a forged grant', { sent: { [TRY_IT]: run.grant.replace(/.$/, '!') } }],
    ['with the challenge of something else', { sent: { code_challenge: 'A'.repeat(43) } }],
    ['without a challenge', { sent: { code_challenge: undefined, code_challenge_method: undefined } }],
    ['ten minutes later', { now: NOW + 600_000 }],
    ['of nobody', { current: undefined }],
    ['of another session', { current: { ...member, session: { ...member.session, id: 's2' } } }],
    [
      'of somebody who is not in the team',
      { current: { ...member, account: givenAccount({ id: 'o2', role: 'owner' }) } },
    ],
  ];

  test.each(NOT_A_RUN)('%s is no run: the console is not registered, and OFF is OFF', async (_, given) => {
    expect(await check(given)).toMatchObject({ kind: 'refuse', code: 'redirect-uri-unregistered' });
    const toCallback = { ...given, sent: { ...given.sent, redirect_uri: CALLBACK } };
    expect(await check(toCallback)).toMatchObject({
      kind: 'return-error',
      error: { refusal: 'login-activation-off' },
      redirectUri: CALLBACK,
    });
  });

  test.each([['with all that a run carries', {}] as [string, Given], ...NOT_A_RUN])(
    '%s, to the application’s own callback, sees the application itself',
    async (_, given) => {
      const application = { ...OFF, loginActivation: true };
      const checked = await check({ ...given, application, sent: { ...given.sent, redirect_uri: CALLBACK } });
      expect(checked.kind === 'valid' && checked.request.application).toBe(application);
    },
  );

  test('to the application’s own callback is refused while login is OFF, whatever it carries', async () => {
    expect(await check({ sent: { redirect_uri: CALLBACK } })).toMatchObject({
      error: { refusal: 'login-activation-off' },
    });
  });
});
