// Calls every method that the audit must tell of (`core/operating/audit/audited-writes.ts`) once, and looks for its entry.

import { describe, expect, it } from 'vitest';
import { AUDITED_WRITES } from '../../../src/core/operating/audit/audited-writes.ts';
import type { NewEntry } from '../../../src/core/server/audit/act.ts';
import { CLOSED_TERMS } from '../../helpers/membership.ts';
import { newId } from '../../helpers/new-id.ts';
import { someApi } from './api-store.ts';
import {
  keeping,
  NOW,
  someAccount,
  someApiToken,
  someApplication,
  someClientSecret,
  someHash,
  someInvitation,
  someLink,
  someSession,
} from './given.ts';
import { someEndpoint, someEventSecret } from './given-events.ts';
import { someGroup } from './group-store.ts';
import { someMachineToken } from './machine-token-store.ts';
import { someMail } from './mail-store.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

type Called = Partial<NewEntry>;

export function auditedWritesContract(make: MakeDatabase): void {
  describe('AUDITED_WRITES', () => {
    const database = useDatabase(make);
    const clock = { now: () => NOW };

    it('every audited method writes an entry that names its target and no value (contract 61)', async () => {
      const { stores } = database;
      const owner = someAccount({ role: 'owner' });
      const [user, named, first] = [someAccount(), someAccount(), someAccount()];
      const guest = someAccount({ role: 'owner' });
      const [one, other] = [someApplication(owner.id), someApplication(owner.id)];
      const session = someSession(user.id);
      for (const account of [owner, guest]) await stores.accounts.insert(account);
      await stores.applications.insert(one, 500);
      const id = one.id;
      const token = someApiToken(owner.id);
      const machine = someMachineToken();
      const secret = someClientSecret(id);
      const invitation = someInvitation(id, owner.id);
      const again = { ...someInvitation(id, owner.id), email: user.email, emailKey: user.emailKey };
      const link = someLink();
      const sealedKey = Buffer.from('k');
      const key = { algorithm: 'RS256', publicJwk: {}, sealedPrivateKey: someHash() } as const;
      const times = { createdAt: NOW, signsFrom: NOW, revokedAt: undefined };
      const version = async () => ({ fromVersion: (await stores.applications.find(id))?.version ?? 0, now: NOW });
      const logo = { mediaType: 'image/png', image: Buffer.from('x'), hash: 'h' } as const;
      const agreement = { applicationId: id, accountId: user.id, sub: 's1', answers: {}, now: NOW };
      const enrolled = { ...keeping(session), accountId: user.id, sealedSecret: someHash(), step: 1, now: NOW };
      const called: string[] = [];
      const acting = (name: string) => {
        called.push(name);
        return database.recording({ actor: { role: 'operator' }, action: name as never }, clock);
      };
      const expected: Called[] = [];
      const expectEntry = (entry: Called) => void expected.push({ fields: [], ...entry });

      await acting('accounts.insert').accounts.insert(user);
      expectEntry({ subjectId: user.id, entry: 'user' });
      await acting('accounts.setEmailVerified').accounts.setEmailVerified(user.id, user.emailKey, NOW);
      expectEntry({ subjectId: user.id, fields: ['email_verified'] });
      await acting('accounts.setEmailsVerified').accounts.setEmailsVerified({
        ...{ origin: 'sign-up', afterId: '', limit: 9, now: NOW },
      });
      expectEntry({ entry: 'sign-up', fields: ['email_verified'] });
      await stores.sessions.start(session, undefined);
      await stores.factors.enrol({
        ...enrolled,
        recoveryHashes: [],
        proof: { sessionId: session.id, authenticatedSince: 0 },
      });
      await acting('factors.removeByOperator').factors.removeByOperator({ accountId: user.id, now: NOW });
      expectEntry({ subjectId: user.id, fields: ['second_factors'] });
      await acting('accounts.setRole').accounts.setRole(user.id, 'owner', NOW);
      expectEntry({ subjectId: user.id, entry: 'owner', fields: ['role'] });
      await acting('sessions.endAll').sessions.endAll({ accountId: user.id, now: NOW });
      expectEntry({ subjectId: user.id, fields: ['sessions'] });
      const proof = { id: newId(), accountId: user.id, purpose: 'password', emailKey: user.emailKey } as const;
      const secrets = {
        tokenHash: someHash(),
        codeMac: someHash(),
        signInEpoch: 0,
        createdAt: NOW,
        expiresAt: NOW + 1,
      };
      await acting('emailProofs.issue').emailProofs.issue({ proof: { ...proof, ...secrets }, mail: undefined });
      expectEntry({ subjectId: user.id, entry: proof.id, fields: ['password_mail'] });
      await acting('links.issue').links.issue(link);
      expectEntry({ entry: link.id, fields: ['setup_link'] });
      const redeeming = { tokenHash: link.tokenHash, account: { ...first, role: 'operator' as const }, now: NOW };
      await acting('links.redeemForOperator').links.redeemForOperator(redeeming);
      expectEntry({ subjectId: first.id, entry: 'operator' });
      await acting('apiTokens.insert').apiTokens.insert(token, 5);
      expectEntry({ subjectId: owner.id, entry: token.id, fields: expect.arrayContaining([...token.scopes]) });
      await acting('machineTokens.insert').machineTokens.insert(machine, 5);
      expectEntry({ entry: machine.id, fields: [...machine.scopes, '90 days'] });
      await acting('machineTokens.remove').machineTokens.remove(machine.id);
      expectEntry({ entry: machine.id });
      const operator = someAccount({ role: 'operator' });
      await stores.accounts.insert(operator);
      const ofOperator = someSession(operator.id);
      await stores.sessions.start(ofOperator, undefined);
      const testMail = someMail({ accountId: operator.id, kind: 'test-mail' });
      await acting('mails.queueTest').mails.queueTest(testMail, { sessionId: ofOperator.id, authenticatedSince: 0 });
      expectEntry({ entry: testMail.id });
      await acting('policy.change').policy.change({ revision: 0, values: { minimumAge: 3 }, now: NOW });
      expectEntry({ fields: ['minimum_age'] });
      await acting('applications.insert').applications.insert(other, 500);
      expectEntry({ applicationId: other.id });
      await acting('applications.replace').applications.replace({ ...one, version: 2 }, 1, undefined, ['name']);
      expectEntry({ applicationId: id, fields: ['name'] });
      await acting('clientSecrets.insert').clientSecrets.insert(secret, 2, NOW);
      expectEntry({ applicationId: id, entry: secret.id });
      await acting('clientSecrets.remove').clientSecrets.remove(id, secret.id);
      expectEntry({ applicationId: id, entry: secret.id });
      await stores.clientSecrets.insert(someClientSecret(id), 2, NOW);
      await acting('clientSecrets.removeAll').clientSecrets.removeAll(id);
      expectEntry({ applicationId: id });
      await acting('logos.put').logos.put(id, logo, await version());
      expectEntry({ applicationId: id, fields: ['logo'] });
      await acting('logos.remove').logos.remove(id, await version());
      expectEntry({ applicationId: id, fields: ['logo'] });

      const by = { apiTokenId: token.id };
      const byOwner = { accountId: owner.id };
      await acting('invitations.invite').invitations.invite(invitation, by, 9);
      expectEntry({ applicationId: id, entry: invitation.id });
      await acting('invitations.setRole').invitations.setRole(id, invitation.id, 'viewer', byOwner);
      expectEntry({ applicationId: id, entry: invitation.id, fields: ['role'] });
      await acting('invitations.withdraw').invitations.withdraw(id, invitation.id, byOwner);
      expectEntry({ applicationId: id, entry: invitation.id });
      await stores.invitations.invite(again, by, 9);
      const answering = { key: { tokenHash: again.tokenHash }, accountId: user.id, now: NOW };
      await acting('invitations.decline').invitations.decline(answering);
      expectEntry({ subjectId: user.id });
      await stores.invitations.invite(again, by, 9);
      const guestSession = someSession(guest.id);
      await stores.sessions.start(guestSession, undefined);
      const accepting = { ...answering, accountId: guest.id, sessionId: guestSession.id, terms: CLOSED_TERMS };
      await acting('invitations.accept').invitations.accept(accepting);
      expectEntry({ subjectId: guest.id });
      await acting('members.setRole').members.setRole(id, guest.id, 'viewer', byOwner);
      expectEntry({ applicationId: id, subjectId: guest.id, fields: ['role'] });
      const handOver = { applicationId: id, fromAccountId: owner.id, toAccountId: guest.id, now: NOW };
      await acting('members.handOver').members.handOver(handOver, 500, byOwner);
      expectEntry({ applicationId: id, subjectId: guest.id, fields: ['owner'] });
      await acting('members.remove').members.remove(id, owner.id, { accountId: guest.id });
      expectEntry({ applicationId: id, subjectId: owner.id });
      await acting('members.removeAll').members.removeAll(id, { accountId: guest.id });
      expectEntry({ applicationId: id });
      await stores.connections.agree(agreement);
      await acting('connections.unlink').connections.unlink(id, user.id, NOW, 'owner');
      expectEntry({ applicationId: id, subjectId: user.id });
      await acting('connections.unlinkAll').connections.unlinkAll(id, NOW, 'owner', newId());
      expectEntry({ applicationId: id });

      const endpoint = someEndpoint(id);
      const ofEndpoint = { applicationId: id, entry: endpoint.id };
      const [endpointId, eventId] = [endpoint.id, newId()];
      await acting('events.insertEndpoint').events.insertEndpoint(endpoint, someEventSecret(endpointId), 3);
      expectEntry(ofEndpoint);
      await acting('events.updateEndpoint').events.updateEndpoint(endpoint, endpoint);
      expectEntry({ ...ofEndpoint, fields: ['url', 'types', 'disabled_at'] });
      await acting('events.insertSecret').events.insertSecret(someEventSecret(endpointId), 2);
      expectEntry({ entry: endpointId, fields: ['secrets'] });
      await acting('events.removeOlderSecrets').events.removeOlderSecrets(endpointId);
      expectEntry({ entry: endpointId, fields: ['secrets'] });
      const sent = { applicationId: id, endpointId, eventId, now: NOW };
      await acting('events.sendTest').events.sendTest({ ...sent, id: newId() });
      expectEntry({ ...ofEndpoint, fields: ['deliveries'] });
      await acting('events.sendAgain').events.sendAgain({ ...sent, id: newId() });
      expectEntry({ ...ofEndpoint, fields: ['deliveries'] });
      await acting('events.removeEndpoint').events.removeEndpoint(id, endpointId);
      expectEntry(ofEndpoint);

      const group = someGroup('sre');
      await acting('groups.insert').groups.insert(group, 9);
      expectEntry({ entry: group.id });
      const changedGroup = { ...group, label: undefined, version: 2 };
      await acting('groups.replace').groups.replace(changedGroup, 1, undefined, ['label']);
      expectEntry({ entry: group.id, fields: ['label'] });
      const inGroup = { groupId: group.id, accountId: user.id, now: NOW };
      const ofMember = { subjectId: user.id, entry: group.id, fields: ['groups'] };
      await acting('groups.addMember').groups.addMember({ ...inGroup, max: 9 });
      expectEntry(ofMember);
      await acting('groups.removeMember').groups.removeMember(inGroup);
      expectEntry(ofMember);
      await acting('groups.remove').groups.remove(group.id, { force: false, fromVersion: 2, now: NOW });
      expectEntry({ entry: group.id });

      await acting('clientDocuments.block').clientDocuments.block('client.example', NOW);
      expectEntry({ entry: 'client.example' });
      await acting('clientDocuments.unblock').clientDocuments.unblock('client.example', [], NOW);
      expectEntry({ entry: 'client.example' });

      const api = someApi();
      await acting('apis.insert').apis.insert(api, 9);
      expectEntry({ entry: api.id });
      await acting('apis.replace').apis.replace({ ...api, name: 'Bills', version: 2 }, 1, undefined, ['name']);
      expectEntry({ entry: api.id, fields: ['name'] });
      const apiSecret = { id: newId(), apiId: api.id, secretHash: someHash(), createdAt: NOW, lastUsedAt: undefined };
      await acting('apis.insertSecret').apis.insertSecret(apiSecret, 2);
      expectEntry({ entry: api.id, fields: ['secrets'] });
      await acting('apis.removeSecret').apis.removeSecret({ apiId: api.id, id: apiSecret.id, now: NOW });
      expectEntry({ entry: api.id, fields: ['secrets'] });
      await acting('apis.remove').apis.remove(api.id, 2, undefined, NOW);
      expectEntry({ entry: api.id });

      const usernameKey = { name: 'username-key', sealed: sealedKey, createdAt: NOW };
      await acting('sealedValues.insert').sealedValues.insert(usernameKey);
      expectEntry({ entry: 'username-key' });
      const keyed = { nameKey: someHash(), sealedKey, isReserved: false };
      await acting('usernames.insertAccount').usernames.insertAccount({ ...named, username: 'named' }, keyed);
      expectEntry({ subjectId: named.id, entry: 'user' });
      await acting('usernames.take').usernames.take({
        ...{ accountId: named.id, name: 'other', nameKey: someHash(), sealedKey },
        ...{ onlyOwn: false, by: 'operator', now: NOW },
      });
      expectEntry({ subjectId: named.id, fields: ['username'] });
      await acting('usernames.clear').usernames.clear(named.id, NOW);
      expectEntry({ subjectId: named.id, fields: ['username'] });
      await acting('sealedValues.reseal').sealedValues.reseal('username-key', sealedKey, Buffer.from('l'));
      expectEntry({ entry: 'username-key' });
      await acting('keys.insert').keys.insert([{ ...key, ...times, id: 'k1', number: 1 }]);
      expectEntry({ entry: 'k1' });
      const made = [{ ...key, ...times, id: 'k2', number: 2 }];
      const revoke = { belowNumber: 2, at: NOW };
      await acting('keys.rotate').keys.rotate({ algorithm: 'RS256', schedule: undefined, made, revoke });
      expectEntry({ entry: 'RS256', fields: ['signs_from', 'revoked_at'] });
      await acting('keys.reseal').keys.reseal('k2', key.sealedPrivateKey, Buffer.from('n'));
      expectEntry({ entry: 'k2', fields: ['private_key'] });
      await acting('keys.remove').keys.remove('RS256', 2);
      expectEntry({ entry: 'RS256' });

      await acting('apiTokens.remove').apiTokens.remove(token.id);
      expectEntry({ entry: token.id });
      await acting('applications.remove').applications.remove(other.id);
      expectEntry({ applicationId: other.id });
      await acting('accounts.change').accounts.change({ id: user.id, role: 'owner', disabled: false, now: NOW });
      expectEntry({ subjectId: user.id, entry: 'owner', fields: ['role', 'disabled_at'] });
      await acting('accounts.setDisabled').accounts.setDisabled(user.id, true, NOW);
      expectEntry({ subjectId: user.id, fields: ['disabled_at'] });
      await acting('accounts.remove').accounts.remove(user.id, NOW);
      expectEntry({ subjectId: user.id });
      await acting('leaving.deleteAgain').leaving.deleteAgain([{ id: named.id, deletedAt: NOW }], NOW);
      expectEntry({ entry: named.id });

      const written = await stores.audit.read({ afterId: 0, toId: Number.MAX_SAFE_INTEGER, limit: 99 });
      const none = { applicationId: undefined, subjectId: undefined, entry: undefined };
      const shown = written.map(({ action, applicationId, subjectId, entry, fields }) => ({
        ...{ action, applicationId, subjectId, entry, fields },
      }));
      expect(shown).toEqual(called.map((action, index) => ({ action, ...none, ...expected[index] })));
      const audited = Object.entries(AUDITED_WRITES).flatMap(([store, methods]) =>
        Object.keys(methods).map((method) => `${store}.${method}`),
      );
      expect([...called].sort()).toEqual(audited.sort());
    });
  });
}
