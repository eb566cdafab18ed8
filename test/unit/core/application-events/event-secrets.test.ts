// The secrets of event endpoints (contract 60): made for Standard Webhooks, and readable after the server's secret has
// changed.
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import {
  newEventSecret,
  openEventSecrets,
  rewrapEventSecrets,
} from '../../../../src/core/applications/application-events/event-secrets.ts';
import { signedHeaders } from '../../../../src/core/applications/application-events/sign-message.ts';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';

const [FORMER, CURRENT] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const clock = { now: () => 5 };

test('contract 60: a secret has 256 bits, is stored encrypted, and belongs to its row', () => {
  const secrets = createServerSecrets(CURRENT);
  const { secret, text } = newEventSecret({ secrets, clock }, 'n1');
  expect(text).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(secret.sealed.toString('latin1')).not.toContain(text);
  expect(openEventSecrets({ secrets }, [secret, { ...secret, id: 'other' }])).toEqual([text]);
});

test('contract 60: keys rewrap encrypts every secret anew, once', async () => {
  const rows = Array.from({ length: 250 }, () => newEventSecret({ secrets: createServerSecrets(FORMER), clock }, 'n1'));
  const stored = rows.map(({ secret }) => ({ ...secret })).sort((a, b) => (a.id < b.id ? -1 : 1));
  const events = {
    listSealed: async ({ afterId, limit }: { afterId: string; limit: number }) =>
      stored.filter(({ id }) => id > afterId).slice(0, limit),
    reseal: async (id: string, from: Buffer, to: Buffer) => {
      const row = stored.find((one) => one.id === id && one.sealed.equals(from));
      if (row) row.sealed = to;
      return row !== undefined;
    },
  };
  const ports = { events, secrets: createServerSecrets(CURRENT, FORMER) } as unknown as Ports;
  expect(await rewrapEventSecrets(ports)).toBe(250);
  expect(await rewrapEventSecrets(ports)).toBe(0);
  expect(openEventSecrets({ secrets: createServerSecrets(CURRENT) }, stored).sort()).toEqual(
    rows.map(({ text }) => text).sort(),
  );
});

test('contract 60: the signature is over id, time and body, one for each secret', () => {
  const secrets = [
    'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD0sXxhRqmx5Q=',
    'whsec_t7Kq0hJ5nUuX6pZ1vCwR3yB8dEfG2iLmNoPqRsTuVwA=',
  ];
  const at = Date.now();
  const headers = signedHeaders({ id: 'e1', at, body: '{}' }, secrets);
  expect(headers).toMatchObject({ 'webhook-id': 'e1', 'webhook-timestamp': String(Math.floor(at / 1000)) });
  for (const secret of secrets) {
    expect(new Webhook(secret).verify('{}', headers)).toEqual({});
    expect(() => new Webhook(secret).verify('{} ', headers)).toThrow();
    expect(() => new Webhook(secret).verify('{}', { ...headers, 'webhook-id': 'e2' })).toThrow();
  }
});
