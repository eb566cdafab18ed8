// What every statement of a dangerous act made in a session is held to (contract 25), for every database.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/core/applications/applications/application.ts';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import { ConfirmationNeeded, type SessionProof } from '../../../src/core/ground/acts/session-proof.ts';
import { newSub } from '../../../src/core/ground/secrets.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import { USERNAME_KEY } from '../../../src/core/people/usernames/username-key.ts';
import { givenMember } from '../../helpers/membership.ts';
import {
  MINUTE,
  NOW,
  someAccount,
  someApiToken,
  someApplication,
  someClientSecret,
  someHash,
  someInvitation,
  someSession,
} from './given.ts';
import { listen, someEndpoint, someEventSecret } from './given-events.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

/** An application with one of everything, and who acts on it. */
type World = {
  owner: Account;
  member: Account;
  application: Application;
  secretId: string;
  tokenId: string;
  invitationId: string;
  endpointId: string;
  /** The owner's; no proof of anything but who invites. */
  inviterSessionId: string;
};

const idsOf = ({ id: applicationId }: Application, { id: accountId }: Account) => ({ applicationId, accountId });

const YES = [true, 'created', 'handed-over', 'invited', 'changed', 'taken'];
/** The key of usernames, as the database has it. */
const NAMES = someHash();

const ACTS: readonly (readonly [string, (stores: Stores, world: World, proof: SessionProof) => Promise<unknown>])[] = [
  [
    'edits an application',
    ({ applications }, { application }, proof) =>
      applications.replace({ ...application, redirectUris: [], version: 2 }, 1, proof),
  ],
  [
    'removes an application',
    ({ applications }, { application }, proof) => applications.remove(application.id, 1, proof),
  ],
  [
    'makes a client secret',
    ({ clientSecrets }, { application }, proof) =>
      clientSecrets.insert(someClientSecret(application.id), 2, NOW, proof),
  ],
  [
    'ends a client secret',
    ({ clientSecrets }, { application, secretId }, proof) => clientSecrets.remove(application.id, secretId, proof),
  ],
  [
    'changes the role of a member',
    ({ members }, { application, member, owner }, proof) =>
      members.setRole(application.id, member.id, 'viewer', { accountId: owner.id, proof }),
  ],
  [
    'removes a member',
    ({ members }, { application, member, owner }, proof) =>
      members.remove(application.id, member.id, { accountId: owner.id, proof }),
  ],
  [
    'hands an application over',
    ({ members }, { application, member, owner }, proof) =>
      members.handOver(
        { applicationId: application.id, fromAccountId: owner.id, toAccountId: member.id, now: NOW },
        500,
        { accountId: owner.id, proof },
      ),
  ],
  [
    'invites somebody',
    ({ invitations }, { application, owner, inviterSessionId: sessionId }, proof) =>
      invitations.invite(someInvitation(application.id, owner.id), { sessionId }, 50, { proof }),
  ],
  [
    'changes an invitation',
    ({ invitations }, { application, invitationId, owner }, proof) =>
      invitations.setRole(application.id, invitationId, 'viewer', { accountId: owner.id, proof }),
  ],
  [
    'withdraws an invitation',
    ({ invitations }, { application, invitationId, owner }, proof) =>
      invitations.withdraw(application.id, invitationId, { accountId: owner.id, proof }),
  ],
  [
    'unlinks a person',
    ({ connections }, { application, member }, proof) =>
      connections.unlink(application.id, member.id, NOW, 'person', proof),
  ],
  [
    'adds an event endpoint',
    ({ events }, { application }, proof) => {
      const endpoint = someEndpoint(application.id);
      return events.insertEndpoint(endpoint, someEventSecret(endpoint.id), 3, proof);
    },
  ],
  [
    'changes an event endpoint',
    async ({ events }, { application, endpointId: id }, proof) => {
      const stored = await events.findEndpoint(id);
      return stored && events.updateEndpoint({ ...someEndpoint(application.id), id }, stored, proof);
    },
  ],
  [
    'removes an event endpoint',
    ({ events }, { application, endpointId }, proof) => events.removeEndpoint(application.id, endpointId, proof),
  ],
  [
    'adds an event secret',
    ({ events }, { endpointId }, proof) => events.insertSecret(someEventSecret(endpointId), 9, proof),
  ],
  [
    'ends the older event secret',
    ({ events }, { endpointId }, proof) => events.removeOlderSecrets(endpointId, proof).then((count) => count === 1),
  ],
  [
    'agrees to a document',
    ({ agreements }, { owner }, proof) =>
      agreements
        .answer({ accountId: owner.id, agreed: [{ id: 'terms', version: '1' }], withdrawn: [], now: NOW, proof })
        .then(() => true),
  ],
  [
    'changes the own address',
    ({ accounts }, { owner }, proof) =>
      accounts.changeEmail(owner.id, { email: 'New@example.com', emailKey: 'new@example.com' }, NOW, proof),
  ],
  [
    'changes a username',
    ({ usernames }, { owner }, proof) =>
      usernames
        .take({
          ...{ accountId: owner.id, name: 'another', nameKey: someHash(), sealedKey: NAMES, onlyOwn: false, now: NOW },
          by: { proof, limit: { max: 3, since: 0 }, policyRevision: 0 },
        })
        .then(({ kind }) => kind),
  ],
  [
    'saves a profile',
    ({ accounts }, { owner }, proof) => accounts.saveProfile(owner.id, { nickname: 'Other' }, NOW, proof),
  ],
  [
    'connects an application',
    ({ connections }, { application, owner }, proof) =>
      connections
        .agree({ ...idsOf(application, owner), sub: newSub(), answers: {}, now: NOW, proof })
        .then(({ generation }) => generation === 1),
  ],
  [
    'changes the answers about a connection',
    ({ connections }, { application, member }, proof) =>
      connections.answer({ ...idsOf(application, member), generation: 1, answers: {}, now: NOW, proof }),
  ],
  ['makes an API token', ({ apiTokens }, { owner }, proof) => apiTokens.insert(someApiToken(owner.id), 50, proof)],
  ['ends an API token', ({ apiTokens }, { tokenId }, proof) => apiTokens.remove(tokenId, proof)],
];

