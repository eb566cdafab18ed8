// What a token ends at the word of an application (RFC 7009, contract 7), and that nothing ends at a stranger's.
import { describe, expect, test } from 'vitest';
import { revokeToken } from '../../../../src/core/grants/tokens/revoke-token.ts';
import { makeTokenPair } from '../../../../src/core/grants/tokens/token-format.ts';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { newId } from '../../../helpers/new-id.ts';
import { givenApplication, givenGrant, NOW } from '../given.ts';

const secrets = createServerSecrets(Buffer.alloc(32, 1));
const grant = givenGrant({ familySeed: Buffer.alloc(32, 3) });
const pairOf = (by = secrets, generation = 1) =>
  makeTokenPair(by, { family: grant, generation, accessTokenId: 'e'.repeat(32) });
const pair = pairOf();

async function revoke(token: string, { of = 'a1', known = true, hash = pair.accessTokenHash } = {}) {
  const ended: unknown[] = [];
  const tokens = {
    findAccessToken: async () => (known ? { tokenHash: hash, applicationId: 'a1' } : undefined),
    findGrant: async () => (known ? { grant } : undefined),
    endAccessToken: async (id: string, at: number) => void ended.push(id, at),
    endFamily: async (...family: unknown[]) => void ended.push(...family),
  };
  const deps = {
    tokens,
    secrets,
    clock: { now: () => NOW },
    publish: (event: object) => ended.push(event),
  } as unknown as Ports;
  return [await revokeToken(deps, { application: givenApplication({ id: of }), token }), ...ended];
}

/** What applications are told of. */
const told = { kind: 'application-events-due' };

test('an access token ends alone', async () => {
  expect(await revoke(pair.accessToken)).toEqual(['access-token', 'e'.repeat(32), NOW, told]);
});
test('a refresh token of any generation ends its family', async () => {
  expect(await revoke(pair.refreshToken)).toEqual(['family', grant.id, NOW, 'application', told]);
  expect(await revoke(pairOf(secrets, 9).refreshToken)).toEqual(['family', grant.id, NOW, 'application', told]);
});

describe('nothing ends', () => {
  const stranger = pairOf(createServerSecrets(Buffer.alloc(32, 9)));
  test.each<[what: string, token: string, given?: Parameters<typeof revoke>[1]]>([
    ['by an access token of another application', pair.accessToken, { of: 'a2' }],
    ['by a refresh token of another application', pair.refreshToken, { of: 'a2' }],
    ['by an access token that is unknown', pair.accessToken, { known: false }],
    ['by a refresh token that is unknown', pair.refreshToken, { known: false }],
    ['by an access token whose row is another’s', pair.accessToken, { hash: Buffer.alloc(32) }],
    ['by a refresh token that another server made', stranger.refreshToken],
    ['by what is no token', newId()],
  ])('%s', async (_, token, given) => {
    expect(await revoke(token, given)).toEqual(['nothing']);
  });
});
