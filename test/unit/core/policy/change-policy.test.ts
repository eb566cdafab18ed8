// Changing the policy: its bounds, what conflicts, and what is locked (contract 29).
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { proofOf } from '../../../../src/core/ground/acts/session-proof.ts';
import { MAX_LOGO_BYTES } from '../../../../src/core/ground/logos/logo.ts';
import { changePolicy, type WantedPolicy } from '../../../../src/core/server/policy/change-policy.ts';
import {
  followedPolicy,
  type PolicyKey,
  policyMember,
  type StoredValues,
} from '../../../../src/core/server/policy/policy.ts';
import { POLICY_KEYS } from '../../../../src/schema/policy/policy-keys.ts';
import { someHash, somePasskey } from '../../../contract/stores/given.ts';
import { HOSTILE_LOGOS } from '../../../helpers/hostile-logos.ts';
import { png } from '../../../helpers/images.ts';
import { givenLivePolicy } from '../../../helpers/live-policy.ts';
import { givenPerson, givenSession, openTestPorts, type TestPorts } from '../accounts/open-ports.ts';

let ports: TestPorts;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ ports, close } = await openTestPorts());
});
afterEach(() => close());

const DOCUMENT = {
  id: 'terms',
  kind: 'agree',
  required: true,
  version: '1',
  title: 'Terms',
  uri: 'https://a.example/t',
};

/** Another process on the same database. */
const processWith = (env: Record<string, string> = {}, hasMail = false) => ({
  ...ports,
  livePolicy: givenLivePolicy(ports.policy, { env, hasMail }),
});

