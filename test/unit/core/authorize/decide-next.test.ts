import { describe, expect, test } from 'vitest';
import type { Prompt } from '../../../../src/core/grants/authorize/authorization-request.ts';
import { decideNext } from '../../../../src/core/grants/authorize/decide-next.ts';
import type { PickedAccount } from '../../../../src/core/grants/authorize/pick-account.ts';
import { deviceAccounts, type SignedIn } from '../../../../src/core/sign-in/sessions/session.ts';
import { NO_CLAIMS } from '../../../../src/protocol/claims-request.ts';
import {
  givenAccount,
  givenApplication,
  givenConnection,
  givenItem,
  givenRequest,
  givenSignedIn,
  NOW,
} from '../given.ts';

const agreed = { agreed: true, answeredAt: NOW - 100 };
const declined = { agreed: false, answeredAt: NOW - 100 };
type Change = Partial<Omit<Parameters<typeof decideNext>[0], 'picked'> & PickedAccount>;
const decide = (change: Change) => {
  const { signedIn, connection, ...situation } = {
    signedIn: givenSignedIn(),
    connection: givenConnection(),
    ...change,
  };
  return decideNext({
    request: givenRequest(),
    picked: { signedIn, connection },
    device: deviceAccounts([signedIn]),
    arrivedAt: NOW,
    openRegistration: true,
    notAdmitted: undefined,
    hasOpenDocuments: false,
    sendsMail: true,
    hasFactor: false,
    demandsFactor: false,
    ...situation,
  });
};
const kindOf = (change: Change) => {
  const next = decide(change);
  return next.kind === 'return-error' ? next.error.code : next.kind;
};
const asking = (consent: 'required' | 'optional', item: 'nickname' | 'birthdate' = 'nickname') =>
  givenApplication({ consentItems: [givenItem({ item, consent })] });

describe('who must sign in', () => {
  test('nobody signed in: sign in', () => expect(kindOf({ signedIn: undefined })).toBe('login'));
  test('signed in and connected: the code', () => expect(kindOf({})).toBe('return-code'));
  test('prompt=login: signed in before the request arrived is not enough', () => {
    const request = givenRequest({ prompt: new Set(['login']) });
    expect(kindOf({ request })).toBe('login');
    expect(kindOf({ request, signedIn: givenSignedIn(NOW) })).toBe('return-code');
  });
  test('max_age=n: signed in at most n seconds before the request arrived', () => {
    const request = givenRequest({ maxAgeSeconds: 10 });
    expect(kindOf({ request, signedIn: givenSignedIn(NOW - 10_001) })).toBe('login');
    expect(kindOf({ request, signedIn: givenSignedIn(NOW - 10_000) })).toBe('return-code');
  });
  test('max_age=0 is as prompt=login', () => {
    const request = givenRequest({ maxAgeSeconds: 0 });
    expect(kindOf({ request, signedIn: givenSignedIn(NOW - 1) })).toBe('login');
    expect(kindOf({ request, signedIn: givenSignedIn(NOW) })).toBe('return-code');
  });
});

/** Signed in long before the request arrived. */
const mina = givenSignedIn();
const yuna = {
  ...givenSignedIn(NOW - 500, givenAccount({ id: 'u2', email: 'yuna@example.com' })),
  session: { ...givenSignedIn().session, id: 's2', accountId: 'u2' },
};
const chosen = ({ account, session }: SignedIn, chosenAt: number): SignedIn => ({
  account,
  session: { ...session, chosenAt },
});
const prompting = (...prompt: Prompt[]) => givenRequest({ prompt: new Set(prompt) });

