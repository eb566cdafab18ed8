// The contract of SessionClientStore, for every database: which ends of sessions become messages, who gets them, and
// what they end besides (contract 7 "Logout"; cases K21, G13).
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Grant } from '../../../src/core/grants/tokens/grant.ts';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import type { DomainEvent } from '../../../src/core/ground/events/domain-event.ts';
import { createPublisher } from '../../../src/core/ground/events/publisher.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import { emptyAccount } from '../../../src/core/people/verification/account-claim.ts';
import { endSession } from '../../../src/core/sign-in/sessions/end-session.ts';
import type { Session } from '../../../src/core/sign-in/sessions/session.ts';
import { newId } from '../../helpers/new-id.ts';
import {
  DAY,
  givenConnection,
  HOUR,
  keeping,
  MINUTE,
  NOW,
  redemption,
  SECOND,
  type SignedUp,
  someGrant,
  someHash,
  someLink,
  someSession,
} from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

type Redeemed = { session: Session; grant: Grant; sid: string };
type End = (stores: Stores, accountId: string, session: Session) => Promise<unknown>;

/** Every act that ends a session on purpose. */
const ENDS: Readonly<Record<string, End>> = {
  'signing out': ({ sessions }, accountId, session) => sessions.end({ accountId, sessionId: session.id, now: NOW }),
  'signing out everywhere': ({ sessions }, accountId) => sessions.endAll({ accountId, now: NOW }),
  'signing out everywhere else': async (stores, accountId) => {
    const here = someSession(accountId);
    await stores.sessions.start(here, undefined);
    expect(await stores.sessions.endOthers({ accountId, ...keeping(here), now: NOW })).toBe(true);
  },
  'changing the password': async ({ accounts, sessions }, accountId) => {
    const here = someSession(accountId);
    await sessions.start(here, undefined);
    const changed = { accountId, ...keeping(here), toHash: '$argon2id$new', endGrants: false };
    expect(await accounts.changePassword({ ...changed, now: NOW })).toBe(true);
  },
  'a password link': async ({ links }, accountId) => {
    const link = someLink({ purpose: 'password', accountId });
    await links.issue(link);
    const used = { tokenHash: link.tokenHash, passwordHash: '$argon2id$new', now: NOW };
    expect(await links.redeemForPassword(used)).toBeDefined();
  },
  ...Object.fromEntries(
    (['keep', 'start-empty'] as const).map((answer) => [
      `a claim, "${answer}"`,
      async (stores: Stores, accountId: string) => {
        await unverify(stores, accountId);
        const { email, emailKey, signInEpoch } = (await stores.accounts.find(accountId)) as Account;
        const [tokenHash, codeMac] = [someHash(), someHash()];
        const about = { accountId, purpose: 'password', emailKey, signInEpoch } as const;
        const times = { createdAt: NOW, expiresAt: NOW + HOUR };
        await stores.emailProofs.issue({
          proof: { id: newId(), ...about, tokenHash, codeMac, ...times },
          mail: undefined,
        });
        const claim = answer === 'keep' ? answer : emptyAccount({ clock: { now: () => NOW } }, { email, emailKey });
        const used = { tokenHash, passwordHash: '$argon2id$new', claim, now: NOW };
        expect(await stores.emailProofs.redeemForPassword(used)).toBeDefined();
      },
    ]),
  ),
  'disabling the account': ({ accounts }, accountId) => accounts.setDisabled(accountId, true, NOW),
  'deleting the account': ({ accounts }, accountId) => accounts.remove(accountId, NOW),
};

/** The address of a claimed account was never verified; that of the person here is. */
async function unverify({ accounts, sessions }: Stores, accountId: string): Promise<void> {
  const account = (await accounts.find(accountId)) as Account;
  const session = someSession(accountId);
  await sessions.start(session, undefined);
  const proof = { sessionId: session.id, authenticatedSince: 0 };
  await accounts.changeEmail(accountId, { ...account, formerKey: undefined }, NOW, proof);
}

