// Every method of every store is either told by the audit, or named here with why it is not (contract 61). A new method
// fails until somebody decides.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AUDITED_WRITES, isDone } from '../../../../src/core/operating/audit/audited-writes.ts';
import type { Stores } from '../../../../src/core/operating/ports.ts';
import { openTestPorts, type TestPorts } from '../accounts/open-ports.ts';

let ports: TestPorts;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ ports, close } = await openTestPorts());
});
afterAll(() => close());

const READS =
  /^(?:find|list|count|exists|counts|roleOf|search|editsAny|ownsAny|hasImported|isOriginRegistered|operatorExists|wasDropped|nameable|isAdmitted|read$)/;

/** Methods that write and that the audit does not tell, by why. */
const NOT_TOLD: Readonly<Record<string, readonly string[]>> = {
  'a person changes what is their own, or signs up': [
    ...[
      'accounts.insertWithPasskey',
      'accounts.saveProfile',
      'pictures.put',
      'accounts.changePassword',
      'accounts.rehashPassword',
    ],
    ...['accounts.changeEmail', 'links.redeemForPassword', 'factors.enrol', 'factors.replaceRecoveryCodes'],
    ...['factors.remove', 'factors.useStep', 'factors.useRecoveryCode', 'passkeys.add', 'passkeys.rename'],
    ...['passkeys.remove', 'sessions.start', 'sessions.choose', 'sessions.touch', 'sessions.end'],
    ...['sessions.endOthers', 'connections.agree', 'connections.answer', 'connections.touch', 'agreements.answer'],
    ...['emailProofs.proveAddress', 'emailProofs.redeemForPassword', 'emailChanges.ask'],
    ...['emailChanges.askAgain', 'emailChanges.cancel', 'emailChanges.prove', 'emailChanges.takeBack'],
    ...['emailChanges.addLink'],
    ...['resetRequests.insert', 'pendingSignUps.insert', 'pendingSignUps.redeem', 'oneTimeDisplays.insert'],
    ...['oneTimeDisplays.take', 'factors.removeAfterReset', 'factors.noteWrongCode', 'trustedDevices.remove'],
    ...['leaving.leave', 'leaving.admit', 'leaving.restore'],
  ],
  'an application acts with its own tokens, on a hot path': [
    ...['codes.issue', 'codes.redeem', 'tokens.rotate', 'tokens.renew', 'tokens.endFamily', 'tokens.endAccessToken'],
    ...['apiTokens.touch', 'machineTokens.touch', 'policy.report', 'clientSecrets.touch', 'spentJwts.spend'],
    ...['pushedRequests.insert', 'pushedRequests.keep'],
    ...['deviceCodes.issue', 'deviceCodes.notePoll', 'deviceCodes.confirm', 'deviceCodes.deny', 'deviceCodes.redeem'],
    ...['apis.insertToken', 'apis.removeToken', 'apis.touchSecret'],
    ...['apis.meetSubject', 'apis.issueToPerson'],
    ...['clientDocuments.keep', 'clientDocuments.noteToken', 'clientDocuments.settle'],
  ],
  'counts and limits, about nobody': [
    'passwordKinds.replace',
    ...[
      'signInLimits.reserve',
      'signInLimits.release',
      'signInLimits.clear',
      'statistics.add',
      'refusedUris.add',
      'failedRequests.add',
      'activities.countFailures',
    ],
  ],
  'deliveries of what was queued': [
    ...['sessionClients.claim', 'sessionClients.putBack', 'sessionClients.remove', 'sessionClients.tellLate'],
    ...[
      'mails.queue',
      'mails.claim',
      'mails.putBack',
      'mails.remove',
      'mails.noteRefusal',
      'mails.noteTaken',
      'resetRequests.claim',
      'resetRequests.putBack',
    ],
    ...['resetRequests.remove', 'expired.purge', 'events.claim', 'events.putBack', 'events.remove', 'events.noteTry'],
    ...['events.disable', 'events.endUnlinked', 'events.deferBlocked'],
  ],
  'the end of what a person began, and the deletion list, told by the log': [
    ...['leaving.endDue', 'leaving.removeKept', 'leaving.markLogged', 'leaving.erase'],
  ],
  'an upgrade or a setting, told as such': [
    'events.setEmailReleased',
    ...['accounts.renewEmailKey', 'usernames.reserveFormer', 'usernames.settleFormer', 'usernames.restore'],
  ],
  'keys rewrap, told by the command': ['factors.reseal', 'mails.reseal', 'events.reseal'],
  'accounts import, told by the command': ['accountFiles.insert', 'accountFiles.update'],
  'the audit itself': [
    ...['audit.append', 'audit.appendRefusal', 'audit.addSeal', 'audit.moveHorizon', 'audit.purge'],
    ...['audit.settledTo', 'audit.hasEntriesAfter', 'audit.lastSeal', 'audit.seals', 'audit.horizon'],
    ...['audit.sealBefore'],
  ],
};

it('contract 61: every method of every store is told by the audit, reads, or is named with why it is not told', () => {
  const stores = Object.keys(ports).filter((name) => name in STORES) as (keyof Stores)[];
  const methods = stores.flatMap((name) => Object.keys(ports[name]).map((method) => `${name}.${method}`));
  const told = Object.entries(AUDITED_WRITES).flatMap(([name, own]) =>
    Object.keys(own).map((method) => `${name}.${method}`),
  );
  const named = Object.values(NOT_TOLD).flat();
  const writes = methods.filter((method) => !READS.test(method.split('.')[1] ?? '') && !told.includes(method));
  // `countTry` counts a wrong code of the person's own.
  expect(writes.filter((method) => !named.includes(method))).toEqual([]);
  expect(named.filter((method) => !methods.includes(method) || told.includes(method))).toEqual([]);
  expect(stores.length).toBe(Object.keys(STORES).length);
});

/** A type error where a store is missing. */
const STORES: Readonly<Record<keyof Stores, true>> = {
  ...{ accounts: true, usernames: true, links: true, signInLimits: true, factors: true, passkeys: true },
  ...{
    apiTokens: true,
    machineTokens: true,
    policy: true,
    sessions: true,
    sessionClients: true,
    oneTimeDisplays: true,
    applications: true,
  },
  ...{
    clientSecrets: true,
    spentJwts: true,
    pushedRequests: true,
    deviceCodes: true,
    logos: true,
    groups: true,
    apis: true,
    clientDocuments: true,
    members: true,
    invitations: true,
    connections: true,
    agreements: true,
  },
  ...{ receipts: true, accountData: true, activities: true },
  ...{
    codes: true,
    tokens: true,
    keys: true,
    sealedValues: true,
    statistics: true,
    refusedUris: true,
    failedRequests: true,
  },
  ...{ mails: true, givenUp: true, emailProofs: true, emailChanges: true, resetRequests: true, pendingSignUps: true },
  ...{ expired: true, audit: true, accountFiles: true, events: true, passwordKinds: true, trustedDevices: true },
  ...{ leaving: true, pictures: true },
};

it('decision 51: tells what a store did from what it refused', () => {
  const done = [true, undefined, 1, 'created', { count: 1 }, { kind: 'accepted' }, { kind: 'taken', first: true }];
  const refused = [false, 0, 'email-taken', { count: 0 }, { kind: 'gone' }, { emailTaken: true, usernameTaken: false }];
  expect(done.map(isDone)).toEqual(done.map(() => true));
  expect(refused.map(isDone)).toEqual(refused.map(() => false));
});
