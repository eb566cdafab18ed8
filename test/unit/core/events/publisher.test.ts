// Listeners after the commit (decision 40): each hears every event, and none can do harm to whoever publishes it.
import { expect, test } from 'vitest';
import type { DomainEvent } from '../../../../src/core/ground/events/domain-event.ts';
import { createPublisher } from '../../../../src/core/ground/events/publisher.ts';

const EVENT: DomainEvent = { kind: 'sessions-ended', accountId: 'u1' };

test('decision 40: every listener hears the event, in the order of the list, before `publish` returns', () => {
  const heard: [string, DomainEvent][] = [];
  const { publish, listen } = createPublisher();
  const listeners = ['one', 'two'].map((name) => (event: DomainEvent) => void heard.push([name, event]));
  listen(listeners, () => undefined);
  publish(EVENT);
  expect(heard).toEqual([
    ['one', EVENT],
    ['two', EVENT],
  ]);
});

test('decision 40: a listener that fails is reported, and fails neither the caller nor the next listener', () => {
  const heard: DomainEvent[] = [];
  const failures: unknown[] = [];
  const { publish, listen } = createPublisher();
  const bug = new Error('a bug');
  const failing = () => {
    throw bug;
  };
  listen([failing, (event) => void heard.push(event)], (error, event) => failures.push([error, event]));
  expect(() => publish(EVENT)).not.toThrow();
  expect(heard).toEqual([EVENT]);
  expect(failures).toEqual([[bug, EVENT]]);
});

test('decision 40: where nobody listens, as in a command, publishing does nothing', () => {
  expect(() => createPublisher().publish(EVENT)).not.toThrow();
});