export function sessionClientStoreContract(make: MakeDatabase): void {
  describe('SessionClientStore', () => {
    const database = useDatabase(make);
    let person: SignedUp;
    beforeEach(async () => {
      person = await givenConnection(database.stores);
    });

    /** A session in which a code was redeemed for an API key that wants to be told. */
    const givenRedeemed = async (
      values: { session?: Session; apiKey?: string; now?: number } = {},
    ): Promise<Redeemed> => {
      const accountId = person.user.id;
      const session = values.session ?? someSession(accountId);
      if (!values.session) await database.stores.sessions.start(session, undefined);
      const apiKey = values.apiKey ?? person.application.platforms[0]?.apiKey ?? '';
      const sid = `sid-${session.id}`;
      const openid = { sid, amr: ['pwd'], claims: [] };
      const { application, connection } = person;
      const grant = someGrant({
        ...{ apiKey, accountId, applicationId: application.id, sessionId: session.id, openid },
        connectionGeneration: connection.generation,
      });
      await database.stores.codes.issue(grant);
      const told = { sessionId: session.id, apiKey, sid, sub: connection.sub };
      const redeemed = { ...redemption(grant.id), tellOfSessionEnd: told, now: values.now ?? NOW };
      expect(await database.stores.codes.redeem(redeemed)).toBe(true);
      return { session, grant, sid };
    };
    const signOut = ({ session }: Redeemed, now = NOW) =>
      database.stores.sessions.end({ accountId: session.accountId, sessionId: session.id, now });
    const claim = (now = NOW, more: { limit?: number; busy?: readonly string[]; stores?: Stores } = {}) => {
      const { limit = 10, busy = [], stores = database.stores } = more;
      return stores.sessionClients.claim({ now, until: now + MINUTE, limit, busy });
    };

    it('there is no message while the session lives', async () => {
      await givenRedeemed();
      expect(await claim(NOW + 365 * DAY)).toEqual([]);
    });

    it.each(Object.entries(ENDS))(
      '%s makes a message of the key’s session, and ends what ends with it',
      async (_, end) => {
        const { session, grant, sid } = await givenRedeemed();
        expect((await database.stores.tokens.findGrant(grant.id))?.sessionEnded).toBe(false);
        await end(database.stores, person.user.id, session);
        const { sub } = person.connection;
        const message = { sessionId: session.id, apiKey: grant.apiKey, sid, sub, tries: 0, claimedUntil: NOW + MINUTE };
        expect(await claim()).toEqual([message]);
        expect(await database.stores.sessions.find(session.handleHash, NOW)).toBeUndefined();
        const found = await database.stores.tokens.findGrant(grant.id);
        if (found) expect(found.sessionEnded).toBe(true);
      },
    );

    it.each(Object.entries(ENDS))(
      '%s after the session’s time is over ends nothing that time left alone, purged or not',
      async (_, end) => {
        const session = someSession(person.user.id, { expiresAt: NOW });
        await database.stores.sessions.start(session, undefined);
        const { grant } = await givenRedeemed({ session });
        await end(database.stores, person.user.id, session);
        expect(await claim()).toEqual([]);
        const found = await database.stores.tokens.findGrant(grant.id);
        if (found) expect(found.sessionEnded).toBe(false);
      },
    );

    it('M20: messages that are due are counted, up to the number asked for; claimed and delivered ones are not', async () => {
      const { countDue, remove } = database.stores.sessionClients;
      const redeemed = [await givenRedeemed(), await givenRedeemed(), await givenRedeemed()];
      expect(await countDue(NOW + DAY, 10)).toBe(0);
      for (const one of redeemed) await signOut(one);
      expect([await countDue(NOW - 1, 10), await countDue(NOW, 10), await countDue(NOW, 2)]).toEqual([0, 3, 2]);
      const [claimed] = await claim(NOW, { limit: 1 });
      expect(await countDue(NOW, 10)).toBe(2);
      if (claimed) await remove(claimed, { failure: undefined, at: NOW, id: newId() });
      expect(await countDue(NOW + DAY, 10)).toBe(2);
    });

    it('another session of the person and one of somebody else go on, untold', async () => {
      const [ended, going] = [await givenRedeemed(), await givenRedeemed()];
      await signOut(ended);
      expect((await claim()).map(({ sid }) => sid)).toEqual([ended.sid]);
      expect((await database.stores.tokens.findGrant(going.grant.id))?.sessionEnded).toBe(false);
      const other = someSession(person.owner.id);
      await database.stores.sessions.start(other, undefined);
      expect(await database.stores.sessions.end({ ...other, sessionId: going.session.id, now: NOW })).toBe(false);
      expect(await claim()).toEqual([]);
    });

    it('time ends no session by anybody’s will: nothing is told, and refresh tokens stay', async () => {
      const { grant } = await givenRedeemed();
      const later = NOW + 2 * DAY;
      while ((await database.stores.expired.purge(later, 50, 365 * DAY)) > 0);
      expect(await claim(later)).toEqual([]);
      expect((await database.stores.tokens.findGrant(grant.id))?.sessionEnded).toBe(false);
    });

    it('each API key of a session has its message; several codes of one key have one', async () => {
      const session = someSession(person.user.id);
      await database.stores.sessions.start(session, undefined);
      for (const apiKey of ['a', 'a', 'b']) await givenRedeemed({ session, apiKey });
      await signOut({ session } as Redeemed);
      expect((await claim()).map(({ apiKey }) => apiKey).sort()).toEqual(['a', 'b']);
    });

    it('a claimed message is nobody else’s until its time is over, and then it is again: a crash loses nothing', async () => {
      await signOut(await givenRedeemed());
      expect(await claim()).toHaveLength(1);
      expect(await claim(NOW + MINUTE - 1)).toEqual([]);
      // What was never sent is no failed try.
      expect(await claim(NOW + MINUTE)).toMatchObject([{ tries: 0 }]);
    });

    it('claims those longest due first, at most `limit`, and none of a busy key', async () => {
      for (const [index, apiKey] of ['c', 'a', 'b'].entries()) {
        await signOut(await givenRedeemed({ apiKey }), NOW + index);
      }
      const first = await claim(NOW + 2, { limit: 1, busy: ['c'] });
      expect(first.map(({ apiKey }) => apiKey)).toEqual(['a']);
      expect((await claim(NOW + 2)).map(({ apiKey }) => apiKey).sort()).toEqual(['b', 'c']);
    });

    it('one that was put back comes at its time; one that was removed never', async () => {
      await signOut(await givenRedeemed());
      const [message] = await claim();
      if (!message) throw new Error('no message');
      await database.stores.sessionClients.putBack(message, NOW + HOUR);
      expect(await claim(NOW + HOUR - 1)).toEqual([]);
      const [again] = await claim(NOW + HOUR);
      expect(again).toMatchObject({ sid: message.sid, tries: 1 });
      if (again) await database.stores.sessionClients.remove(again, { failure: undefined, at: NOW, id: newId() });
      expect(await claim(NOW + DAY)).toEqual([]);
    });

    it('who lost the claim cannot put the message back', async () => {
      await signOut(await givenRedeemed());
      const [slow] = await claim();
      expect(await claim(NOW + MINUTE)).toHaveLength(1);
      if (slow) await database.stores.sessionClients.putBack(slow, NOW);
      expect(await claim(NOW + MINUTE)).toEqual([]);
    });

    it('several processes claim at once: each message goes to one of them', async () => {
      const all = [database.stores, ...(await Promise.all([1, 2, 3].map(() => database.open())))];
      const session = someSession(person.user.id);
      await database.stores.sessions.start(session, undefined);
      const keys = Array.from({ length: 40 }, (_, index) => `key-${index}`);
      for (const apiKey of keys) await givenRedeemed({ session, apiKey });
      await signOut({ session } as Redeemed);
      const claimed: string[] = [];
      for (let round = 0; round < 6; round++) {
        const taken = await Promise.all(all.map((stores) => claim(NOW, { stores, limit: 5 })));
        claimed.push(...taken.flat().map(({ apiKey }) => apiKey));
      }
      expect(claimed.sort()).toEqual(keys.sort());
    });

    it('a code that is redeemed after the end is told by the next look at late ones', async () => {
      const early = await givenRedeemed();
      await signOut(early, NOW);
      expect(await claim(NOW)).toHaveLength(1);
      const late = await givenRedeemed({ session: early.session, apiKey: 'late', now: NOW + SECOND });
      expect(await claim(NOW + SECOND)).toEqual([]);
      await database.stores.sessionClients.tellLate({ endedSince: NOW + 1, now: NOW + SECOND });
      expect(await claim(NOW + SECOND)).toEqual([]);
      await database.stores.sessionClients.tellLate({ endedSince: NOW, now: NOW + SECOND });
      expect(await claim(NOW + SECOND)).toMatchObject([{ apiKey: late.grant.apiKey }]);
    });

    describe('decision 40: a listener in the transaction that refuses', () => {
      // One message is due at NOW, and no other may be: whoever makes one is refused.
      beforeEach(async () => {
        await signOut(await givenRedeemed());
        await database.execute(
          `create unique index one_message_at_once on session_clients (next_try_at) where next_try_at = ${NOW}`,
        );
      });
      afterEach(() => database.execute('drop index one_message_at_once'));

      it.each(Object.entries(ENDS))('undoes %s, and its row is written once the act is done', async (_, end) => {
        const { session, grant, sid } = await givenRedeemed();
        await expect(end(database.stores, person.user.id, session)).rejects.toThrow(/unique/i);
        expect(await database.stores.sessions.find(session.handleHash, NOW)).toBeDefined();
        expect((await database.stores.tokens.findGrant(grant.id))?.sessionEnded).toBe(false);
        expect((await claim()).filter((message) => message.sid === sid)).toEqual([]);
        await end(database.stores, person.user.id, session);
        expect(await claim()).toMatchObject([{ sid }]);
      });

      it('undoes nothing that others do at the same moment', async () => {
        const refused = (await givenRedeemed()).session;
        const untold = someSession(person.owner.id);
        await database.stores.sessions.start(untold, undefined);
        const ends = [refused, untold].map((session) => signOut({ session } as Redeemed));
        expect((await Promise.allSettled(ends)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
        expect(await database.stores.sessions.find(refused.handleHash, NOW)).toBeDefined();
        expect(await database.stores.sessions.find(untold.handleHash, NOW)).toBeUndefined();
      });

      it('keeps listeners after the commit from hearing of it, and none of those undoes what is committed', async () => {
        const { session } = await givenRedeemed();
        const heard: DomainEvent[] = [];
        const { publish, listen } = createPublisher();
        const failing = () => {
          throw new Error('a bug');
        };
        listen([failing, (event) => void heard.push(event)], () => undefined);
        const ports = { ...database.stores, clock: { now: () => NOW }, publish };
        const ended = { accountId: session.accountId, sessionId: session.id };
        await expect(endSession(ports, ended)).rejects.toThrow(/unique/i);
        expect(heard).toEqual([]);
        await claim();
        expect(await endSession(ports, ended)).toBe(true);
        expect(heard).toEqual([{ kind: 'sessions-ended', accountId: session.accountId }]);
        expect(await database.stores.sessions.find(session.handleHash, NOW)).toBeUndefined();
      });
    });
  });
}
