// Events to applications, for every database: each cause writes its event in its own transaction (contract 60,
// decision 50).
import { describe, expect, it } from 'vitest';
import type { EventType } from '../../../src/core/applications/application-events/application-event.ts';
import { CATALOGUE } from '../../../src/core/ground/consent-items.ts';
import { newSub } from '../../../src/core/ground/secrets.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import { newId } from '../../helpers/new-id.ts';
import {
  givenConnection,
  givenFamily,
  NOW,
  redemption,
  type SignedUp,
  someAccount,
  someApplication,
  someGrant,
  someLink,
  someSession,
} from './given.ts';
import { listen } from './given-events.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

async function recorded(stores: Stores, applicationId: string) {
  const page = { applicationId, afterId: '', untilId: 'g', limit: 100 };
  return (await stores.events.listEvents(page)).map(({ type, sequence, sub, data, partOf }) => ({
    type,
    sequence,
    sub,
    data,
    partOf,
  }));
}

/** Events of one person. Ids made in the same millisecond have any order. */
const bySequence = <Event extends { sequence: number }>(events: readonly Event[]): Event[] =>
  events.toSorted((one, other) => one.sequence - other.sequence);

export function eventTriggersContract(make: MakeDatabase): void {
  describe('events to applications', () => {
    const database = useDatabase(make);
    const events = (applicationId: string) => recorded(database.stores, applicationId);
    const given = async (): Promise<SignedUp> => {
      const signedUp = await givenConnection(database.stores);
      await listen(database.stores, signedUp.application.id);
      return signedUp;
    };
    /** What is recorded of the connection after `act`, as types with their data. */
    const madeBy = async ({ application, connection }: SignedUp, act: () => Promise<unknown>) => {
      await act();
      const all = await events(application.id);
      expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => index + 1));
      expect(new Set(all.map(({ sub }) => sub))).toEqual(new Set(all.length > 0 ? [connection.sub] : []));
      return all.map(({ type, data }) => [type, data]);
    };

    it('decision 50: nothing is recorded for an application without an endpoint', async () => {
      const { application, user } = await givenConnection(database.stores);
      await database.stores.connections.unlink(application.id, user.id, NOW, 'person');
      expect(await events(application.id)).toEqual([]);
    });

    it('contract 60: a first consent is connection.created, and so is one after an end', async () => {
      const { application, owner, user } = await given();
      const agree = (accountId: string) => {
        const answers = { nickname: { agreed: true, answeredAt: NOW } };
        return database.stores.connections.agree({
          applicationId: application.id,
          accountId,
          sub: newSub(),
          answers,
          now: NOW,
        });
      };
      const { sub } = await agree(owner.id);
      await database.stores.connections.unlink(application.id, user.id, NOW, 'person');
      await agree(user.id);
      const types = (all: Awaited<ReturnType<typeof events>>) => all.map(({ type }) => type);
      const all = await events(application.id);
      expect(types(all.filter((event) => event.sub === sub))).toEqual(['connection.created']);
      expect(types(bySequence(all.filter((event) => event.sub !== sub)))).toEqual([
        'connection.ended',
        'connection.created',
      ]);
    });

    it.each(['person', 'application', 'owner', 'operator'] as const)(
      'contract 60: a connection that %s ends is connection.ended',
      async (by) => {
        const signedUp = await given();
        const { application, user } = signedUp;
        const end = () => database.stores.connections.unlink(application.id, user.id, NOW, by);
        expect(await madeBy(signedUp, end)).toEqual([['connection.ended', { by }]]);
        expect(await end()).toBe(false);
        expect(await events(application.id)).toHaveLength(1);
      },
    );

    it('contract 60: unlinking all writes one row, and steps make the events with the act they are part of', async () => {
      const { application, user, connection } = await given();
      const others = Array.from({ length: 6 }, () => someAccount());
      for (const account of others) {
        await database.stores.accounts.insert(account);
        await database.stores.connections.agree({
          ...{ applicationId: application.id, accountId: account.id, sub: newSub(), answers: {}, now: NOW },
        });
      }
      const before = (await events(application.id)).length;
      const act = newId();
      await database.stores.connections.unlinkAll(application.id, NOW, 'owner', act);
      expect(await events(application.id)).toHaveLength(before);
      // A consent that comes before the step has both events, in order.
      await database.stores.connections.agree({
        ...{ applicationId: application.id, accountId: user.id, sub: newSub(), answers: {}, now: NOW },
      });
      const ofUser = (await events(application.id)).filter(({ sub }) => sub === connection.sub);
      expect(bySequence(ofUser)).toMatchObject([
        { type: 'connection.ended', data: { by: 'owner' }, partOf: act },
        { type: 'connection.created', partOf: undefined },
      ]);
      while ((await database.stores.events.endUnlinked(4)) > 0);
      const ended = (await events(application.id)).filter(({ partOf }) => partOf === act);
      expect(ended).toHaveLength(7);
      expect(new Set(ended.map(({ sub }) => sub)).size).toBe(7);
    });

    it('contract 60: consent.changed names what was agreed and withdrawn, and not the rest', async () => {
      const signedUp = await given();
      const { application, user, connection } = signedUp;
      const answer = (agreed: Record<string, boolean>, at: number) =>
        database.stores.connections.answer({
          applicationId: application.id,
          accountId: user.id,
          generation: connection.generation,
          answers: Object.fromEntries(
            Object.entries(agreed).map(([item, value]) => [item, { agreed: value, answeredAt: at }]),
          ),
          now: at,
        });
      const act = async () => {
        await answer({ email: false }, NOW + 1);
        await answer({ email: true, nickname: false }, NOW + 2);
        await answer({ email: true }, NOW + 3);
      };
      expect(await madeBy(signedUp, act)).toEqual([
        ['consent.changed', { agreed: ['email'], withdrawn: ['nickname'] }],
      ]);
    });

    it('contract 60: an item that was registered anew and agreed to again is consent.changed', async () => {
      const signedUp = await given();
      const { application, user, connection } = signedUp;
      const answer = (at: number) =>
        database.stores.connections.answer({
          applicationId: application.id,
          accountId: user.id,
          generation: connection.generation,
          answers: { email: { agreed: true, answeredAt: at }, nickname: { agreed: true, answeredAt: at } },
          now: at,
        });
      await answer(NOW + 1);
      const found = await database.stores.applications.find(application.id);
      if (!found) throw new Error('The application is gone');
      const consentItems = found.consentItems.map((entry) =>
        entry.item === 'email' ? { ...entry, createdAt: NOW + 2 } : entry,
      );
      const before = await events(application.id);
      const act = async () => {
        await database.stores.applications.replace(
          { ...found, consentItems, version: found.version + 1 },
          found.version,
        );
        await answer(NOW + 3);
        await answer(NOW + 4);
      };
      expect((await madeBy(signedUp, act)).slice(before.length)).toEqual([
        ['consent.changed', { agreed: ['email'], withdrawn: [] }],
      ]);
    });

    it('contract 60: account.updated names only agreed, registered items that changed, never the value', async () => {
      const signedUp = await given();
      const { user } = signedUp;
      const { accounts } = database.stores;
      const act = async () => {
        await accounts.saveProfile(user.id, { gender: 'female' }, NOW + 1);
        await accounts.saveProfile(user.id, { nickname: 'Somebody', gender: 'male' }, NOW + 2);
        await accounts.saveProfile(user.id, { nickname: 'Somebody' }, NOW + 3);
      };
      expect(await madeBy(signedUp, act)).toEqual([['account.updated', { items: ['nickname'] }]]);
    });

    it('contract 60: the triggers know the claims of every item of the catalogue', async () => {
      const items = CATALOGUE.map(({ item }) => item);
      const signedUp = await givenConnection(database.stores, items);
      await listen(database.stores, signedUp.application.id);
      for (const { item, claims } of CATALOGUE) {
        if (item === 'email' || item === 'username') continue;
        for (const claim of claims.filter((one) => !one.endsWith('_verified'))) {
          const before = (await events(signedUp.application.id)).length;
          await database.stores.accounts.saveProfile(signedUp.user.id, { [claim]: `new ${claim}` }, NOW);
          const made = (await events(signedUp.application.id)).slice(before);
          expect(
            made.map(({ data }) => data),
            claim,
          ).toEqual([{ items: [item] }]);
        }
      }
    });

    it('contract 60: an address that became verified is account.updated, and a withheld one is not', async () => {
      const signedUp = await givenConnection(database.stores, ['email'], { emailVerified: false });
      await listen(database.stores, signedUp.application.id);
      const { user } = signedUp;
      const session = someSession(user.id);
      await database.stores.sessions.start(session, undefined);
      const proof = { sessionId: session.id, authenticatedSince: 0 };
      const change = (email: string) =>
        database.stores.accounts.changeEmail(user.id, { email, emailKey: email }, NOW, proof);
      expect(await madeBy(signedUp, () => change('withheld@example.com'))).toEqual([]);
      await database.stores.events.setEmailReleased(true);
      expect(await madeBy(signedUp, () => change('released@example.com'))).toHaveLength(1);
      await database.stores.events.setEmailReleased(false);
      const verify = () => database.stores.accounts.setEmailVerified(user.id, 'released@example.com', NOW);
      expect(await madeBy(signedUp, verify)).toEqual([
        ['account.updated', { items: ['email'] }],
        ['account.updated', { items: ['email'] }],
      ]);
    });

    it('contract 60: disabling and enabling an account are one event each', async () => {
      const signedUp = await given();
      const act = async () => {
        await database.stores.accounts.setDisabled(signedUp.user.id, true, NOW);
        await database.stores.accounts.setDisabled(signedUp.user.id, true, NOW);
        await database.stores.accounts.setDisabled(signedUp.user.id, false, NOW);
      };
      expect(await madeBy(signedUp, act)).toEqual([
        ['account.disabled', {}],
        ['account.enabled', {}],
      ]);
    });

    it('contract 60: a deleted account is told with its sub, and earlier events lose it', async () => {
      const { application, user, connection } = await given();
      await database.stores.accounts.saveProfile(user.id, { nickname: 'Somebody' }, NOW);
      await database.stores.accounts.remove(user.id, NOW);
      expect(await events(application.id)).toMatchObject([
        { type: 'account.updated', sub: undefined },
        { type: 'connection.ended', sub: connection.sub, data: { by: 'deletion' } },
        { type: 'account.deleted', sub: connection.sub },
      ]);
    });

    it('contract 30: two applications that know people by the same sub hear of their own alone', async () => {
      const shop = await given();
      const other = await given();
      const sub = 'customer-1';
      const answers = { nickname: { agreed: true, answeredAt: NOW } };
      const known = [shop, other].map(async ({ application }) => {
        const account = someAccount();
        await database.stores.accounts.insert(account);
        const applicationId = application.id;
        await database.stores.connections.agree({ applicationId, accountId: account.id, sub, answers, now: NOW });
        return account.id;
      });
      const [inShop = '', inOther = ''] = await Promise.all(known);
      await database.stores.connections.unlink(shop.application.id, inShop, NOW, 'person');
      await database.stores.accounts.remove(inOther, NOW);
      const of = async ({ application }: SignedUp) =>
        (await events(application.id)).map(({ type, sequence, sub: about }) => [type, sequence, about]);
      expect(await of(shop)).toEqual([
        ['connection.created', 1, sub],
        ['connection.ended', 2, sub],
      ]);
      expect(await of(other)).toEqual([
        ['connection.created', 1, undefined],
        ['connection.ended', 2, sub],
        ['account.deleted', 3, sub],
      ]);
    });

    it('contract 60: an account that was not connected any more is nobody that the application hears of', async () => {
      const { application, user } = await given();
      await database.stores.connections.unlink(application.id, user.id, NOW, 'person');
      await database.stores.accounts.setDisabled(user.id, true, NOW);
      await database.stores.accounts.remove(user.id, NOW);
      expect(await events(application.id)).toMatchObject([{ type: 'connection.ended', sub: undefined }]);
    });

    it('contract 60: a session that somebody ended is session.ended, and one that expired is not', async () => {
      const signedUp = await given();
      const { application, user, connection } = signedUp;
      const redeem = async (expiresAt: number) => {
        const session = someSession(user.id, { expiresAt });
        await database.stores.sessions.start(session, undefined);
        const apiKey = application.platforms[0]?.apiKey ?? '';
        const grant = someGrant({
          ...{ apiKey, applicationId: application.id, accountId: user.id, sessionId: session.id },
        });
        await database.stores.codes.issue(grant);
        const told = { sessionId: session.id, apiKey, sid: `sid of ${session.id}`, sub: connection.sub };
        await database.stores.codes.redeem({ ...redemption(grant.id), tellOfSessionEnd: told });
        return session;
      };
      await redeem(NOW - 1);
      const { id } = await redeem(NOW + 1_000);
      const act = () => database.stores.sessions.endAll({ accountId: user.id, now: NOW });
      expect(await madeBy(signedUp, act)).toEqual([['session.ended', { sid: `sid of ${id}` }]]);
    });

    it.each(['code-reused', 'refresh-token-reused', 'application'] as const)(
      'contract 60: tokens that end because of %s are tokens.revoked, once',
      async (reason) => {
        const signedUp = await givenFamily(database.stores);
        await listen(database.stores, signedUp.application.id);
        const act = async () => {
          await database.stores.tokens.endFamily(signedUp.grant.id, NOW, reason);
          await database.stores.tokens.endFamily(signedUp.grant.id, NOW, reason);
        };
        expect(await madeBy(signedUp, act)).toEqual([['tokens.revoked', { reason }]]);
      },
    );

    it('contract 60: one access token that the application revokes is tokens.revoked, once, and only while it was live', async () => {
      const signedUp = await givenFamily(database.stores);
      await listen(database.stores, signedUp.application.id);
      const { id, expiresAt } = signedUp.accessToken;
      const { tokens } = database.stores;
      expect(await madeBy(signedUp, () => tokens.endAccessToken(newId(), NOW))).toEqual([]);
      const act = () =>
        Promise.all([tokens.endAccessToken(id, expiresAt - 1), tokens.endAccessToken(id, expiresAt - 1)]);
      expect(await madeBy(signedUp, act)).toEqual([
        ['tokens.revoked', { reason: 'application', token: 'access_token' }],
      ]);
      const late = await givenFamily(database.stores);
      await listen(database.stores, late.application.id);
      expect(await madeBy(late, () => tokens.endAccessToken(late.accessToken.id, late.accessToken.expiresAt))).toEqual(
        [],
      );
    });

    it('contract 60: what ends all grants of an account is tokens.revoked', async () => {
      const signedUp = await given();
      const link = someLink({ purpose: 'password', accountId: signedUp.user.id });
      await database.stores.links.issue(link);
      const act = () =>
        database.stores.links.redeemForPassword({ tokenHash: link.tokenHash, passwordHash: '$argon2id$new', now: NOW });
      expect(await madeBy(signedUp, act)).toEqual([['tokens.revoked', { reason: 'account-secured' }]]);
    });

    it('contract 60: an act that fails writes no event', async () => {
      const { application, user } = await given();
      const gone = { sessionId: newId(), authenticatedSince: NOW };
      const ending = database.stores.connections.unlink(application.id, user.id, NOW, 'owner', gone);
      await expect(ending).rejects.toThrow();
      expect(await events(application.id)).toEqual([]);
    });

    it('contract 60: of a person with two applications, each hears what it may read, under its own sub', async () => {
      const { application, user, owner } = await given();
      const other = someApplication(owner.id, { platforms: [] });
      await database.stores.applications.insert(other, 10);
      await listen(database.stores, other.id);
      const agreed = { applicationId: other.id, accountId: user.id, sub: newSub(), answers: {}, now: NOW };
      await database.stores.connections.agree(agreed);
      await database.stores.accounts.saveProfile(user.id, { nickname: 'Somebody' }, NOW);
      const types = async (id: string): Promise<EventType[]> => (await events(id)).map(({ type }) => type as EventType);
      expect(await types(application.id)).toEqual(['account.updated']);
      expect(await types(other.id)).toEqual(['connection.created']);
      expect((await events(other.id))[0]?.sub).toBe(agreed.sub);
    });

    it('contract 60: the recording begins with the first endpoint and ends with the last', async () => {
      const { application } = await givenConnection(database.stores);
      const records = async () => (await database.stores.applications.find(application.id))?.recordsEvents;
      expect(await records()).toBe(false);
      const endpoints = [await listen(database.stores, application.id), await listen(database.stores, application.id)];
      expect(await records()).toBe(true);
      for (const { id } of endpoints) await database.stores.events.removeEndpoint(application.id, id);
      expect(await records()).toBe(false);
    });
  });
}
