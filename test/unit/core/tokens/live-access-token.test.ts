// Whether an access token is live (contract 6): everything it depends on must still stand, each alone ends it.
import { describe, expect, it } from 'vitest';
import type { Application } from '../../../../src/core/applications/applications/application.ts';
import { findLiveAccessToken } from '../../../../src/core/grants/tokens/live-access-token.ts';
import { makeTokenPair, readAccessToken } from '../../../../src/core/grants/tokens/token-format.ts';
import type { AccessTokenInContext, TokenStore } from '../../../../src/core/grants/tokens/token-store.ts';
import { applicationInRun } from '../../../../src/core/grants/try-it/application-in-run.ts';
import { createServerSecrets, hashSecret } from '../../../../src/core/ground/secrets.ts';
import { newId } from '../../../helpers/new-id.ts';
import { givenAccessTokenInContext, givenApplication, givenPlatform, NOW } from '../given.ts';

const secrets = createServerSecrets(Buffer.alloc(32, 7));
const family = { id: newId(), familySeed: Buffer.alloc(32, 3), familySeedFrom: 0 };
const { accessToken } = makeTokenPair(secrets, { family, generation: 1, accessTokenId: newId() });

const LIVE = givenAccessTokenInContext({ tokenHash: hashSecret(accessToken) });

/** Whether the token is live where the store finds it so. */
async function isLive(found: AccessTokenInContext | undefined, { token = accessToken } = {}) {
  const tokens = {
    findAccessToken: async (id: string) => (id === readAccessToken(accessToken)?.id ? found : undefined),
  } as Partial<TokenStore> as TokenStore;
  return (await findLiveAccessToken({ tokens, clock: { now: () => NOW } }, token)) !== undefined;
}

describe('an access token', () => {
  it('is live while all it depends on stands', async () => {
    expect(await isLive(LIVE)).toBe(true);
  });

  const ENDS: Record<string, Partial<AccessTokenInContext>> = {
    'it expires, to the millisecond': { expiresAt: NOW },
    'its family was ended': { grantEnded: true },
    'its connection was ended': { connectionLive: false },
    'the account was disabled': { accountActive: false },
    'the application is gone': { application: undefined },
    'its API key was removed': { application: givenApplication({ platforms: [] }) },
    'contract 3: its API key is another application’s': {
      application: givenApplication({ platforms: [givenPlatform({ apiKey: 'f'.repeat(32) })] }),
    },
    'login activation is OFF': { application: givenApplication({ loginActivation: false }) },
    'contract 31: the application lets in members of groups, and the account is in none': {
      application: givenApplication({ audience: 'groups' }),
      admitted: false,
    },
    'another token has its row': { tokenHash: hashSecret('another') },
  };
  it.each(Object.entries(ENDS))('is dead when %s', async (_, change) => {
    expect(await isLive({ ...LIVE, ...change })).toBe(false);
  });

  it('is dead when it is unknown, or was never one of ours', async () => {
    expect(await isLive(undefined)).toBe(false);
    expect(await isLive(LIVE, { token: `${accessToken}A` })).toBe(false);
    expect(await isLive(LIVE, { token: 'lk_at_' })).toBe(false);
  });

  it('is dead with login activation OFF for whoever does not say that it is a trial', async () => {
    const tokens = {
      findAccessToken: async () => ({ ...LIVE, application: givenApplication({ loginActivation: false }) }),
    } as Partial<TokenStore> as TokenStore;
    expect(await findLiveAccessToken({ tokens, clock: { now: () => NOW } }, accessToken)).toBeUndefined();
  });

  it('of the console’s own trial is live though login activation is OFF, and for no other reason', async () => {
    const inRun = (change: Partial<Application>) =>
      applicationInRun('https://id.example.com', givenApplication({ loginActivation: false, ...change }));
    expect(await isLive({ ...LIVE, application: inRun({}) })).toBe(true);
    expect(await isLive({ ...LIVE, admitted: false, application: inRun({ audience: 'groups' }) })).toBe(true);
    expect(await isLive({ ...LIVE, application: inRun({ platforms: [] }) })).toBe(false);
  });
});