describe('several accounts on the device (contract 4)', () => {
  const nobodyCurrent = { signedIn: undefined, device: deviceAccounts([undefined, mina, yuna]) };
  test('none of them chosen: choose one', () => expect(kindOf(nobodyCurrent)).toBe('select-account'));
  test('one alone is no choice: sign in', () => {
    expect(kindOf({ signedIn: undefined, device: { current: undefined, all: [mina] } })).toBe('login');
  });
  test('none chosen and prompt=none: account_selection_required', () => {
    expect(kindOf({ ...nobodyCurrent, request: prompting('none') })).toBe('account_selection_required');
  });
  test.each([
    ['login', 'login'],
    ['create', 'sign-up'],
  ] as const)('none chosen and prompt=%s: a choice would not help, so %s', (prompt, page) => {
    expect(kindOf({ ...nobodyCurrent, request: prompting(prompt) })).toBe(page);
  });
  test('prompt=select_account: chosen before the request arrived is not enough', () => {
    const request = prompting('select_account');
    expect(kindOf({ request })).toBe('select-account');
    expect(kindOf({ request, signedIn: chosen(mina, NOW - 1) })).toBe('select-account');
    expect(kindOf({ request, signedIn: chosen(mina, NOW) })).toBe('return-code');
  });
  test('prompt=select_account: signing in is choosing', () => {
    expect(kindOf({ request: prompting('select_account'), signedIn: givenSignedIn(NOW) })).toBe('return-code');
  });
  test('prompt="login select_account": choosing alone is not enough', () => {
    expect(kindOf({ request: prompting('login', 'select_account'), signedIn: chosen(mina, NOW) })).toBe('login');
  });
});

describe('prompt=create (contract 4)', () => {
  test('leads to sign-up, also who is signed in', () => {
    expect(kindOf({ request: prompting('create') })).toBe('sign-up');
    expect(kindOf({ request: prompting('create'), signedIn: undefined })).toBe('sign-up');
  });
  test('is satisfied by signing up or signing in since the request arrived', () => {
    expect(kindOf({ request: prompting('create'), signedIn: givenSignedIn(NOW) })).toBe('return-code');
  });
  test('with sign-up closed it is as prompt=login', () => {
    const closed = { request: prompting('create'), openRegistration: false };
    expect(kindOf(closed)).toBe('login');
    expect(kindOf({ ...closed, signedIn: givenSignedIn(NOW) })).toBe('return-code');
  });
  test('a person whom the request names signs in: they have an account', () => {
    const request = givenRequest({ prompt: new Set(['create']), subjects: ['somebody'] });
    expect(kindOf({ request, signedIn: undefined })).toBe('login');
  });
});

describe('a request that names a person (id_token_hint, claims with sub)', () => {
  const request = givenRequest({ subjects: ['a'.repeat(32)] });
  const notHere = { request, signedIn: undefined, connection: undefined };
  test('who is not signed in here: sign in, whoever else is', () => {
    expect(kindOf({ ...notHere, device: deviceAccounts([yuna]) })).toBe('login');
    expect(kindOf({ ...notHere, device: deviceAccounts([undefined, mina, yuna]) })).toBe('login');
  });
  test('who is not signed in here and prompt=none: login_required, also among several', () => {
    const silent = givenRequest({ subjects: ['x'], prompt: new Set(['none']) });
    expect(kindOf({ ...notHere, request: silent, device: deviceAccounts([undefined, mina, yuna]) })).toBe(
      'login_required',
    );
  });
  test('and another one as well: login_required at once, nobody can sign in as both', () => {
    expect(kindOf({ ...notHere, request: givenRequest({ subjects: [] }) })).toBe('login_required');
  });
  test('somebody else signed in since: login_required', () => {
    const device = deviceAccounts([chosen(yuna, NOW + 1), mina]);
    expect(kindOf({ ...notHere, device })).toBe('login_required');
    expect(kindOf({ request, device })).toBe('login_required');
  });
  test('somebody else signed in at the moment of the request, and so before it: sign in', () => {
    expect(kindOf({ ...notHere, device: deviceAccounts([chosen(yuna, NOW)]) })).toBe('login');
  });
  test('somebody else signed in since, and the request asks for no page: the code, for the person it names', () => {
    const silent = givenRequest({ subjects: ['a'.repeat(32)], prompt: new Set(['none']) });
    expect(kindOf({ request: silent, device: deviceAccounts([chosen(yuna, NOW + 1), mina]) })).toBe('return-code');
  });
  test('a request that names nobody does not mind who came since', () => {
    expect(kindOf({ signedIn: mina, device: deviceAccounts([chosen(yuna, NOW + 1), mina]) })).toBe('return-code');
  });
  test('who is signed in beside the current one: the code, without a choice', () => {
    expect(kindOf({ request, device: deviceAccounts([yuna, mina]) })).toBe('return-code');
  });
  test('who was chosen since the request arrived: the code', () => {
    const signedIn = chosen(mina, NOW + 1);
    expect(kindOf({ request, signedIn, device: deviceAccounts([signedIn, yuna]) })).toBe('return-code');
  });
});

