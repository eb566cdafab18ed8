// The contract of EmailProofStore and ResetRequestStore, for every database: a link or a code proves an address once,
// whoever races, and only while everything it was earned with still holds (contract 21, 22).
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import { ConfirmationNeeded } from '../../../src/core/ground/acts/session-proof.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import { mayReset } from '../../../src/core/people/verification/answer-reset-requests.ts';
import type { EmailProof } from '../../../src/core/people/verification/email-proof.ts';
import { newId } from '../../helpers/new-id.ts';
import {
  givenFamily,
  HOUR,
  keeping,
  MINUTE,
  NOW,
  SECOND,
  someAccount,
  someApiToken,
  someApplication,
  someHash,
  someLink,
  someSession,
} from './given.ts';
import { someMail } from './mail-store.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const proofFor = ({ id, emailKey, signInEpoch }: Account, values: Partial<EmailProof> = {}): EmailProof => ({
  id: newId(),
  accountId: id,
  purpose: 'address',
  emailKey,
  tokenHash: someHash(),
  codeMac: someHash(),
  signInEpoch,
  createdAt: NOW,
  expiresAt: NOW + HOUR,
  ...values,
});

export function emailProofStoreContract(make: MakeDatabase): void {
  describe('Proofs by mail', () => everyCase(make));
}

