// What the application's own revocation does to a token for an API (contract 7, 45, 60).
import { describe, expect, test } from 'vitest';
import { revokeResourceToken } from '../../../../src/core/applications/apis/read-resource-token.ts';
import { newOpaqueToken } from '../../../../src/core/applications/apis/resource-token.ts';
import { hashSecret } from '../../../../src/core/ground/secrets.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { NOW } from '../given.ts';

const ID = 'e'.repeat(32);
const token = newOpaqueToken(ID);

async function revoke({ of = 'a1', grantId = undefined as string | undefined, sent = token } = {}) {
  const done: unknown[] = [];
  const found = { id: ID, tokenHash: hashSecret(token), applicationId: 'a1', grantId };
  const deps = {
    apis: {
      findToken: async (id: string) => (id === ID ? found : undefined),
      removeToken: async (id: string, now: number) => void done.push([id, now]),
    },
    clock: { now: () => NOW },
    publish: (event: unknown) => void done.push(event),
  } as unknown as Pick<Ports, 'apis' | 'clock' | 'publish'>;
  return [await revokeResourceToken(deps, sent, { applicationId: of }), ...done];
}

test('contract 60: of a person ends, and then its event is due', async () => {
  expect(await revoke({ grantId: 'g1' })).toEqual([true, [ID, NOW], { kind: 'application-events-due' }]);
});
test('of a program ends, and nobody is told', async () => {
  expect(await revoke()).toEqual([true, [ID, NOW]]);
});

describe('nothing ends', () => {
  test.each([
    ['of another application', { of: 'a2' }],
    ['that this server did not make', { sent: newOpaqueToken(ID) }],
    ['that is unknown', { sent: newOpaqueToken('f'.repeat(32)) }],
    ['that is none', { sent: 'nonsense' }],
  ])('by a token %s', async (_, given) => {
    expect(await revoke({ grantId: 'g1', ...given })).toEqual([false]);
  });
});