export function sessionProofContract(make: MakeDatabase): void {
  describe('contract 25: the statement that', () => {
    const database = useDatabase(make);
    let world: World;

    beforeEach(async () => {
      const { stores } = database;
      await stores.sealedValues.insert({ name: USERNAME_KEY, sealed: NAMES, createdAt: NOW });
      const [owner, member] = [
        someAccount({ role: 'owner', signInEpoch: 3, username: 'mina' }),
        someAccount({ role: 'owner' }),
      ];
      for (const account of [owner, member]) await stores.accounts.insert(account);
      const application = someApplication(owner.id);
      await stores.applications.insert(application, 500);
      const secret = someClientSecret(application.id);
      await stores.clientSecrets.insert(secret, 2, NOW);
      const { id: endpointId } = await listen(stores, application.id);
      await stores.events.insertSecret(someEventSecret(endpointId), 9);
      // The first secret and the endpoint moved the version on.
      const { version } = (await stores.applications.find(application.id)) ?? application;
      await stores.applications.replace({ ...application, version: 1 }, version);
      await givenMember(stores, { applicationId: application.id, accountId: member.id, role: 'editor', now: NOW });
      const signedIn = someSession(owner.id, { signInEpoch: owner.signInEpoch });
      await stores.sessions.start(signedIn, undefined);
      const invitation = someInvitation(application.id, owner.id);
      await stores.invitations.invite(invitation, { sessionId: signedIn.id }, 50);
      await stores.connections.agree({
        applicationId: application.id,
        accountId: member.id,
        sub: newSub(),
        answers: {},
        now: NOW,
      });
      const token = someApiToken(owner.id);
      await stores.apiTokens.insert(token, 50);
      const [invitationId, inviterSessionId] = [invitation.id, signedIn.id];
      const ids = { secretId: secret.id, tokenId: token.id, invitationId, inviterSessionId, endpointId };
      world = { owner, member, application, ...ids };
    });

    const proofFor = async (values: Parameters<typeof someSession>[1], { id, signInEpoch } = world.owner) => {
      const session = someSession(id, { signInEpoch, ...values });
      await database.stores.sessions.start(session, undefined);
      return { sessionId: session.id, authenticatedSince: NOW - 10 * MINUTE };
    };

    /** Everything that an act could have changed. */
    const everything = async () => {
      const {
        accounts,
        applications,
        clientSecrets,
        members,
        invitations,
        connections,
        apiTokens,
        agreements,
        events,
      } = database.stores;
      const { id } = world.application;
      return {
        owner: await accounts.find(world.owner.id),
        application: await applications.find(id),
        secrets: await clientSecrets.list(id),
        members: await members.list(id),
        invitations: await invitations.list(id, NOW),
        connection: await connections.find(id, world.member.id),
        agreements: await agreements.listByAccount(world.owner.id),
        endpoints: await events.listEndpoints(id),
        eventSecrets: await events.listSecrets(world.endpointId),
        tokens: await apiTokens.listByAccount(world.owner.id),
      };
    };

    describe.each(ACTS)('%s', (_name, act) => {
      const refused = async (proof: SessionProof) => {
        const before = await everything();
        await expect(act(database.stores, world, proof)).rejects.toThrow(ConfirmationNeeded);
        expect(await everything()).toEqual(before);
      };

      it('does it in a session whose person proved ten minutes ago who they are', async () => {
        expect(YES).toContain(
          await act(database.stores, world, await proofFor({ authenticatedAt: NOW - 10 * MINUTE })),
        );
      });

      it('changes nothing where that was longer ago', async () =>
        refused(await proofFor({ authenticatedAt: NOW - 10 * MINUTE - 1 })));

      it('changes nothing in a session that ended', async () => {
        const proof = await proofFor({});
        await database.stores.sessions.end({ accountId: world.owner.id, sessionId: proof.sessionId, now: NOW });
        await refused(proof);
      });

      it('changes nothing in a session whose sign-in was ended with the number of its account', async () => {
        // Its row stays: it had expired, so nobody ended it.
        const proof = await proofFor({ expiresAt: NOW + 1 });
        await database.stores.sessions.endAll({ accountId: world.owner.id, now: NOW + 2 });
        await refused(proof);
      });

      it('changes nothing in a session of a disabled account', async () => {
        const proof = await proofFor({ expiresAt: NOW + 1 });
        await database.stores.accounts.setDisabled(world.owner.id, true, NOW + 2);
        await refused(proof);
      });
    });

    it.each<[string, (stores: Stores, accountId: string, sessionId: string) => Promise<unknown>]>([
      ['their session ends', ({ sessions }, accountId, sessionId) => sessions.end({ accountId, sessionId, now: NOW })],
      ['their account is disabled', ({ accounts }, accountId) => accounts.setDisabled(accountId, true, NOW)],
    ])('of 10 that make something does nothing after it was told that %s, 10 times in 10', async (_name, end) => {
      const others = await Promise.all(Array.from({ length: 3 }, () => database.open()));
      const connections = [database.stores, ...others];
      for (let round = 0; round < 10; round += 1) {
        const owner = someAccount({ role: 'owner' });
        await database.stores.accounts.insert(owner);
        const application = someApplication(owner.id);
        await database.stores.applications.insert(application, 500);
        const proof = await proofFor({}, owner);
        const count = async () => (await database.stores.clientSecrets.list(application.id)).length;
        const made = Array.from({ length: 10 }, (_, at) =>
          connections[at % 4]?.clientSecrets
            .insert(someClientSecret(application.id), 50, NOW, proof)
            .catch((error: unknown) => error instanceof ConfirmationNeeded || Promise.reject(error)),
        );
        await end(others[2] as Stores, owner.id, proof.sessionId);
        const atTheEnd = await count();
        await Promise.all(made);
        expect(await count()).toBe(atTheEnd);
      }
    });
  });
}