describe('contract 29: what a value may be', () => {
  test.each<[WantedPolicy, string[]]>([
    [{ serviceName: 'x'.repeat(60), accentColor: '#0A7D32', supportContact: 'help@a.example' }, []],
    [
      { serviceName: '', accentColor: 'red', supportContact: 'nobody' },
      ['service_name', 'accent_color', 'support_contact'],
    ],
    [{ serviceName: 'a\u202eb' }, ['service_name']],
    [{ minimumAge: 120, deletionDelayDays: 30 }, []],
    [{ minimumAge: 121, secondFactor: 'nobody' }, ['second_factor', 'minimum_age']],
    [{ minimumAge: -1, refusedEmailDomains: ['a b'] }, ['refused_email_domains', 'minimum_age']],
    [{ deletionDelayDays: 31 }, ['deletion_delay_days']],
    [{ documents: [DOCUMENT] }, []],
    [{ documents: [{ ...DOCUMENT, id: 'Terms!' }, DOCUMENT] }, ['documents/0/id']],
    [{ openRegistration: 'maybe', openOwnership: 7 }, ['open_registration', 'open_ownership']],
  ])('%j has faults at %j, all at once, and then nothing is stored', async (wanted, expected) => {
    const changed = await changePolicy(ports, { wanted });
    expect(changed.kind === 'refused' ? changed.faults.map(({ path }) => path.join('/')) : []).toEqual(expected);
    expect((await ports.policy.list(0)).length).toBe(expected.length === 0 ? Object.keys(wanted).length : 0);
  });

  const NO_LOGOS = [
    ...['logo.png', 7, {}, { mediaType: 'image/png', image: '' }],
    { mediaType: 'image/svg+xml', image: png(8).toString('base64') },
    ...HOSTILE_LOGOS.map(([, body, mediaType]) => ({ mediaType, image: Buffer.from(body).toString('base64') })),
    { mediaType: 'image/png', image: Buffer.alloc(MAX_LOGO_BYTES + 1).toString('base64') },
  ];

  /** Just outside of what each key may be. */
  const BEYOND: Readonly<Record<PolicyKey, readonly unknown[]>> = {
    serviceName: ['', 'x'.repeat(61), ' x', 'a\u202eb', 'a\u0000', 7],
    ...{ logo: NO_LOGOS, logoDark: NO_LOGOS },
    accentColor: ['', '#12345', '#1234567', 'red', '#12345g'],
    supportContact: [
      '',
      'nobody',
      'a b@c.example',
      'a\u202e@b.example',
      'http://a.example',
      `https://a/${'x'.repeat(2000)}`,
    ],
    openRegistration: ['maybe', 1, ''],
    requireVerifiedEmail: ['yes', 0],
    allowedEmailDomains: [['a b'], ['1.2.3.4'], 'a.example,@', [7]],
    refusedEmailDomains: [Array.from({ length: 5001 }, (_, at) => `d${at}.example`), 7],
    openOwnership: ['on', 7],
    reservedUsernames: [['ab'], ['a b'], 'ada,1x', [7], Array.from({ length: 1001 }, (_, at) => `name${at}x`), 7],
    secondFactor: ['', 'nobody', 'Everyone', true],
    minimumAge: [-1, 121, 1.5, '1e1', 'x', true],
    documents: [
      Array.from({ length: 21 }, (_, at) => ({ ...DOCUMENT, id: `d${at}` })),
      [DOCUMENT, DOCUMENT],
      '[1]',
      {},
    ],
    deletionDelayDays: [-1, 31, 0.5, ''],
  };

  test.each(POLICY_KEYS)('%s has bounds that no operator passes', async (key) => {
    for (const value of BEYOND[key]) {
      const changed = await changePolicy(ports, { wanted: { [key]: value } as WantedPolicy });
      const where = JSON.stringify(value).slice(0, 60);
      expect([where, changed.kind]).toEqual([where, 'refused']);
      if (changed.kind === 'refused')
        expect(new Set(changed.faults.map(({ path }) => path[0]))).toEqual(new Set([policyMember(key)]));
    }
    expect(await ports.policy.list(0)).toEqual([]);
  });

  test('a stored value beyond its bounds, as another version may have left it, counts as the default', async () => {
    for (const key of POLICY_KEYS) {
      for (const value of BEYOND[key].filter((one) => one !== '')) {
        const stored = { [key]: value } as StoredValues;
        expect([key, followedPolicy(ports.livePolicy.kinds, stored)]).toEqual([
          key,
          followedPolicy(ports.livePolicy.kinds, {}),
        ]);
      }
    }
  });

  test('null restores the default, and the revision only rises', async () => {
    await changePolicy(ports, { wanted: { serviceName: 'Acme', minimumAge: 14 } });
    expect([ports.livePolicy.values().serviceName, ports.livePolicy.revision()]).toEqual(['Acme', 1]);
    expect(await changePolicy(ports, { wanted: { serviceName: null } })).toEqual({
      kind: 'changed',
      keys: ['serviceName'],
    });
    expect([ports.livePolicy.values().serviceName, ports.livePolicy.revision()]).toEqual(['Latchkey', 2]);
    expect(ports.livePolicy.values().minimumAge).toBe(14);
  });

  test('what is followed already is no change', async () => {
    expect(await changePolicy(ports, { wanted: { serviceName: 'Latchkey', openRegistration: true } })).toEqual({
      kind: 'changed',
      keys: [],
    });
    expect(await ports.policy.list(0)).toEqual([]);
  });
});

