// What becomes of an event whose endpoint is gone (contract 29, 60).
import { expect, it } from 'vitest';
import { eventMessages } from '../../../../src/core/application-events/event-messages.ts';
import type { DueEvent } from '../../../../src/core/application-events/event-store.ts';

it('contract 29: an event for an endpoint that was removed is dropped, so that operators are told failures alone', async () => {
  const events = { findEndpoint: async () => undefined };
  const { deliver } = eventMessages({ events } as unknown as Parameters<typeof eventMessages>[0]);
  const due = { endpointId: 'removed', type: 'account.deleted' } as DueEvent;
  expect(await deliver(due, new AbortController().signal)).toMatchObject({ kind: 'dropped' });
});