describe('claims with acr (contract 7)', () => {
  const asking = (essential: boolean, ...values: string[]) =>
    givenRequest({ claims: { ...NO_CLAIMS, acr: { essential, values } } });
  test('essential and not reached: unmet_authentication_requirements', () => {
    expect(kindOf({ request: asking(true, '2') })).toBe('unmet_authentication_requirements');
  });
  test('essential and reached, or voluntary: the code', () => {
    expect(kindOf({ request: asking(true, '2', '1') })).toBe('return-code');
    expect(kindOf({ request: asking(false, '2') })).toBe('return-code');
  });
});

describe('when the consent page is shown (contract 4 "Consent")', () => {
  test('K22: at the first authorization, also with nothing to tick', () => {
    expect(kindOf({ connection: undefined })).toBe('consent');
  });
  test('after the connection was ended', () => {
    expect(kindOf({ connection: givenConnection({ endedAt: NOW }) })).toBe('consent');
  });
  test('K22: for a required item not yet agreed', () => {
    expect(kindOf({ request: givenRequest({ application: asking('required') }) })).toBe('consent');
  });
  test('for a required item that was withdrawn', () => {
    const connection = givenConnection({ answers: { nickname: declined } });
    expect(kindOf({ request: givenRequest({ application: asking('required') }), connection })).toBe('consent');
  });
  test('K22: for an optional item never answered', () => {
    expect(kindOf({ request: givenRequest({ application: asking('optional') }) })).toBe('consent');
  });
  test('not for an optional item that was declined', () => {
    const connection = givenConnection({ answers: { nickname: declined } });
    expect(decide({ request: givenRequest({ application: asking('optional') }), connection })).toEqual({
      kind: 'return-code',
      items: [],
      scopes: [],
    });
  });
  test('not for an optional item the request does not name', () => {
    const request = givenRequest({ application: asking('optional'), scope: ['email'] });
    expect(kindOf({ request })).toBe('return-code');
  });
  test('for an item registered anew after it was agreed', () => {
    const connection = givenConnection({ answers: { nickname: { agreed: true, answeredAt: NOW - 2000 } } });
    expect(kindOf({ request: givenRequest({ application: asking('optional') }), connection })).toBe('consent');
  });
  test('with prompt=consent', () => {
    expect(kindOf({ request: givenRequest({ prompt: new Set(['consent']) }) })).toBe('consent');
  });
  test('by the native rule', () => expect(kindOf({ request: givenRequest({ native: true }) })).toBe('consent'));
  test('for a required value that is missing', () => {
    const request = givenRequest({ application: asking('required', 'birthdate') });
    expect(kindOf({ request, connection: givenConnection({ answers: { birthdate: agreed } }) })).toBe('consent');
  });
  test('not when all that is named was agreed: the grant holds it', () => {
    const connection = givenConnection({ answers: { nickname: agreed } });
    expect(decide({ request: givenRequest({ application: asking('required') }), connection })).toEqual({
      kind: 'return-code',
      items: ['nickname'],
      scopes: [],
    });
  });
});

describe('contract 3: an application in test mode', () => {
  test('whoever is no member sees the page, before anything is asked; prompt=none is access_denied', () => {
    expect(kindOf({ notAdmitted: 'not-in-team' })).toBe('team-only');
    expect(kindOf({ notAdmitted: 'not-in-groups' })).toBe('groups-only');
    expect(kindOf({ notAdmitted: 'api-not-admitted' })).toBe('groups-only');
    expect(kindOf({ notAdmitted: 'not-in-team', connection: undefined })).toBe('team-only');
    const request = givenRequest({ prompt: new Set(['none']) });
    expect(kindOf({ notAdmitted: 'not-in-team', request })).toBe('access_denied');
  });
  test('who must sign in anew does so first: it may be as somebody else', () => {
    expect(kindOf({ notAdmitted: 'not-in-team', request: givenRequest({ prompt: new Set(['login']) }) })).toBe('login');
  });
});