describe('contract 29: what conflicts', () => {
  const codes = async (deps: typeof ports, wanted: WantedPolicy) => {
    const changed = await changePolicy(deps, { wanted });
    return changed.kind === 'conflict' ? changed.refusals.map(({ code }) => code) : changed.kind;
  };

  test('contract 26: domains are allowed alone only where addresses are verified, whichever comes first', async () => {
    const withMail = processWith({}, true);
    expect(await codes(withMail, { allowedEmailDomains: ['a.example'] })).toEqual(['policy-needs-verified-addresses']);
    expect(await codes(withMail, { allowedEmailDomains: ['a.example'], requireVerifiedEmail: true })).toBe('changed');
    expect(await codes(withMail, { requireVerifiedEmail: false })).toEqual(['policy-needs-verified-addresses']);
  });

  test('contract 21: addresses are verified only where there is mail', async () => {
    expect(await codes(ports, { requireVerifiedEmail: true })).toEqual(['policy-needs-mail']);
  });

  test('a process without mail lets nobody sign up by a policy that needs it', async () => {
    const withMail = processWith({}, true);
    await changePolicy(withMail, { wanted: { requireVerifiedEmail: true, allowedEmailDomains: ['a.example'] } });
    await ports.livePolicy.refresh();
    expect(ports.livePolicy.values()).toMatchObject({ openRegistration: false, requireVerifiedEmail: false });
  });

  test('of 20 changes at once, each stands and none is lost', async () => {
    const processes = Array.from({ length: 4 }, () => processWith());
    const wanted: WantedPolicy[] = [
      { serviceName: 'A' },
      { minimumAge: 3 },
      { openOwnership: true },
      { supportContact: 'a@b' },
    ];
    const kinds = await Promise.all(processes.map((one, at) => changePolicy(one, { wanted: wanted[at] ?? {} })));
    expect(kinds.map(({ kind }) => kind)).toEqual(Array(4).fill('changed'));
    await ports.livePolicy.refresh();
    expect(ports.livePolicy.values()).toMatchObject({
      ...{ serviceName: 'A', minimumAge: 3, openOwnership: true, supportContact: 'a@b' },
    });
  });

  test('contract 2: a list of usernames is kept as accounts have them, each that reads the same once', async () => {
    await changePolicy(ports, { wanted: { reservedUsernames: 'Ada, grace.hopper,a-da, Grace-H0pper' } });
    expect(ports.livePolicy.values().reservedUsernames).toEqual(['ada', 'grace.hopper']);
  });

  test('contract 32: a token reserves usernames, and releases none', async () => {
    const byToken = (reservedUsernames: readonly string[] | null) =>
      changePolicy(ports, { wanted: { reservedUsernames, minimumAge: 5 }, byToken: true });
    expect(await byToken(['ada'])).toMatchObject({ kind: 'changed' });
    expect(await byToken(['grace', 'ada'])).toMatchObject({ kind: 'changed' });
    for (const released of [['grace'], [], null]) {
      const refused = { kind: 'needs-person', keys: ['reservedUsernames'] };
      expect(await byToken(released)).toEqual(refused);
    }
    expect(ports.livePolicy.values()).toMatchObject({ reservedUsernames: ['grace', 'ada'], minimumAge: 5 });
    expect(await changePolicy(ports, { wanted: { reservedUsernames: ['grace'] } })).toMatchObject({ kind: 'changed' });
  });

  test('a form that showed an older policy changes nothing', async () => {
    await changePolicy(ports, { wanted: { minimumAge: 3 } });
    expect(await changePolicy(ports, { wanted: { minimumAge: 4 }, revision: 0 })).toEqual({ kind: 'stale' });
    expect(ports.livePolicy.values().minimumAge).toBe(3);
  });
});

