// The contract of a claim, for every database: somebody proves an address that nobody had proven, by the link for a
// forgotten password. Whatever another person planted in the account ends (contract 21).

import { beforeEach, describe, expect, it } from 'vitest';
import { type Account, ORIGINS } from '../../../src/core/ground/accounts/account.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import { emptyAccount } from '../../../src/core/people/verification/account-claim.ts';
import type { EmailProof } from '../../../src/core/people/verification/email-proof.ts';
import { CLOSED_TERMS } from '../../helpers/membership.ts';
import { newId } from '../../helpers/new-id.ts';
import {
  givenFamily,
  HOUR,
  keeping,
  NOW,
  someAccount,
  someApiToken,
  someApplication,
  someHash,
  someInvitation,
  someLink,
  somePasskey,
  someSession,
} from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function claimContract(make: MakeDatabase): void {
  describe('A claim', () => everyCase(make));
}

const enrolment = (accountId: string, session: ReturnType<typeof someSession>) => ({
  accountId,
  ...keeping(session),
  proof: { sessionId: session.id, authenticatedSince: 0 },
  sealedSecret: someHash(),
  step: 1,
  recoveryHashes: [someHash()],
  now: NOW,
});

function everyCase(make: MakeDatabase): void {
  const database = useDatabase(make);
  let stores: Stores;
  beforeEach(() => {
    stores = database.stores;
  });

  /** Added by whoever is signed in. */
  async function givenPasskey(accountId: string): Promise<void> {
    const [session] = await stores.sessions.listByAccount(accountId, NOW, 1);
    const added = await stores.passkeys.add({
      passkey: somePasskey(accountId),
      challengeHash: someHash(),
      challengeExpiresAt: NOW + HOUR,
      proof: { sessionId: session?.id ?? '', authenticatedSince: 0 },
      mail: undefined,
    });
    expect(added).toBe('added');
  }

  /** To an address of whoever planted it. */
  async function givenPendingChange(accountId: string): Promise<void> {
    const { signInEpoch } = (await stores.accounts.find(accountId)) as Account;
    const [session] = await stores.sessions.listByAccount(accountId, NOW, 1);
    const times = { createdAt: NOW, expiresAt: NOW + HOUR };
    const email = `${newId()}@example.com`;
    const secrets = { tokenHash: someHash(), codeMac: someHash() };
    const about = { accountId, emailKey: email, signInEpoch };
    await stores.emailChanges.ask({
      change: { ...about, email, askedAt: NOW, expiresAt: times.expiresAt },
      proof: { id: newId(), ...about, purpose: 'change', ...secrets, ...times },
      mail: undefined,
      notice: undefined,
      session: { sessionId: session?.id ?? '', authenticatedSince: 0 },
    });
    expect(await stores.emailChanges.find(accountId, NOW)).toBeDefined();
  }

  async function givenLink(id: string): Promise<EmailProof> {
    const account = (await stores.accounts.find(id)) as Account;
    const proof: EmailProof = {
      id: newId(),
      accountId: id,
      purpose: 'password',
      emailKey: account.emailKey,
      tokenHash: someHash(),
      codeMac: someHash(),
      signInEpoch: account.signInEpoch,
      createdAt: NOW,
      expiresAt: NOW + HOUR,
    };
    expect(await stores.emailProofs.issue({ proof, mail: undefined })).toBe(true);
    return proof;
  }
  const redeem = ({ tokenHash }: EmailProof, claim: 'keep' | 'prove-factor' | Account, from = stores) =>
    from.emailProofs.redeemForPassword({ tokenHash, passwordHash: '$new', claim, now: NOW });

  /** An account that somebody made with another person's address, with all that can be in it. */
  async function givenPlanted() {
    const { user, application, connection, grant } = await givenFamily(stores);
    const session = someSession(user.id, { signInEpoch: user.signInEpoch });
    await stores.sessions.start(session, undefined);
    // The address of a claimed account was never verified.
    const proof = { sessionId: session.id, authenticatedSince: 0 };
    await stores.accounts.changeEmail(user.id, { ...user, formerKey: undefined }, NOW, proof);
    expect(await stores.factors.enrol(enrolment(user.id, session))).toBe(true);
    const planted = (await stores.accounts.find(user.id)) as Account;
    await stores.sessions.start(someSession(user.id, { signInEpoch: planted.signInEpoch }), undefined);
    await givenPasskey(user.id);
    await stores.apiTokens.insert(someApiToken(user.id), 50);
    const link = someLink({ purpose: 'password', accountId: user.id });
    await stores.links.issue(link);
    await givenPendingChange(user.id);
    return { account: user, application, connection, grant, link };
  }

  async function expectEnded({ account: { id }, grant, link }: Awaited<ReturnType<typeof givenPlanted>>) {
    expect(await stores.sessions.listByAccount(id, NOW, 9)).toEqual([]);
    expect(await stores.apiTokens.listByAccount(id)).toEqual([]);
    expect(await stores.factors.find(id)).toBeUndefined();
    expect(await stores.factors.countRecoveryCodes(id)).toBe(0);
    expect(await stores.passkeys.listByAccount(id)).toEqual([]);
    expect(await stores.links.find(link.tokenHash, NOW)).toBeUndefined();
    expect(await stores.emailChanges.find(id, NOW)).toBeUndefined();
    const found = await stores.tokens.findGrant(grant.id);
    expect(found === undefined || (!found.accountActive && !found.signInStands)).toBe(true);
  }

  it('contract 21: "keep" ends what was planted, and leaves profile and connections', async () => {
    const planted = await givenPlanted();
    const { account, application, connection } = planted;
    const kept = await redeem(await givenLink(account.id), 'keep');
    expect(kept).toMatchObject({ id: account.id, profile: account.profile, emailVerified: true, passwordHash: '$new' });
    await expectEnded(planted);
    expect((await stores.connections.find(application.id, account.id))?.sub).toBe(connection.sub);
  });

  it('contract 21: "start empty" deletes the account, and another one has its address and nothing else', async () => {
    const planted = await givenPlanted();
    const { account, application } = planted;
    const empty = emptyAccount(
      { clock: { now: () => NOW } },
      { email: 'typed@example.com', emailKey: 'typed@example.com' },
    );
    const created = await redeem(await givenLink(account.id), empty);
    const { email, emailKey } = account;
    expect(created).toEqual({ ...empty, email, emailKey, passwordHash: '$new' });
    expect(await stores.accounts.find(account.id)).toBeUndefined();
    expect(await stores.accounts.findByEmailKey(emailKey)).toEqual(created);
    await expectEnded(planted);
    expect(await stores.connections.listByAccount(empty.id)).toEqual([]);
    expect(await stores.connections.find(application.id, account.id)).toBeUndefined();
  });

  it('contract 21: "the second factor is mine" leaves it and the address as they are, and ends the rest', async () => {
    const { account, grant } = await givenPlanted();
    const changed = await redeem(await givenLink(account.id), 'prove-factor');
    expect(changed).toMatchObject({ passwordHash: '$new', emailVerified: false });
    expect(await stores.factors.find(account.id)).toBeDefined();
    expect(await stores.factors.countRecoveryCodes(account.id)).toBe(1);
    expect(await stores.passkeys.listByAccount(account.id)).toHaveLength(1);
    expect(await stores.sessions.listByAccount(account.id, NOW, 9)).toEqual([]);
    expect(await stores.tokens.findGrant(grant.id)).toMatchObject({ accountActive: false, signInStands: false });
  });

  it('contract 21: an account without a second factor cannot be kept unverified by naming one', async () => {
    const account = someAccount();
    await stores.accounts.insert(account);
    await stores.sessions.start(someSession(account.id), undefined);
    await givenPasskey(account.id);
    const link = await givenLink(account.id);
    expect(await redeem(link, 'prove-factor')).toBeUndefined();
    expect(await stores.passkeys.listByAccount(account.id)).toHaveLength(1);
    expect(await stores.sessions.listByAccount(account.id, NOW, 9)).toHaveLength(1);
    expect(await redeem(link, 'keep')).toMatchObject({ emailVerified: true });
    expect(await stores.passkeys.listByAccount(account.id)).toEqual([]);
  });

  const empty = () =>
    emptyAccount({ clock: { now: () => NOW } }, { email: 'x@example.com', emailKey: 'x@example.com' });

  it.each(ORIGINS)(
    'contract 21: an account of the origin "%s" is started empty only if it is a sign-up',
    async (origin) => {
      const account = someAccount({ origin });
      await stores.accounts.insert(account);
      const link = await givenLink(account.id);
      expect((await redeem(link, empty())) !== undefined).toBe(origin === 'sign-up');
      // A link that was refused is not spent.
      expect((await redeem(link, 'keep')) !== undefined).toBe(origin !== 'sign-up');
    },
  );

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['the role owner', (id) => stores.accounts.setRole(id, 'owner', NOW)],
    ['a membership, which it leaves', async (id) => join(id)],
  ])('contract 22: an account with %s is started empty', async (_, give) => {
    const account = someAccount();
    await stores.accounts.insert(account);
    await give(account.id);
    const [team] = await stores.applications.list({
      accountId: account.id,
      owned: false,
      afterId: undefined,
      limit: 1,
    });
    expect(await redeem(await givenLink(account.id), empty())).toMatchObject({
      role: 'user',
      emailKey: account.emailKey,
    });
    expect(await stores.accounts.find(account.id)).toBeUndefined();
    if (team) expect(await stores.members.list(team.id)).toHaveLength(1);
  });

  it('contract 22: an account with an application is neither started empty nor kept: no link is for it', async () => {
    const account = someAccount({ role: 'owner' });
    await stores.accounts.insert(account);
    const link = await givenLink(account.id);
    await stores.applications.insert(someApplication(account.id), 500);
    for (const answer of [empty(), 'keep'] as const) expect(await redeem(link, answer)).toBeUndefined();
    expect(await stores.accounts.find(account.id)).toEqual(account);
  });

  it('contract 21: an account whose address an operator stated meanwhile is not started empty', async () => {
    const account = someAccount();
    await stores.accounts.insert(account);
    const link = await givenLink(account.id);
    await stores.accounts.setEmailVerified(account.id, account.emailKey, NOW);
    expect(await redeem(link, empty())).toBeUndefined();
    expect(await redeem(link, 'keep')).toMatchObject({ id: account.id });
  });

  async function join(accountId: string) {
    const owner = someAccount({ role: 'owner' });
    await stores.accounts.insert(owner);
    const application = someApplication(owner.id);
    await stores.applications.insert(application, 500);
    const [inviting, accepting] = [someSession(owner.id), someSession(accountId)];
    for (const session of [inviting, accepting]) await stores.sessions.start(session, undefined);
    const invitation = someInvitation(application.id, owner.id);
    expect(await stores.invitations.invite(invitation, { sessionId: inviting.id }, 50)).toBe('invited');
    const key = { tokenHash: invitation.tokenHash };
    const accepted = await stores.invitations.accept({
      key,
      accountId,
      sessionId: accepting.id,
      now: NOW,
      terms: CLOSED_TERMS,
    });
    expect(accepted).toMatchObject({ kind: 'accepted' });
  }

  it('contract 21: of answers that race over 5 connections, one counts', async () => {
    const account = someAccount();
    await stores.accounts.insert(account);
    const links = [await givenLink(account.id), await givenLink(account.id), await givenLink(account.id)];
    const others = [stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        redeem(links[i % 3] as EmailProof, i % 2 === 0 ? empty() : 'keep', others[i % 5]),
      ),
    );
    const [winner, ...more] = results.filter((result) => result !== undefined);
    expect(more).toEqual([]);
    expect((await stores.accounts.findByEmailKey(account.emailKey))?.id).toBe(winner?.id);
  });
}
