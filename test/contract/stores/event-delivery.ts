// Deliveries of events, for every database: the loop that a server runs, with receivers that misbehave, and with a secret
// that changes meanwhile (contract 60).

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOutboxLoop, type OutboxLoop } from '../../../src/background/outbox-loop.ts';
import { systemTimers } from '../../../src/background/system-timers.ts';
import type { EventEndpoint } from '../../../src/core/applications/application-events/event-endpoint.ts';
import { eventMessages } from '../../../src/core/applications/application-events/event-messages.ts';
import { newEventSecret } from '../../../src/core/applications/application-events/event-secrets.ts';
import { createServerSecrets, newSub } from '../../../src/core/ground/secrets.ts';
import type { Ports } from '../../../src/core/operating/ports.ts';
import { createFormDelivery } from '../../../src/outside/form-delivery.ts';
import { type Behaviour, type Receiver, startReceiver, verified } from '../../helpers/event-receiver.ts';
import { givenConnection, someAccount } from './given.ts';
import { someEndpoint } from './given-events.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

/** People whose events wait at an endpoint that misbehaves: more than there are places for deliveries. */
const BACKLOG = 70;

/**
 * A receiver that is slow answers after this time, and one that hangs has failed later still: far more than a busy
 * machine takes to deliver three events.
 */
const SLOW_MS = 15_000;
const TIME_LIMIT_MS = 20_000;

const TROUBLES: Readonly<Record<string, Behaviour>> = {
  'is slow': (response) => setTimeout(() => response.writeHead(204).end(), SLOW_MS).unref(),
  redirects: (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  'answers 500': (response) => response.writeHead(500).end(),
  'answers 410': (response) => response.writeHead(410).end(),
  hangs: () => undefined,
  'is internal': (response) => response.writeHead(204).end(),
};

export function eventDeliveryContract(make: MakeDatabase): void {
  describe('deliveries of events', () => {
    const database = useDatabase(make);
    const clock = { now: () => Date.now() };
    const secrets = createServerSecrets(Buffer.alloc(32, 7));
    const open = createFormDelivery({ allowInternal: true, now: clock.now, timeLimitMs: TIME_LIMIT_MS });
    const guarded = createFormDelivery({ allowInternal: false, now: clock.now });
    let receiver: Receiver;
    let loop: OutboxLoop | undefined;
    beforeAll(async () => {
      receiver = await startReceiver();
    });
    afterEach(async () => {
      await loop?.stop();
      loop = undefined;
      receiver.received.length = 0;
    });
    afterAll(async () => {
      await receiver.stop();
      await Promise.all([open.close(), guarded.close()]);
    });

    /** Delivers as a server does. Only what `internal` names is refused as internal, since every receiver here is. */
    const startLoop = (internal?: string) => {
      const { events, applications } = database.stores;
      const postJson: typeof open.postJson = (uri, ...rest) =>
        (uri.endsWith(`/${internal}`) ? guarded : open).postJson(uri, ...rest);
      const rules = { mail: 'off' } as unknown as Ports['rules'];
      const kind = eventMessages({ events, applications, secrets, clock, rules, eventPost: { postJson } });
      loop = createOutboxLoop(clock, [kind], { timers: systemTimers, pollMs: 50 });
      loop.start();
    };
    const given = async (path: string) => {
      const { application } = await givenConnection(database.stores);
      const endpoint = someEndpoint(application.id, { url: receiver.urlOf(`/${path}`) });
      const { secret, text } = newEventSecret({ secrets, clock }, endpoint.id);
      await database.stores.events.insertEndpoint(endpoint, secret, 3);
      return { endpoint, text };
    };
    /** One event of each of so many people. */
    const connect = ({ applicationId }: EventEndpoint, count: number) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const account = someAccount();
          await database.stores.accounts.insert(account);
          const agreement = { applicationId, accountId: account.id, sub: newSub(), answers: {}, now: clock.now() };
          await database.stores.connections.agree(agreement);
        }),
      );

    it.each(Object.entries(TROUBLES))(
      'contract 60: an endpoint that %s delays nobody else',
      async (trouble, behaviour) => {
        const path = trouble.replaceAll(' ', '-');
        receiver.behave(`/${path}`, behaviour);
        const [troubled, quick] = [await given(path), await given(`beside-${path}`)];
        await connect(troubled.endpoint, BACKLOG);
        startLoop(trouble === 'is internal' ? path : undefined);
        const tried = async () => {
          const page = { endpointId: troubled.endpoint.id, beforeId: undefined, limit: BACKLOG };
          const deliveries = await database.stores.events.listDeliveries(page);
          return receiver.at(`/${path}`).length > 0 || deliveries.some(({ tries }) => tries > 0);
        };
        await expect.poll(tried).toBe(true);
        const startedAt = performance.now();
        await connect(quick.endpoint, 3);
        await expect.poll(() => receiver.at(`/beside-${path}`).length, { interval: 20 }).toBe(3);
        expect(performance.now() - startedAt).toBeLessThan(SLOW_MS - 5_000);
        if (trouble === 'is internal') expect(receiver.at(`/${path}`)).toEqual([]);
        expect(receiver.at('/elsewhere')).toEqual([]);
      },
    );

    it('contract 60: a secret that is rotated under load loses no event, and none is signed with an ended one', async () => {
      const { endpoint, text } = await given('rotated');
      const { events } = database.stores;
      let known = [text];
      const accepted = new Set<string>();
      const refused: string[] = [];
      receiver.behave('/rotated', (response, message) => {
        const isGenuine = known.some((secret) => {
          try {
            return verified(message, secret) !== undefined;
          } catch {
            return false;
          }
        });
        const id = String(message.headers['webhook-id']);
        if (isGenuine) accepted.add(id);
        else refused.push(id);
        response.writeHead(isGenuine ? 204 : 401).end();
      });
      await connect(endpoint, 150);
      startLoop();
      // What was signed before a change is under way for a moment, at four places.
      const untilSome = async () => {
        const before = accepted.size;
        await expect.poll(() => accepted.size, { interval: 5 }).toBeGreaterThanOrEqual(before + 9);
      };
      for (let rotation = 0; rotation < 4; rotation += 1) {
        const next = newEventSecret({ secrets, clock }, endpoint.id);
        expect(await events.insertSecret(next.secret, 2)).toBe('created');
        known = [...known, next.text];
        await untilSome();
        expect(await events.removeOlderSecrets(endpoint.id)).toBe(1);
        known = [next.text];
        await untilSome();
      }
      await connect(endpoint, 10);
      await expect.poll(() => accepted.size).toBe(160);
      expect(refused).toEqual([]);
    });
  });
}