describe('contract 29: what is locked', () => {
  test('a key that the settings give names where, and stays what they say', async () => {
    await changePolicy(ports, { wanted: { serviceName: 'Stored', minimumAge: 3 } });
    const locked = processWith({ LATCHKEY_SERVICE_NAME: 'Acme', LATCHKEY_OPEN_OWNERSHIP: 'false' });
    const changed = await changePolicy(locked, {
      wanted: { serviceName: 'Other', openOwnership: true, minimumAge: 4 },
    });
    expect(changed.kind === 'conflict' && changed.refusals.map(({ detail }) => detail)).toEqual([
      'service_name is locked by LATCHKEY_SERVICE_NAME.',
      'open_ownership is locked by LATCHKEY_OPEN_OWNERSHIP.',
    ]);
    expect(locked.livePolicy.values()).toMatchObject({ serviceName: 'Acme', minimumAge: 3 });
    // What is sent back as it was shown is no change.
    expect((await changePolicy(locked, { wanted: { serviceName: 'Acme', minimumAge: 4 } })).kind).toBe('changed');
  });

  test('LATCHKEY_POLICY_LOCKED=true locks every key, at its default where it is not given', async () => {
    await changePolicy(ports, { wanted: { serviceName: 'Stored' } });
    const { livePolicy } = processWith({ LATCHKEY_POLICY_LOCKED: 'true', LATCHKEY_MINIMUM_AGE: '14' });
    await livePolicy.refresh();
    expect(livePolicy.values()).toMatchObject({ serviceName: 'Latchkey', minimumAge: 14 });
    expect(POLICY_KEYS.map((key) => livePolicy.kinds[key].locked?.by)).toEqual(
      POLICY_KEYS.map((key) =>
        policyMember(key) === 'minimum_age' ? 'LATCHKEY_MINIMUM_AGE' : 'LATCHKEY_POLICY_LOCKED',
      ),
    );
  });

  test('contract 2: usernames that were reserved stay so where all is locked, and no others come to them', async () => {
    await changePolicy(ports, { wanted: { reservedUsernames: ['ada'], minimumAge: 3 } });
    const locked = processWith({ LATCHKEY_POLICY_LOCKED: 'true' });
    await locked.livePolicy.refresh();
    expect(locked.livePolicy.values()).toMatchObject({ reservedUsernames: ['ada'], minimumAge: 0 });
    for (const reservedUsernames of [['ada', 'grace'], []])
      expect(await changePolicy(locked, { wanted: { reservedUsernames } })).toMatchObject({ kind: 'conflict' });
    expect((await changePolicy(locked, { wanted: { reservedUsernames: ['ada'] } })).kind).toBe('changed');
  });
});

describe('contract 24: an operator who demands a second factor has one first', () => {
  const operator = async () => {
    const account = await givenPerson(ports, { role: 'operator' });
    return { account, proof: proofOf((await givenSession(ports, { account })).session, ports.clock.now()) };
  };

  test.each<[from: string, wanted: WantedPolicy, kind: string]>([
    ['optional', { secondFactor: 'staff' }, 'needs-own-factor'],
    ['optional', { secondFactor: 'everyone', minimumAge: 3 }, 'needs-own-factor'],
    ['staff', { secondFactor: 'owners' }, 'needs-own-factor'],
    ['staff', { secondFactor: 'optional' }, 'changed'],
    ['staff', { secondFactor: null }, 'changed'],
    ['staff', { secondFactor: 'staff', minimumAge: 3 }, 'changed'],
    ['optional', { minimumAge: 3 }, 'changed'],
  ])('from %s, %j by whoever has none: %s', async (from, wanted, kind) => {
    const { proof } = await operator();
    await changePolicy(ports, { wanted: { secondFactor: from } });
    const revision = ports.livePolicy.revision();
    expect((await changePolicy(ports, { wanted, proof })).kind).toBe(kind);
    expect(ports.livePolicy.revision()).toBe(revision + (kind === 'changed' ? 1 : 0));
  });

  test('one who has a passkey demands it, and the command line, which is nobody, always does', async () => {
    const { account, proof } = await operator();
    const passkey = somePasskey(account.id, { rpId: ports.rules.passkeyRpId ?? '' });
    const challenge = { challengeHash: someHash(), challengeExpiresAt: ports.clock.now() + 1000 };
    expect(await ports.passkeys.add({ ...challenge, passkey, proof, mail: undefined })).toBe('added');
    expect((await changePolicy(ports, { wanted: { secondFactor: 'owners' }, proof })).kind).toBe('changed');
    expect((await changePolicy(ports, { wanted: { secondFactor: 'everyone' } })).kind).toBe('changed');
  });
});
