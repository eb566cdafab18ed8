// What becomes of an event (contract 60): whose endpoint is gone, and whose endpoint asks to be left alone.
import { expect, it } from 'vitest';
import { eventMessages } from '../../../../src/core/applications/application-events/event-messages.ts';
import { newEventSecret } from '../../../../src/core/applications/application-events/event-secrets.ts';
import type { DueEvent, EventTry } from '../../../../src/core/applications/application-events/event-store.ts';
import { MAX_RETRY_AFTER_MS } from '../../../../src/core/ground/outbox/deliver-message.ts';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import type { Delivered } from '../../../../src/core/sign-in/sessions/form-delivery.ts';
import { NOW } from '../given.ts';

const DUE = { id: 'd1', eventId: 'e1', endpointId: 'p1', type: 'account.deleted', at: NOW, tries: 0 } as DueEvent;

it('contract 29: an event for an endpoint that was removed is dropped, so that operators are told failures alone', async () => {
  const events = { findEndpoint: async () => undefined };
  const { deliver } = eventMessages({ events } as unknown as Parameters<typeof eventMessages>[0]);
  expect(await deliver(DUE, new AbortController().signal)).toMatchObject({ kind: 'dropped' });
});

/** What is posted, and noted of the answer. */
async function deliverTo(answer: Delivered) {
  const deps = { secrets: createServerSecrets(Buffer.alloc(32, 1)), clock: { now: () => NOW } };
  const { secret } = newEventSecret(deps, 'p1');
  const seen: { body?: string; noted?: EventTry } = {};
  const events = {
    findEndpoint: async () => ({ id: 'p1', applicationId: 'shop', url: 'https://shop.example/events' }),
    listSecrets: async () => [secret],
    async noteTry(noted: EventTry) {
      seen.noted = noted;
      return NOW;
    },
  };
  const eventPost = {
    async postJson(_url: string, _headers: unknown, body: string) {
      seen.body = body;
      return answer;
    },
  };
  const { deliver } = eventMessages({ ...deps, events, eventPost } as unknown as Parameters<typeof eventMessages>[0]);
  await deliver(DUE, new AbortController().signal);
  return { sent: JSON.parse(seen.body ?? '{}'), noted: seen.noted };
}

it.each([
  [0, 0],
  [90_000, 90_000],
  [MAX_RETRY_AFTER_MS, MAX_RETRY_AFTER_MS],
  [MAX_RETRY_AFTER_MS + 1, MAX_RETRY_AFTER_MS],
  [9 * 24 * MAX_RETRY_AFTER_MS, MAX_RETRY_AFTER_MS],
])('contract 60: an endpoint that asks for %i ms rests for %i ms, whoever an event is about', async (asked, rests) => {
  const { noted } = await deliverTo({ kind: 'answered', status: 429, retryAfterMs: asked });
  expect(noted).toMatchObject({ status: 429, restsUntil: NOW + rests, result: 'failed' });
});

it('contract 60: an endpoint that asks for no rest has none', async () => {
  expect((await deliverTo({ kind: 'answered', status: 503 })).noted).toMatchObject({ restsUntil: undefined });
});

it('contract 60: a message names the application, so that one receiver can serve several', async () => {
  const { sent } = await deliverTo({ kind: 'answered', status: 204 });
  expect(sent).toMatchObject({ application: 'shop', type: 'account.deleted' });
});