describe('contract 24: the policy of second factors', () => {
  const byPassword = givenSignedIn();
  const byFactor = { ...byPassword, session: { ...byPassword.session, amr: ['pwd', 'otp', 'mfa'] } };
  const silently = givenRequest({ prompt: new Set(['none']) });
  test('asks whoever has a factor to sign in with it, and others to set one up', () => {
    expect(kindOf({ demandsFactor: true, hasFactor: true })).toBe('login');
    expect(kindOf({ demandsFactor: true, hasFactor: false })).toBe('second-factor');
    expect(kindOf({ demandsFactor: true, hasFactor: true, signedIn: byFactor })).toBe('return-code');
  });
  test('prompt=none is interaction_required for both', () => {
    for (const hasFactor of [true, false]) {
      expect(kindOf({ demandsFactor: true, hasFactor, request: silently })).toBe('interaction_required');
    }
  });
  test('comes before documents and consent, and after whoever must sign in or is no member', () => {
    expect(kindOf({ demandsFactor: true, hasOpenDocuments: true, connection: undefined })).toBe('second-factor');
    expect(kindOf({ demandsFactor: true, notAdmitted: 'not-in-team' })).toBe('team-only');
    expect(kindOf({ demandsFactor: true, signedIn: undefined })).toBe('login');
  });
});

describe('contract 28: the documents of the service', () => {
  test('are asked for before consent, and after whoever must sign in or is no member', () => {
    expect(kindOf({ hasOpenDocuments: true })).toBe('documents');
    expect(kindOf({ hasOpenDocuments: true, connection: undefined })).toBe('documents');
    expect(kindOf({ hasOpenDocuments: true, notAdmitted: 'not-in-team' })).toBe('team-only');
    expect(kindOf({ hasOpenDocuments: true, signedIn: undefined })).toBe('login');
  });
});

const verifiedEmail = (consent: 'required' | 'optional') =>
  givenApplication({ consentItems: [givenItem({ item: 'email', consent, verified: true })] });
const unverified = givenSignedIn(NOW - 500, givenAccount({ emailVerified: false }));
const verified = givenSignedIn(NOW - 500, givenAccount({ emailVerified: true }));

describe('contract 3: an application that needs a verified address', () => {
  const request = givenRequest({ application: verifiedEmail('required') });
  const connection = givenConnection({ answers: { email: agreed } });
  test('has it verified before consent, and before a code for an earlier consent', () => {
    expect(kindOf({ request, signedIn: unverified, connection: undefined })).toBe('verify');
    expect(kindOf({ request, signedIn: unverified, connection })).toBe('verify');
    expect(kindOf({ request, signedIn: verified, connection })).toBe('return-code');
  });
  test('says so where the server sends no mail', () => {
    expect(kindOf({ request, signedIn: unverified, connection, sendsMail: false })).toBe('unverified');
  });
  test('asks for nothing where the item is optional, or does not need it', () => {
    const optional = givenRequest({ application: verifiedEmail('optional') });
    expect(kindOf({ request: optional, signedIn: unverified, connection })).toBe('return-code');
    const any = givenRequest({
      application: givenApplication({ consentItems: [givenItem({ item: 'email', consent: 'required' })] }),
    });
    expect(kindOf({ request: any, signedIn: unverified, connection })).toBe('return-code');
  });
});

describe('each error has its own code (docs/errors.md)', () => {
  const silent = givenRequest({ prompt: new Set(['none']) });
  const subjects = ['a'.repeat(32)];
  const acr = { essential: true, values: ['2'] };
  const valueMissing = { ...silent, application: asking('required', 'birthdate') };
  test.each<[refusal: string, Change]>([
    ['persons-contradict', { request: givenRequest({ subjects: [] }) }],
    [
      'another-person-signed-in',
      { request: givenRequest({ subjects }), device: deviceAccounts([chosen(yuna, NOW + 1)]) },
    ],
    [
      'account-choice-needed',
      { request: silent, signedIn: undefined, device: deviceAccounts([undefined, mina, yuna]) },
    ],
    ['sign-in-needed', { request: silent, signedIn: undefined }],
    ['sign-in-needed', { request: { ...silent, acrValues: ['2'] }, hasFactor: true }],
    ['second-factor-needed', { request: silent, demandsFactor: true }],
    ['acr-unreachable', { request: givenRequest({ claims: { ...NO_CLAIMS, acr } }) }],
    ['not-in-team', { request: silent, notAdmitted: 'not-in-team', connection: undefined }],
    ['not-in-groups', { request: silent, notAdmitted: 'not-in-groups', connection: undefined }],
    ['api-not-admitted', { request: silent, notAdmitted: 'api-not-admitted', connection: undefined }],
    [
      'verification-needed',
      {
        request: givenRequest({ application: verifiedEmail('required'), prompt: new Set(['none']) }),
        signedIn: unverified,
      },
    ],
    ['documents-needed', { request: silent, hasOpenDocuments: true, connection: undefined }],
    ['consent-needed', { request: silent, connection: undefined }],
    ['value-needed', { request: valueMissing, connection: givenConnection({ answers: { birthdate: agreed } }) }],
  ])('%s', (refusal, change) => {
    expect(decide(change)).toMatchObject({ kind: 'return-error', error: { refusal } });
  });
});

