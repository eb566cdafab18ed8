// The contract of EventStore, for every database: endpoints, their secrets, and the outbox of deliveries (contract 60).
import { describe, expect, it } from 'vitest';
import { EVENT_TYPES, EVENTS_KEPT_MS } from '../../../src/core/applications/application-events/application-event.ts';
import { newSub } from '../../../src/core/ground/secrets.ts';
import { newId } from '../../helpers/new-id.ts';
import { DAY, givenConnection, HOUR, NOW, SECOND, someAccount } from './given.ts';
import { listen, someEndpoint, someEventSecret } from './given-events.ts';
import { someMail } from './mail-store.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function eventStoreContract(make: MakeDatabase): void {
  describe('EventStore', () => {
    const database = useDatabase(make);
    const claim = (values: { now?: number; limit?: number; busy?: string[] } = {}) => {
      const { now = NOW, limit = 10, busy = [] } = values;
      return database.stores.events.claim({ now, until: now + 30 * SECOND, limit, busy });
    };
    const given = async () => {
      const signedUp = await givenConnection(database.stores);
      return { ...signedUp, endpoint: await listen(database.stores, signedUp.application.id) };
    };
    /** One event of the person. */
    const cause = (accountId: string, nickname: string = newId()) =>
      database.stores.accounts.saveProfile(accountId, { nickname }, NOW);
    const connect = async (applicationId: string) => {
      const account = someAccount();
      await database.stores.accounts.insert(account);
      const answers = { nickname: { agreed: true, answeredAt: NOW } };
      await database.stores.connections.agree({
        applicationId,
        accountId: account.id,
        sub: newSub(),
        answers,
        now: NOW,
      });
      return account;
    };
    const someTry = {
      status: undefined,
      noAnswer: undefined,
      at: NOW,
      restsUntil: undefined,
      result: 'failed',
    } as const;
    const DONE = { failure: undefined, at: NOW, id: newId() };

    it('contract 60: an application has at most three endpoints, also when they are created at once', async () => {
      const { application } = await givenConnection(database.stores);
      const stores = [database.stores, await database.open()];
      const created = await Promise.all(
        Array.from({ length: 6 }, (_, index) => {
          const endpoint = someEndpoint(application.id);
          return stores[index % 2]?.events.insertEndpoint(endpoint, someEventSecret(endpoint.id), 3);
        }),
      );
      expect(created.sort()).toEqual(['created', 'created', 'created', 'too-many', 'too-many', 'too-many']);
      expect(await database.stores.events.listEndpoints(application.id)).toHaveLength(3);
    });

    it('contract 25: a form that is sent twice makes one endpoint, and one secret', async () => {
      const { application, endpoint } = await given();
      const { events } = database.stores;
      const insert = (newest: string) => {
        const made = someEndpoint(application.id);
        return events.insertEndpoint(made, someEventSecret(made.id), 3, undefined, newest);
      };
      expect((await Promise.all([insert(endpoint.id), insert(endpoint.id)])).sort()).toEqual(['changed', 'created']);
      expect(await insert('')).toBe('changed');
      expect(await events.listEndpoints(application.id)).toHaveLength(2);
      const [first] = await events.listSecrets(endpoint.id);
      const add = (newest = '') => events.insertSecret(someEventSecret(endpoint.id), 2, undefined, newest);
      expect((await Promise.all([add(first?.id), add(first?.id)])).sort()).toEqual(['changed', 'created']);
      expect(await events.listSecrets(endpoint.id)).toHaveLength(2);
    });

    it('contract 60: an endpoint comes back whole, changes, and goes with its secrets', async () => {
      const { application } = await givenConnection(database.stores);
      const { events } = database.stores;
      const endpoint = someEndpoint(application.id, { types: ['account.deleted'] });
      const secret = someEventSecret(endpoint.id);
      await events.insertEndpoint(endpoint, secret, 3);
      expect(await events.listEndpoints(application.id)).toEqual([endpoint]);
      expect(await events.listSecrets(endpoint.id)).toEqual([secret]);
      const changed = { ...endpoint, url: 'https://shop.example/other', types: EVENT_TYPES, disabledAt: NOW };
      expect(await events.updateEndpoint(changed, endpoint)).toBe(true);
      expect(await events.findEndpoint(endpoint.id)).toEqual(changed);
      expect(await events.updateEndpoint({ ...changed, applicationId: newId() }, changed)).toBe(false);
      expect(await events.removeEndpoint(newId(), endpoint.id)).toBe(false);
      expect(await events.removeEndpoint(application.id, endpoint.id)).toBe(true);
      expect(await events.findEndpoint(endpoint.id)).toBeUndefined();
      expect(await events.listSecrets(endpoint.id)).toEqual([]);
      expect(await events.insertSecret(someEventSecret(endpoint.id), 2)).toBe('no-endpoint');
      expect(await events.insertEndpoint(someEndpoint(newId()), secret, 3)).toBe('no-application');
    });

    it('case N9: an endpoint changes only from the state that was read; OF MANY at once, one changes it', async () => {
      const { application } = await givenConnection(database.stores);
      const { events } = database.stores;
      const endpoint = someEndpoint(application.id, { types: ['account.deleted'] });
      await events.insertEndpoint(endpoint, someEventSecret(endpoint.id), 3);
      const others = [{ url: 'https://other.example/' }, { types: EVENT_TYPES }, { disabledAt: NOW }] as const;
      for (const other of others) {
        expect(await events.updateEndpoint({ ...endpoint, disabledAt: NOW }, { ...endpoint, ...other })).toBe(false);
      }
      const change = (index: number) =>
        events.updateEndpoint({ ...endpoint, url: `https://shop.example/${index}` }, endpoint);
      const done = await Promise.all(Array.from({ length: 20 }, (_, index) => change(index)));
      expect(done.filter(Boolean)).toHaveLength(1);
      // A delivery that was answered with 410 disables it meanwhile.
      const read = await events.findEndpoint(endpoint.id);
      await events.disable(endpoint.id, NOW, undefined);
      expect(read && (await events.updateEndpoint({ ...read, types: EVENT_TYPES }, read))).toBe(false);
      expect(await events.findEndpoint(endpoint.id)).toMatchObject({ disabledAt: NOW, types: endpoint.types });
    });

    it('contract 60: two secrets live at once, and the older one can be ended', async () => {
      const { endpoint } = await given();
      const { events } = database.stores;
      const two = [someEventSecret(endpoint.id), someEventSecret(endpoint.id)];
      const added = await Promise.all(two.map((one) => events.insertSecret(one, 2)));
      expect(added.sort()).toEqual(['created', 'too-many']);
      const newest = (await events.listSecrets(endpoint.id))[1];
      if (!newest) throw new Error('there is no second secret');
      expect(await events.removeOlderSecrets(endpoint.id)).toBe(1);
      expect(await events.listSecrets(endpoint.id)).toMatchObject([{ id: newest.id }]);
      expect(await events.removeOlderSecrets(endpoint.id)).toBe(0);
      const [sealed] = await events.listSealed({ afterId: '', limit: 10 });
      expect(sealed).toEqual({ id: newest.id, sealed: newest.sealed });
      expect(await events.reseal(newest.id, newest.sealed, Buffer.from('again'))).toBe(true);
      expect(await events.reseal(newest.id, newest.sealed, Buffer.from('late'))).toBe(false);
    });

    it('contract 60: a delivery has the event, goes to endpoints of its type, and to none that is disabled', async () => {
      const { application, user, connection, endpoint } = await given();
      const { events } = database.stores;
      const others = [
        someEndpoint(application.id, { types: ['account.deleted'] }),
        someEndpoint(application.id, { disabledAt: NOW }),
      ];
      for (const other of others) await events.insertEndpoint(other, someEventSecret(other.id), 3);
      await cause(user.id);
      const claimed = await claim();
      expect(claimed).toMatchObject([
        {
          ...{ endpointId: endpoint.id, sub: connection.sub, type: 'account.updated', sequence: 1 },
          ...{ data: { items: ['nickname'] }, partOf: undefined, tries: 0, claimedUntil: NOW + 30 * SECOND },
        },
      ]);
      const [event] = await events.listEvents({ applicationId: application.id, afterId: '', untilId: 'g', limit: 9 });
      expect(claimed[0]?.eventId).toBe(event?.id);
      expect(claimed[0]?.at).toBe(event?.at);
    });

    it('contract 60: events of one person are claimed in order, those of others meanwhile', async () => {
      const { application, user, connection } = await given();
      const other = await connect(application.id);
      for (let round = 0; round < 3; round += 1) await cause(user.id);
      await cause(other.id);
      const first = await claim();
      const mine = first.filter(({ sub }) => sub === connection.sub);
      expect(mine.map(({ sequence }) => sequence)).toEqual([1]);
      expect(first.filter(({ sub }) => sub !== connection.sub).map(({ sequence }) => sequence)).toEqual([1]);
      expect(await claim()).toEqual([]);
      const [due] = mine;
      if (!due) throw new Error('nothing was claimed');
      // Put back: the next one still waits.
      await database.stores.events.putBack(due, NOW + HOUR);
      expect((await claim()).filter(({ sub }) => sub === connection.sub)).toEqual([]);
      const [again] = (await claim({ now: NOW + HOUR })).filter(({ sub }) => sub === connection.sub);
      expect(again).toMatchObject({ sequence: 1, tries: 1 });
      await database.stores.events.remove(due, { failure: 'answered 500', at: NOW, id: newId() });
      expect((await claim({ now: NOW + HOUR })).filter(({ sub }) => sub === connection.sub)).toMatchObject([
        { sequence: 2 },
      ]);
    });

    it('contract 60: in three processes at once, each delivery is claimed once and in order', async () => {
      const { application, user } = await given();
      const people = [user, ...(await Promise.all([1, 2, 3, 4].map(() => connect(application.id))))];
      for (let round = 0; round < 4; round += 1) await Promise.all(people.map(({ id }) => cause(id)));
      const stores = [database.stores, await database.open(), await database.open()];
      const seen = new Map<string, number[]>();
      for (let round = 0; round < 40; round += 1) {
        const claims = await Promise.all(
          stores.map(({ events }) => events.claim({ now: NOW, until: NOW + 30 * SECOND, limit: 4, busy: [] })),
        );
        const claimed = claims.flat();
        expect(new Set(claimed.map(({ sub }) => sub)).size).toBe(claimed.length);
        for (const { sub = '', sequence } of claimed) seen.set(sub, [...(seen.get(sub) ?? []), sequence]);
        await Promise.all(claimed.map((one, index) => stores[index % 3]?.events.remove(one, DONE)));
      }
      for (const order of seen.values()) expect(order).toEqual(order.map((_, index) => index + 1));
      expect([...seen.values()].flat()).toHaveLength(24);
    });

    it('decision 50: an endpoint whose last try failed takes one place, and others are not behind its backlog', async () => {
      const { application, endpoint } = await given();
      const { events } = database.stores;
      await Promise.all(Array.from({ length: 8 }, () => connect(application.id)));
      const hanging = await claim({ limit: 4 });
      expect(hanging).toHaveLength(4);
      const [one] = hanging;
      if (!one) throw new Error('nothing was claimed');
      await events.noteTry({ ...someTry, id: one.id, endpointId: endpoint.id });
      await Promise.all(hanging.map((message) => events.putBack(message, NOW + HOUR)));
      expect(await claim()).toHaveLength(1);
      expect(await claim()).toEqual([]);
      const elsewhere = await given();
      await cause(elsewhere.user.id);
      expect(await claim()).toMatchObject([{ endpointId: elsewhere.endpoint.id }]);
      expect(await claim({ busy: [endpoint.id] })).toEqual([]);
    });

    it('decision 54: endpoints with fewer deliveries under way come first, and those that fail last', async () => {
      const { events } = database.stores;
      const [slow, failing, quick] = [await given(), await given(), await given()];
      await Promise.all([1, 2, 3].map(() => connect(slow.application.id)));
      expect(await claim({ limit: 2 })).toHaveLength(2);
      await cause(failing.user.id);
      const [tried] = await claim({ limit: 1, busy: [slow.endpoint.id] });
      await events.noteTry({ ...someTry, id: tried?.id ?? '', endpointId: failing.endpoint.id });
      if (tried) await events.putBack(tried, NOW);
      // What happened last, at the endpoint that has nothing under way and did not fail.
      await cause(quick.user.id);
      const order: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        order.push(...(await claim({ limit: 1 })).map(({ endpointId }) => endpointId));
      }
      expect(order).toEqual([quick.endpoint.id, slow.endpoint.id, failing.endpoint.id]);
    });

    it('decision 54: a claim is quick beside a backlog that was written a moment ago', async () => {
      const { endpoint } = await given();
      await database.execute(`
        insert into event_deliveries (id, event_id, endpoint_id, sub, sequence, created_at, next_try_at)
        with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
        select 'd' || i, 'e' || i, '${endpoint.id}', 's' || i, 1, ${NOW}, ${NOW} from n`);
      const startedAt = performance.now();
      for (let count = 0; count < 10; count += 1) expect(await claim({ limit: 4 })).toHaveLength(4);
      expect(performance.now() - startedAt).toBeLessThan(5_000);
    });

    it('decision 54: what waits for a delivery that is tried again later is due with it, and at once if that one is', async () => {
      const { application, user, connection, endpoint } = await given();
      const { events } = database.stores;
      for (let round = 0; round < 3; round += 1) await cause(user.id);
      const [first] = await claim();
      if (!first) throw new Error('nothing was claimed');
      // Under way: what waits for it is due as soon as it is done.
      expect(await events.deferBlocked(NOW, 10)).toBe(0);
      await events.noteTry({ ...someTry, id: first.id, endpointId: endpoint.id, status: 500 });
      await events.putBack(first, NOW + HOUR);
      const other = await connect(application.id);
      await cause(other.id);
      expect(await events.countDue(NOW, 10)).toBe(4);
      expect(await events.deferBlocked(NOW, 10)).toBe(2);
      expect(await events.deferBlocked(NOW, 10)).toBe(0);
      // Those of somebody else, one of which waits for one that is due.
      expect(await events.countDue(NOW, 10)).toBe(2);
      const again = { applicationId: application.id, endpointId: endpoint.id, eventId: first.eventId, now: NOW };
      expect(await events.sendAgain({ ...again, id: newId() })).toBe('queued');
      const order: number[] = [];
      for (let due = await claim({ limit: 1 }); due.length > 0; due = await claim({ limit: 1 })) {
        for (const message of due) {
          if (message.sub === connection.sub) order.push(message.sequence);
          await events.remove(message, DONE);
        }
      }
      expect(order).toEqual([1, 2, 3]);
    });

    it('contract 60: the time of failure begins with a failed try, and ends with one that succeeds', async () => {
      const { user, endpoint } = await given();
      const { events } = database.stores;
      await cause(user.id);
      const [{ id } = { id: '' }] = await claim();
      const attempt = (at: number, result: 'succeeded' | 'failed' | 'final') =>
        events.noteTry({
          ...someTry,
          id,
          endpointId: endpoint.id,
          status: result === 'succeeded' ? 204 : 500,
          at,
          result,
        });
      // No other try was due after it.
      expect(await attempt(NOW, 'final')).toBeUndefined();
      expect(await attempt(NOW + 1, 'failed')).toBe(NOW + 1);
      expect(await attempt(NOW + 12 * HOUR, 'failed')).toBe(NOW + 1);
      expect(await attempt(NOW + 13 * HOUR, 'final')).toBe(NOW + 1);
      // Not tried for more than a day.
      expect(await attempt(NOW + 3 * DAY, 'failed')).toBe(NOW + 3 * DAY);
      expect(await attempt(NOW + 3 * DAY + 1, 'succeeded')).toBeUndefined();
      expect((await events.findEndpoint(endpoint.id))?.failingSince).toBeUndefined();
      const [delivery] = await events.listDeliveries({ endpointId: endpoint.id, beforeId: undefined, limit: 5 });
      expect(delivery).toMatchObject({ lastStatus: 204, lastTriedAt: NOW + 3 * DAY + 1 });
    });

    it('contract 60: disabling tells the owner once, and says from which event on it missed some', async () => {
      const { owner, user, endpoint } = await given();
      const { events, mails } = database.stores;
      await database.stores.accounts.setEmailVerified(owner.id, owner.emailKey, NOW);
      await cause(user.id);
      await cause(user.id);
      const [first] = await claim();
      const mail = () => someMail({ kind: 'event-endpoint-disabled', accountId: owner.id });
      expect(await events.disable(endpoint.id, NOW, mail())).toBe(true);
      expect(await events.disable(endpoint.id, NOW + 5, mail())).toBe(false);
      const due = await mails.claim({ now: NOW, until: NOW + 1, limit: 9, busy: [] });
      expect(due).toMatchObject([{ kind: 'event-endpoint-disabled', email: owner.email }]);
      const disabled = await events.findEndpoint(endpoint.id);
      expect(disabled).toMatchObject({ disabledAt: NOW, missedFrom: first?.eventId });
      if (disabled) await events.updateEndpoint({ ...disabled, disabledAt: undefined }, disabled);
      expect(await events.findEndpoint(endpoint.id)).toEqual(endpoint);
    });

    it('contract 60: an event is sent again on request, and a test goes to this endpoint alone', async () => {
      const { application, user, endpoint } = await given();
      const { events } = database.stores;
      const at = { applicationId: application.id, endpointId: endpoint.id, now: NOW };
      await cause(user.id);
      const [due] = await claim();
      if (!due) throw new Error('nothing was claimed');
      await events.remove(due, { failure: 'answered 500', at: NOW, id: newId() });
      expect(await claim()).toEqual([]);
      const again = { ...at, id: newId(), eventId: due.eventId };
      expect(await events.sendAgain({ ...again, applicationId: newId() })).toBe('no-endpoint');
      expect(await events.sendAgain({ ...again, endpointId: newId() })).toBe('no-endpoint');
      expect(await events.sendAgain({ ...again, eventId: newId() })).toBe('no-event');
      expect(await events.sendAgain(again)).toBe('queued');
      expect(await claim()).toMatchObject([{ id: again.id, eventId: due.eventId, sequence: 1, tries: 0 }]);
      // It waits already.
      await events.putBack({ ...due, id: again.id, claimedUntil: NOW + 30 * SECOND }, NOW + HOUR);
      expect(await events.sendAgain({ ...again, id: newId() })).toBe('queued');
      expect(await claim()).toMatchObject([{ id: again.id, tries: 1 }]);
      await events.sendTest({ ...at, id: newId(), eventId: newId() });
      expect(await claim()).toMatchObject([{ type: 'test', sub: undefined, sequence: 0, endpointId: endpoint.id }]);
      const list = { applicationId: application.id, afterId: '', untilId: 'g', limit: 9 };
      expect((await events.listEvents(list)).map(({ type }) => type)).toEqual(['account.updated']);
      const deliveries = await events.listDeliveries({ endpointId: endpoint.id, beforeId: undefined, limit: 9 });
      expect(deliveries.map(({ type, failure }) => [type, failure])).toEqual(
        expect.arrayContaining([
          ['test', undefined],
          ['account.updated', undefined],
          ['account.updated', 'answered 500'],
        ]),
      );
      const page = { endpointId: endpoint.id, beforeId: deliveries[0]?.id, limit: 1 };
      expect(await events.listDeliveries(page)).toEqual([deliveries[1]]);
    });

    it('contract 60: OF MANY who send an event again at once, one makes a delivery; none while it is being tried', async () => {
      const { application, user, endpoint } = await given();
      const { events } = database.stores;
      const stores = [database.stores, await database.open()];
      await cause(user.id);
      const [due] = await claim();
      if (!due) throw new Error('nothing was claimed');
      const at = { applicationId: application.id, endpointId: endpoint.id, eventId: due.eventId, now: NOW };
      const sendAgain = (index: number) => stores[index % 2]?.events.sendAgain({ ...at, id: newId() });
      const deliveries = () => events.listDeliveries({ endpointId: endpoint.id, beforeId: undefined, limit: 99 });
      // It is being tried.
      expect(await Promise.all([0, 1, 2, 3].map(sendAgain))).toEqual(Array(4).fill('queued'));
      expect(await deliveries()).toHaveLength(1);
      expect(await claim()).toEqual([]);
      for (let round = 2; round < 6; round += 1) {
        for (const one of await claim({ now: NOW + HOUR })) await events.remove(one, DONE);
        expect(await Promise.all([0, 1, 2, 3, 4, 5].map(sendAgain))).toEqual(Array(6).fill('queued'));
        expect(await deliveries()).toHaveLength(round);
      }
    });

    it('contract 60: nothing is sent again to an endpoint that is disabled', async () => {
      const { application, user, endpoint } = await given();
      const { events } = database.stores;
      await cause(user.id);
      const [due] = await claim();
      if (due) await events.remove(due, DONE);
      await events.disable(endpoint.id, NOW, undefined);
      const at = { id: newId(), applicationId: application.id, endpointId: endpoint.id, now: NOW };
      expect(await events.sendAgain({ ...at, eventId: due?.eventId ?? '' })).toBe('disabled');
      expect(await events.sendTest({ ...at, eventId: newId() })).toBe('disabled');
      expect(await claim()).toEqual([]);
    });

    it('contract 60: an endpoint that asked to be left alone gets nothing until then, whoever it is about', async () => {
      const { application, user, endpoint } = await given();
      const { events } = database.stores;
      await cause(user.id);
      await connect(application.id);
      const [first, second] = await claim();
      if (!first || !second) throw new Error('two were to be claimed');
      const attempt = { ...someTry, endpointId: endpoint.id, status: 429 };
      await events.noteTry({ ...attempt, id: first.id, restsUntil: NOW + HOUR });
      await events.noteTry({ ...attempt, id: second.id, noAnswer: 'timeout', status: undefined });
      for (const one of [first, second]) await events.putBack(one, NOW + SECOND);
      const list = { endpointId: endpoint.id, beforeId: undefined, limit: 9 };
      const shown = await events.listDeliveries(list);
      expect(shown.map(({ nextTryAt }) => nextTryAt)).toEqual([NOW + HOUR, NOW + HOUR]);
      expect(new Set(shown.map(({ noAnswer, lastStatus }) => noAnswer ?? lastStatus))).toEqual(
        new Set(['timeout', 429]),
      );
      const again = { applicationId: application.id, endpointId: endpoint.id, eventId: first.eventId };
      await events.sendAgain({ ...again, id: newId(), now: NOW + SECOND });
      expect(await claim({ now: NOW + HOUR - 1 })).toEqual([]);
      const [due] = await claim({ now: NOW + HOUR });
      if (!due) throw new Error('nothing was claimed');
      // Delivered: the rest is over. So it is when the owner changes the endpoint.
      await events.noteTry({ ...attempt, id: due.id, status: 204, result: 'succeeded' });
      await events.noteTry({ ...attempt, id: due.id, restsUntil: NOW + 9 * HOUR });
      expect(await claim({ now: NOW + 2 * HOUR })).toEqual([]);
      const stored = await events.findEndpoint(endpoint.id);
      if (stored) await events.updateEndpoint({ ...stored, url: 'https://shop.example/other' }, stored);
      expect(await claim({ now: NOW + 2 * HOUR })).not.toEqual([]);
    });

    it('contract 60: a delivery of a deleted account keeps its sub until it is done, and then loses it', async () => {
      const { user, connection } = await given();
      await cause(user.id);
      await database.stores.accounts.remove(user.id, NOW);
      const order: unknown[] = [];
      for (let due = await claim(); due.length > 0; due = await claim()) {
        for (const message of due) {
          order.push([message.type, message.sub]);
          await database.stores.events.remove(message, DONE);
        }
      }
      expect(order).toEqual(
        ['account.updated', 'connection.ended', 'account.deleted'].map((type) => [type, connection.sub]),
      );
      await database.execute(
        `insert into event_rules (name) select 'kept' from event_deliveries where sub is not null limit 1`,
      );
      expect(await database.stores.events.countDue(NOW, 10)).toBe(0);
    });

    it('contract 60: events and deliveries are purged after 30 days, and those of a removed application soon', async () => {
      const { application, user, endpoint } = await given();
      const { events, expired } = database.stores;
      await cause(user.id);
      const list = () => events.listEvents({ applicationId: application.id, afterId: '', untilId: 'g', limit: 9 });
      const deliveries = () => events.listDeliveries({ endpointId: endpoint.id, beforeId: undefined, limit: 9 });
      await expired.purge(Date.now() + EVENTS_KEPT_MS - HOUR, 100, DAY);
      expect([(await list()).length, (await deliveries()).length]).toEqual([1, 1]);
      await expired.purge(Date.now() + EVENTS_KEPT_MS + HOUR, 100, DAY);
      expect([(await list()).length, (await deliveries()).length]).toEqual([0, 0]);
      await cause(user.id);
      await database.stores.applications.remove(application.id);
      await expired.purge(Date.now(), 100, DAY);
      expect(await list()).toEqual([]);
      expect((await claim())[0]?.type).toBeUndefined();
    });
  });
}
