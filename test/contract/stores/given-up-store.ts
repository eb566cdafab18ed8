// The contract of GivenUpStore, for every database: what is left of messages of each kind that were given up, in one list
// (contract 20, 29, 60).
import { describe, expect, it } from 'vitest';
import type { GivenUpKind, PlaceOfGivenUp } from '../../../src/core/operating/given-up/given-up-store.ts';
import { newId } from '../../helpers/new-id.ts';
import { DAY, givenConnection, HOUR, NOW, redemption, type SignedUp, someGrant, someSession } from './given.ts';
import { listen } from './given-events.ts';
import { someMail } from './mail-store.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const FIRST: PlaceOfGivenUp = { endedAt: Number.MAX_SAFE_INTEGER, id: '~' };
const FAILED = { failure: 'answered 500', at: NOW + HOUR, id: newId() };

export function givenUpStoreContract(make: MakeDatabase): void {
  describe('GivenUpStore', () => {
    const database = useDatabase(make);
    const list = (page: { kind?: GivenUpKind; since?: number; after?: PlaceOfGivenUp; limit?: number } = {}) =>
      database.stores.givenUp.list({ kind: undefined, since: 0, after: FIRST, limit: 10, ...page });

    const giveUpMail = async (at: number) => {
      const { mails } = database.stores;
      const mail = someMail({ email: 'person@example.com', sealed: Buffer.from('secret') });
      await mails.queue(mail);
      const [due] = await mails.claim({ now: NOW, until: NOW + 1, limit: 1, busy: [] });
      if (due) await mails.remove(due, { failure: 'RCPT TO 550', at, id: newId() });
      return mail.id;
    };
    const claimEvents = () => database.stores.events.claim({ now: NOW, until: NOW + 1, limit: 10, busy: [] });
    const giveUpTest = async ({ application }: SignedUp, at: number) => {
      const endpoint = await listen(database.stores, application.id);
      const sent = { id: newId(), eventId: newId(), applicationId: application.id, endpointId: endpoint.id, now: NOW };
      await database.stores.events.sendTest(sent);
      for (const due of await claimEvents()) await database.stores.events.remove(due, { ...FAILED, at, id: newId() });
      return { endpoint, id: sent.id };
    };
    /** A session of the person that ended at `NOW`, of which an application is told. */
    const dueLogout = async ({ user, application, connection }: SignedUp) => {
      const { sessions, codes, sessionClients } = database.stores;
      const session = someSession(user.id);
      await sessions.start(session, undefined);
      const apiKey = application.platforms[0]?.apiKey ?? '';
      const openid = { sid: 'sid', amr: ['pwd'], claims: [] };
      const grant = someGrant({
        ...{ apiKey, accountId: user.id, applicationId: application.id, sessionId: session.id, openid },
        connectionGeneration: connection.generation,
      });
      await codes.issue(grant);
      const told = { sessionId: session.id, apiKey, sid: 'sid', sub: connection.sub };
      await codes.redeem({ ...redemption(grant.id), tellOfSessionEnd: told, now: NOW - DAY });
      await sessions.end({ accountId: user.id, sessionId: session.id, now: NOW });
      const [due] = await sessionClients.claim({ now: NOW, until: NOW + 1, limit: 1, busy: [] });
      if (due === undefined) throw new Error('No logout is due.');
      return due;
    };

    it('contract 29: a mail, an event and a back-channel logout are told, the newest first', async () => {
      const person = await givenConnection(database.stores);
      await database.execute("update applications set backchannel_logout_uri = 'https://shop.example/logout'");
      const { id: applicationId, name: applicationName } = person.application;
      const mailId = await giveUpMail(NOW + 1);
      const { id: eventId } = await giveUpTest(person, NOW + 3);
      await database.stores.sessionClients.remove(await dueLogout(person), { ...FAILED, at: NOW + 2 });
      const application = { applicationId, applicationName };
      expect(await list()).toEqual([
        {
          ...{ id: eventId, kind: 'event', type: 'test', createdAt: NOW, endedAt: NOW + 3, tries: 1 },
          ...{ ...application, url: 'https://shop.example/events', failure: 'answered 500' },
        },
        {
          ...{ id: expect.stringMatching(/^[0-9a-f]{32}$/), kind: 'logout', type: undefined },
          ...{ createdAt: NOW, endedAt: NOW + 2, tries: 1 },
          ...{ ...application, url: 'https://shop.example/logout', failure: 'answered 500' },
        },
        {
          ...{ id: mailId, kind: 'mail', type: 'password-changed', createdAt: NOW, endedAt: NOW + 1, tries: 0 },
          ...{ applicationId: undefined, applicationName: undefined, url: undefined, failure: 'RCPT TO 550' },
        },
      ]);
      for (const kind of ['mail', 'event', 'logout'] as const) {
        expect((await list({ kind })).map((message) => message.kind)).toEqual([kind]);
      }
      expect((await list({ since: NOW + 2 })).map(({ kind }) => kind)).toEqual(['event', 'logout']);
    });

    it('contract 29: pages hold each message once, also where many were given up in the same moment', async () => {
      const person = await givenConnection(database.stores);
      const ids = new Set<string>();
      for (const at of [NOW, NOW, NOW + 1]) ids.add(await giveUpMail(at));
      ids.add((await giveUpTest(person, NOW)).id);
      await database.stores.sessionClients.remove(await dueLogout(person), { ...FAILED, at: NOW });
      const found: PlaceOfGivenUp[] = [];
      for (let after: PlaceOfGivenUp | undefined = FIRST; after !== undefined; after = found.at(-1)) {
        const page = await list({ after, limit: 2 });
        if (page.length === 0) break;
        found.push(...page);
      }
      expect(found).toHaveLength(5);
      expect(found.map(({ endedAt }) => endedAt)).toEqual([NOW + 1, NOW, NOW, NOW, NOW]);
      expect(new Set(found.map(({ id }) => id)).size).toBe(5);
      expect(found.filter(({ id }) => ids.has(id))).toHaveLength(4);
    });

    it('contract 29: what was delivered or still waits is not told', async () => {
      const person = await givenConnection(database.stores);
      const { mails, events, sessionClients } = database.stores;
      for (const email of ['sent@example.com', 'waits@example.com']) await mails.queue(someMail({ email }));
      const [sent] = await mails.claim({ now: NOW, until: NOW + 1, limit: 1, busy: [] });
      if (sent) await mails.remove(sent, { failure: undefined, at: NOW, id: newId() });
      const { id: endpointId } = await listen(database.stores, person.application.id);
      const test = { applicationId: person.application.id, endpointId, now: NOW };
      await events.sendTest({ ...test, id: newId(), eventId: newId() });
      for (const due of await claimEvents()) await events.remove(due, { failure: undefined, at: NOW, id: newId() });
      await events.sendTest({ ...test, id: newId(), eventId: newId() });
      await sessionClients.remove(await dueLogout(person), { failure: undefined, at: NOW, id: newId() });
      await dueLogout(person);
      expect(await list()).toEqual([]);
    });

    it('contract 29: a logout that two processes give up at once is told once', async () => {
      const others = await database.open();
      const due = await dueLogout(await givenConnection(database.stores));
      const all = [database.stores, others, database.stores, others];
      await Promise.all(all.map(({ sessionClients }) => sessionClients.remove(due, FAILED)));
      expect(await list()).toHaveLength(1);
    });

    it('contract 29: a logout that another process delivered meanwhile is not told', async () => {
      const due = await dueLogout(await givenConnection(database.stores));
      await database.stores.sessionClients.remove(due, { failure: undefined, at: NOW, id: newId() });
      await database.stores.sessionClients.remove(due, FAILED);
      expect(await list()).toEqual([]);
    });

    it('contract 29: messages to an application that was removed are told without it, and none is born of it', async () => {
      const person = await givenConnection(database.stores);
      const { applications, sessionClients } = database.stores;
      await giveUpTest(person, NOW + 1);
      await sessionClients.remove(await dueLogout(person), FAILED);
      const due = await dueLogout(person);
      await applications.remove(person.application.id);
      await sessionClients.remove(due, FAILED);
      const gone = { applicationId: undefined, applicationName: undefined, url: undefined };
      expect(await list()).toMatchObject([
        { kind: 'logout', ...gone },
        { kind: 'event', ...gone },
      ]);
    });

    it('decision 10: a logout that was given up is due no more, also not as one that came late', async () => {
      const { sessionClients } = database.stores;
      await sessionClients.remove(await dueLogout(await givenConnection(database.stores)), FAILED);
      await sessionClients.tellLate({ endedSince: 0, now: NOW });
      expect(await sessionClients.claim({ now: NOW + DAY, until: NOW + 2 * DAY, limit: 1, busy: [] })).toEqual([]);
    });

    it('contract 29: a week after it was given up, a logout is purged', async () => {
      await database.stores.sessionClients.remove(await dueLogout(await givenConnection(database.stores)), FAILED);
      const end = FAILED.at + 7 * DAY;
      await database.stores.expired.purge(end - 1, 100, DAY);
      expect(await list()).toHaveLength(1);
      await database.stores.expired.purge(end, 100, DAY);
      expect(await list()).toEqual([]);
    });
  });
}