describe('contract 24: acr', () => {
  const silent = new Set(['none' as const]);
  const essential = (...values: string[]) => ({ claims: { ...NO_CLAIMS, acr: { essential: true, values } } });
  const withFactor = () => {
    const signedIn = givenSignedIn();
    return { ...signedIn, session: { ...signedIn.session, amr: ['pwd', 'otp', 'mfa'] } };
  };
  test.each<[what: string, change: Change, kind: string]>([
    ['acr_values 2, no factor: goes on', { request: givenRequest({ acrValues: ['2'] }) }, 'return-code'],
    ['acr_values 2, a factor: asks', { request: givenRequest({ acrValues: ['2'] }), hasFactor: true }, 'login'],
    ['acr_values 2 1: 2 decides', { request: givenRequest({ acrValues: ['2', '1'] }), hasFactor: true }, 'login'],
    ['acr_values 1 2: 1 decides', { request: givenRequest({ acrValues: ['1', '2'] }), hasFactor: true }, 'return-code'],
    ['acr_values of others', { request: givenRequest({ acrValues: ['phr'] }), hasFactor: true }, 'return-code'],
    [
      'acr_values 2 after the code',
      { request: givenRequest({ acrValues: ['2'] }), hasFactor: true, signedIn: withFactor() },
      'return-code',
    ],
    ['essential 2, no factor', { request: givenRequest(essential('2')) }, 'unmet_authentication_requirements'],
    ['essential 2, a factor: asks', { request: givenRequest(essential('2')), hasFactor: true }, 'login'],
    ['essential 2 or 1, no factor', { request: givenRequest(essential('2', '1')) }, 'return-code'],
    ['essential 1 after the code', { request: givenRequest(essential('1')), signedIn: withFactor() }, 'return-code'],
    [
      'prompt=none, reachable by asking',
      { request: givenRequest({ prompt: silent, ...essential('2') }), hasFactor: true },
      'login_required',
    ],
    [
      'prompt=none, not reachable',
      { request: givenRequest({ prompt: silent, ...essential('2') }) },
      'unmet_authentication_requirements',
    ],
    [
      'essential 2, no factor, where policy demands one: leads to it first',
      { request: givenRequest(essential('2')), demandsFactor: true },
      'second-factor',
    ],
    [
      'essential 2 after the factor that policy demands',
      { request: givenRequest(essential('2')), demandsFactor: true, hasFactor: true, signedIn: withFactor() },
      'return-code',
    ],
    [
      'essential 3, no factor, where policy demands one: setting it up would not help',
      { request: givenRequest(essential('3')), demandsFactor: true },
      'unmet_authentication_requirements',
    ],
    [
      'prompt=none, no factor, where policy demands one',
      { request: givenRequest({ prompt: silent, ...essential('2') }), demandsFactor: true },
      'interaction_required',
    ],
  ])('%s', (_, change, kind) => expect(kindOf(change)).toBe(kind));
});

describe('prompt=none never shows a page', () => {
  const silent = (change = {}) => givenRequest({ prompt: new Set(['none']), ...change });
  test('no session: login_required', () => {
    expect(kindOf({ request: silent(), signedIn: undefined })).toBe('login_required');
  });
  test('max_age passed: login_required', () => {
    expect(kindOf({ request: silent({ maxAgeSeconds: 0 }) })).toBe('login_required');
  });
  test('something to agree to: consent_required', () => {
    expect(kindOf({ request: silent(), connection: undefined })).toBe('consent_required');
  });
  test('the native rule: consent_required', () => {
    expect(kindOf({ request: silent({ native: true }) })).toBe('consent_required');
  });
  test('a required value missing: interaction_required', () => {
    const connection = givenConnection({ answers: { birthdate: agreed } });
    const request = silent({ application: asking('required', 'birthdate') });
    expect(kindOf({ request, connection })).toBe('interaction_required');
  });
});