function everyCase(make: MakeDatabase): void {
  const database = useDatabase(make);
  const givenPerson = async (values: Partial<Account> = {}) => {
    const account = someAccount(values);
    const session = someSession(account.id);
    await database.stores.accounts.insert(account);
    await database.stores.sessions.start(session, undefined);
    return { account, session: { sessionId: session.id, authenticatedSince: 0 } };
  };
  const issue = async (proof: EmailProof) => {
    expect(await database.stores.emailProofs.issue({ proof, mail: undefined })).toBe(true);
    return proof;
  };
  const fiveConnections = async (): Promise<Stores[]> => [
    database.stores,
    ...(await Promise.all([1, 2, 3, 4].map(() => database.open()))),
  ];

  describe('EmailProofStore: an address', () => {
    it('contract 21: the code verifies the address, and is spent with every other proof of it', async () => {
      const { emailProofs, accounts } = database.stores;
      const { account, session } = await givenPerson();
      const [first, second] = [await issue(proofFor(account)), await issue(proofFor(account))];
      const by = { codeMacs: [someHash(), first.codeMac] };
      const now = NOW + MINUTE;
      expect(await emailProofs.proveAddress({ accountId: account.id, by, session, now })).toBe('proven');
      expect(await accounts.find(account.id)).toEqual({
        ...account,
        ...{ emailVerified: true, emailVerifiedBy: 'mail', emailVerifiedAt: now, updatedAt: now },
      });
      for (const { tokenHash } of [first, second]) expect(await emailProofs.find(tokenHash, now)).toBeUndefined();
      expect(await emailProofs.proveAddress({ accountId: account.id, by, session, now })).toBe('wrong');
    });

    it('contract 21: an older link works after a newer one was sent; of four, the oldest is over', async () => {
      const { emailProofs } = database.stores;
      const { account, session } = await givenPerson();
      const proofs: EmailProof[] = [];
      for (const at of [1, 2, 3, 4]) proofs.push(await issue(proofFor(account, { createdAt: NOW + at })));
      const found = await Promise.all(proofs.map(({ tokenHash }) => emailProofs.find(tokenHash, NOW)));
      expect(found.map((proof) => proof?.id)).toEqual([undefined, ...proofs.slice(1).map(({ id }) => id)]);
      const prove = (index: number) =>
        emailProofs.proveAddress({
          accountId: account.id,
          by: { tokenHash: proofs[index]?.tokenHash ?? Buffer.alloc(32) },
          session,
          now: NOW,
        });
      expect([await prove(0), await prove(1), await prove(3)]).toEqual(['wrong', 'proven', 'wrong']);
    });

    it('contract 21: of 50 simultaneous uses of a link and its code, over 5 connections, one proves', async () => {
      const stores = await fiveConnections();
      const { account, session } = await givenPerson();
      const { tokenHash, codeMac } = await issue(proofFor(account));
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          stores[i % 5]?.emailProofs.proveAddress({
            accountId: account.id,
            by: i % 2 === 0 ? { tokenHash } : { codeMacs: [codeMac] },
            session,
            now: NOW,
          }),
        ),
      );
      expect(results.filter((result) => result === 'proven')).toHaveLength(1);
    });

    it('contract 21: after five wrong codes, also at once, the right one is refused; the link still works', async () => {
      const stores = await fiveConnections();
      const { account, session } = await givenPerson();
      const { tokenHash, codeMac } = await issue(proofFor(account));
      const input = { accountId: account.id, session, now: NOW };
      await Promise.all(
        stores.map(({ emailProofs }) => emailProofs.proveAddress({ ...input, by: { codeMacs: [someHash()] } })),
      );
      const { emailProofs } = database.stores;
      expect(await emailProofs.proveAddress({ ...input, by: { codeMacs: [codeMac] } })).toBe('wrong');
      expect(await emailProofs.proveAddress({ ...input, by: { tokenHash } })).toBe('proven');
    });

    it('contract 21: four wrong codes leave the right one good', async () => {
      const { emailProofs } = database.stores;
      const { account, session } = await givenPerson();
      const { codeMac } = await issue(proofFor(account));
      const input = { accountId: account.id, session, now: NOW };
      for (let tries = 0; tries < 4; tries += 1) {
        await emailProofs.proveAddress({ ...input, by: { codeMacs: [someHash()] } });
      }
      expect(await emailProofs.proveAddress({ ...input, by: { codeMacs: [codeMac] } })).toBe('proven');
    });

    it('contract 21: a proof is over after its hour, when the address changed, and for another account', async () => {
      const { emailProofs, accounts } = database.stores;
      const { account, session } = await givenPerson();
      const other = await givenPerson();
      const { tokenHash, codeMac } = await issue(proofFor(account));
      const by = { tokenHash };
      const input = { accountId: account.id, by, session, now: NOW };
      expect(await emailProofs.proveAddress({ ...input, now: NOW + HOUR })).toBe('wrong');
      expect(await emailProofs.proveAddress({ ...other, accountId: other.account.id, by, now: NOW })).toBe('wrong');
      await accounts.changeEmail(account.id, { email: 'New@example.com', emailKey: 'new@example.com' }, NOW, session);
      expect(await emailProofs.proveAddress(input)).toBe('wrong');
      expect(await emailProofs.proveAddress({ ...input, by: { codeMacs: [codeMac] } })).toBe('wrong');
      expect((await accounts.find(account.id))?.emailVerified).toBe(false);
    });

    it('contract 21: a session that ended proves nothing, and spends nothing', async () => {
      const { emailProofs, accounts } = database.stores;
      const { account, session } = await givenPerson();
      const { tokenHash } = await issue(proofFor(account));
      await accounts.setDisabled(account.id, true, NOW);
      await accounts.setDisabled(account.id, false, NOW);
      const proved = emailProofs.proveAddress({ accountId: account.id, by: { tokenHash }, session, now: NOW });
      await expect(proved).rejects.toBeInstanceOf(ConfirmationNeeded);
      expect(await emailProofs.find(tokenHash, NOW)).toBeDefined();
    });

    it('contract 20: a proof and its mail are written together, and neither for an address that was changed', async () => {
      const { emailProofs, mails } = database.stores;
      const { account } = await givenPerson();
      const mail = someMail({ accountId: account.id, kind: 'verify-email', isNotice: false });
      const stale = proofFor(account, { emailKey: 'former@example.com' });
      expect(await emailProofs.issue({ proof: stale, mail })).toBe(false);
      const claim = { now: NOW, until: NOW + SECOND, limit: 9, busy: [] };
      expect(await mails.claim(claim)).toEqual([]);
      expect(await emailProofs.issue({ proof: proofFor(account), mail })).toBe(true);
      expect((await mails.claim(claim)).map(({ email }) => email)).toEqual([account.email]);
    });
  });

  it('contract 21: a link and its code live an hour from when their mail was sent', async () => {
    const { emailProofs, mails } = database.stores;
    const { account } = await givenPerson();
    const proof = proofFor(account);
    const mail = { ...someMail({ accountId: account.id, kind: 'verify-email', isNotice: false }), id: proof.id };
    await emailProofs.issue({ proof, mail });
    const [due] = await mails.claim({ now: NOW, until: NOW + 1, limit: 9, busy: [] });
    const at = NOW + 20 * MINUTE;
    if (due) await mails.remove(due, { failure: undefined, at, id: newId() });
    expect((await emailProofs.find(proof.tokenHash, NOW))?.expiresAt).toBe(at + HOUR);
  });

  describe('EmailProofStore: a new password', () => {
    const givenLink = async (account: Account, values: Partial<EmailProof> = {}) =>
      issue(proofFor(account, { purpose: 'password', ...values }));
    const redeem = ({ tokenHash }: EmailProof, stores: Stores | undefined = database.stores, passwordHash = '$new') =>
      stores.emailProofs.redeemForPassword({ tokenHash, passwordHash, claim: 'keep', now: NOW });

    it('contract 22: sets the hash, verifies the address, and ends everything that could be planted', async () => {
      const { accounts, apiTokens, emailProofs, links, sessions, tokens } = database.stores;
      const { user, grant } = await givenFamily(database.stores);
      await sessions.start(someSession(user.id), undefined);
      await apiTokens.insert(someApiToken(user.id), 50);
      const planted = someLink({ purpose: 'password', accountId: user.id });
      await links.issue(planted);
      const address = await issue(proofFor(user));
      const link = await givenLink(user);
      const changed = {
        ...user,
        ...{ passwordHash: '$new', signInEpoch: 1, grantEpoch: 1, deviceEpoch: 1, updatedAt: NOW },
        ...{ emailVerified: true, emailVerifiedBy: 'mail', emailVerifiedAt: NOW },
      };
      expect(await redeem(link)).toEqual(changed);
      expect(await accounts.find(user.id)).toEqual(changed);
      expect(await sessions.listByAccount(user.id, NOW, 9)).toEqual([]);
      expect(await apiTokens.listByAccount(user.id)).toEqual([]);
      expect(await links.find(planted.tokenHash, NOW)).toBeUndefined();
      expect(await emailProofs.find(address.tokenHash, NOW)).toBeUndefined();
      expect(await tokens.findGrant(grant.id)).toMatchObject({ accountActive: false, signInStands: false });
    });

    it.each([
      ['goes, where nobody had proven the address', false, undefined],
      ['stays, and its tries count anew, where the address was verified', true, 0],
    ])('contract 21: a second factor %s', async (_, emailVerified, triesInRow) => {
      const { accounts, emailProofs, factors, sessions } = database.stores;
      const account = someAccount({ emailVerified });
      const session = someSession(account.id, { authenticatedAt: NOW });
      await accounts.insert(account);
      await sessions.start(session, undefined);
      await factors.enrol({
        accountId: account.id,
        ...keeping(session),
        proof: { sessionId: session.id, authenticatedSince: NOW },
        sealedSecret: someHash(),
        step: 1,
        recoveryHashes: [someHash()],
        now: NOW,
      });
      await factors.countTry(account.id);
      const link = proofFor((await accounts.find(account.id)) ?? account, { purpose: 'password' });
      expect(await emailProofs.issue({ proof: link, mail: undefined })).toBe(true);
      expect(await redeem(link)).toBeDefined();
      expect((await factors.find(account.id))?.triesInRow).toBe(triesInRow);
      expect(await factors.countRecoveryCodes(account.id)).toBe(emailVerified ? 1 : 0);
    });

    it('contract 21: a proof by mail takes the place of what an operator stated, and changes nothing else', async () => {
      const stated = { emailVerified: true, emailVerifiedBy: 'operator', emailVerifiedAt: NOW - HOUR } as const;
      const { account } = await givenPerson(stated);
      const proven = { emailVerified: true, emailVerifiedBy: 'mail', emailVerifiedAt: NOW };
      expect(await redeem(await givenLink(account))).toMatchObject({ ...proven, updatedAt: account.updatedAt });
    });

    it('contract 22: of three links and 50 simultaneous uses, over 5 connections, one sets the password', async () => {
      const stores = await fiveConnections();
      const { account } = await givenPerson();
      const links = [await givenLink(account), await givenLink(account), await givenLink(account)];
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, i) => redeem(links[i % 3] as EmailProof, stores[i % 5], `$${i}`)),
      );
      expect(results.filter(Boolean)).toHaveLength(1);
      const winner = results.findIndex(Boolean);
      expect((await database.stores.accounts.find(account.id))?.passwordHash).toBe(`$${winner}`);
    });

    it.each([
      ['the account was disabled', (stores: Stores, { id }: Account) => stores.accounts.setDisabled(id, true, NOW)],
      [
        'the account was disabled and enabled again',
        async (stores: Stores, { id }: Account) => {
          await stores.accounts.setDisabled(id, true, NOW);
          await stores.accounts.setDisabled(id, false, NOW);
        },
      ],
      [
        'an unverified account became an operator’s',
        (stores: Stores, { id }: Account) => stores.accounts.setRole(id, 'operator', NOW),
      ],
      [
        'an unverified account became support’s',
        (stores: Stores, { id }: Account) => stores.accounts.setRole(id, 'support', NOW),
      ],
      [
        'an unverified account got an application',
        async (stores: Stores, { id }: Account) => {
          await stores.accounts.setRole(id, 'owner', NOW);
          await stores.applications.insert(someApplication(id), 9);
        },
      ],
    ])('contract 22: sets nothing after %s', async (_, meanwhile) => {
      const { account } = await givenPerson();
      const link = await givenLink(account);
      await meanwhile(database.stores, account);
      expect(await database.stores.emailProofs.find(link.tokenHash, NOW)).toBeUndefined();
      expect(await redeem(link)).toBeUndefined();
      expect((await database.stores.accounts.find(account.id))?.passwordHash).toBe(account.passwordHash);
    });

    it.each<[Account['role'], boolean, boolean, boolean]>([
      ['user', false, false, true],
      ['owner', false, false, true],
      ['owner', false, true, false],
      ['owner', true, true, true],
      ['support', false, false, false],
      ['support', true, false, true],
      ['operator', false, false, false],
      ['operator', true, false, true],
    ])(
      'contract 22: a link for %s, verified %s, with an application %s, is issued: %s',
      async (role, emailVerified, owns, issued) => {
        const { emailProofs, applications, members } = database.stores;
        const { account } = await givenPerson({ role, emailVerified });
        if (owns) await applications.insert(someApplication(account.id), 9);
        expect(await members.ownsAny(account.id)).toBe(owns);
        const proof = proofFor(account, { purpose: 'password' });
        expect(await emailProofs.issue({ proof, mail: undefined })).toBe(issued);
        expect(await emailProofs.issue({ proof: proofFor(account), mail: undefined })).toBe(true);
        expect(await mayReset(database.stores, account)).toBe(issued);
      },
    );

    it('contract 21: a link for the address sets no password, and one for a password verifies no address', async () => {
      const { account, session } = await givenPerson();
      const [address, password] = [await issue(proofFor(account)), await givenLink(account)];
      expect(await redeem(address)).toBeUndefined();
      const by = { tokenHash: password.tokenHash };
      const proved = database.stores.emailProofs.proveAddress({ accountId: account.id, by, session, now: NOW });
      expect(await proved).toBe('wrong');
    });
  });

  describe('ResetRequestStore', () => {
    const claim = (stores = database.stores, now = NOW) =>
      stores.resetRequests.claim({ now, until: now + 30 * SECOND, limit: 9, busy: [] });
    const someRequest = () => ({ id: newId(), sealed: Buffer.from('sealed'), expiresAt: NOW + HOUR });

    it('contract 22: a request is handed to one process until its claim ends', async () => {
      const others = await database.open();
      const request = someRequest();
      await database.stores.resetRequests.insert(request, NOW);
      expect((await Promise.all([claim(), claim(others)])).flat()).toEqual([
        { ...request, tries: 0, claimedUntil: NOW + 30 * SECOND },
      ]);
      expect(await claim(others, NOW + 29 * SECOND)).toEqual([]);
      expect(await claim(others, NOW + 30 * SECOND)).toHaveLength(1);
    });

    it('contract 22: its link is issued once, also when two processes answer it at once', async () => {
      const stores = await fiveConnections();
      const { account } = await givenPerson();
      const request = someRequest();
      await database.stores.resetRequests.insert(request, NOW);
      const issued = await Promise.all(
        stores.map(({ emailProofs }) =>
          emailProofs.issue({
            proof: proofFor(account, { purpose: 'password' }),
            mail: undefined,
            requestId: request.id,
          }),
        ),
      );
      expect(issued.filter(Boolean)).toHaveLength(1);
      expect(await claim()).toEqual([]);
    });

    it('a request that nobody can answer is removed', async () => {
      await database.stores.resetRequests.insert(someRequest(), NOW);
      const [due] = await claim();
      if (due) await database.stores.resetRequests.remove(due, { failure: undefined, at: NOW, id: newId() });
      expect(await claim(database.stores, NOW + HOUR)).toEqual([]);
    });
  });
}
