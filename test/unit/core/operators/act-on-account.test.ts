// What each act on somebody's account asks of its one statement, who is told, and what follows at once (contract 29).
// That the statement refuses an actor who may not is asked in account-acts.test.ts and in the contract of the stores.
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../../src/core/ground/acts/acting.ts';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import {
  endSessionsOf,
  isPlainAct,
  PLAIN_ACTS,
  removeAccount,
  removeAllFactors,
  setDisabled,
  setRole,
  verifyEmail,
} from '../../../../src/core/operating/operators/act-on-account.ts';
import { changeAccount, type WantedOfAccount } from '../../../../src/core/operating/operators/change-account.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { findUsernameKey } from '../../../../src/core/people/usernames/username-key.ts';
import { NOW, SEED, someAccount } from '../../../contract/stores/given.ts';

const account = someAccount();
const { id: accountId } = account;
const caller: Actor = { accountId: 'operator' };
const newOwner = someAccount();
const HANDED_OVER = { kind: 'handed-over', toAccountId: newOwner.id, applications: [] };
const acting = (act: string) => ({ act, caller });

/** Ports whose stores answer as given; `calls`: what they were asked and what was published, in order. */
function given({ mail = 'smtp', ...answers }: Record<string, unknown> = {}) {
  const calls: unknown[][] = [];
  const noun = (name: string) =>
    new Proxy(
      {},
      {
        get:
          (_, act: string) =>
          async (...input: unknown[]) => {
            calls.push([`${name}.${act}`, ...input]);
            const answer = answers[act];
            return Array.isArray(answer) ? answer.shift() : answer;
          },
      },
    );
  const sealed: { sealed: Buffer }[] = [];
  const deps = {
    ...{ accounts: noun('accounts'), sessions: noun('sessions'), factors: noun('factors') },
    sealedValues: {
      find: async () => sealed[0],
      insert: async (value: { sealed: Buffer }) => sealed.push(value) > 0,
    },
    secrets: createServerSecrets(SEED),
    clock: { now: () => NOW },
    rules: { mail, serviceName: 'Latchkey', reservedUsernames: ['shop'] },
    publish: (event: object) => calls.push(['publish', event]),
  } as unknown as Ports;
  return { calls, deps };
}

const published = (kind: string, more = {}) => ['publish', { kind, ...more }];
const ended = published('sessions-ended', { accountId });
const mailed = published('mail-queued');
const due = published('application-events-due');
const mailOf = (kind: string, facts = {}) => expect.objectContaining({ kind, facts: expect.objectContaining(facts) });
const toldOfRole = mailOf('operators-told', { what: 'role', accountId, role: 'owner' });
const handingOver = (mail: unknown) => ({ toAccountId: newOwner.id, max: 500, mail });
const withMail = handingOver(mailOf('applications-received'));

describe('contract 29: an act is one statement with who acts, and what follows is published once it is done', () => {
  type Act = (deps: Ports, by?: Actor) => Promise<boolean>;
  const target = (by?: Actor) => ({ account, caller: by });
  const disable: Act = (deps, by) => setDisabled(deps, { ...target(by), disabled: true });
  const enable: Act = (deps, by) => setDisabled(deps, { ...target(by), disabled: false });
  const remove: Act = (deps, by) => removeAccount(deps, target(by));
  const removeWithOwner: Act = (deps, by) => removeAccount(deps, { ...target(by), newOwner });
  const makeOwner: Act = (deps, by) => setRole(deps, { ...target(by), role: 'owner' });
  const makeUser: Act = (deps, by) => setRole(deps, { ...target(by), role: 'user', newOwner });
  const removeFactors: Act = (deps, by) => removeAllFactors(deps, target(by));
  const setRoleTo = (role: string, tell: unknown, handOver: unknown) => [
    ...['accounts.change', { id: accountId, role, tell, handOver, now: NOW }],
  ];
  const removal = (mail: unknown, tell: unknown) => [
    ...['factors.removeByOperator', { accountId, mail, by: acting('remove-factors'), tell, now: NOW }],
  ];
  const toldOfUser = mailOf('operators-told', { what: 'role', accountId, role: 'user' });

  it.each<[string, Act, answers: Record<string, unknown>, result: boolean, calls: unknown[][]]>([
    [
      'disable',
      disable,
      { setDisabled: true },
      true,
      [['accounts.setDisabled', accountId, true, NOW, acting('disable')], ended],
    ],
    [
      'disable nobody',
      disable,
      { setDisabled: false },
      false,
      [['accounts.setDisabled', accountId, true, NOW, acting('disable')]],
    ],
    [
      'enable',
      enable,
      { setDisabled: true },
      true,
      [['accounts.setDisabled', accountId, false, NOW, acting('enable')], due],
    ],
    [
      'enable nobody',
      enable,
      { setDisabled: false },
      false,
      [['accounts.setDisabled', accountId, false, NOW, acting('enable')]],
    ],
    [
      'verify the address',
      (deps, by) => verifyEmail(deps, { account, caller: by }),
      { setEmailVerified: true },
      true,
      [['accounts.setEmailVerified', accountId, account.emailKey, NOW, acting('verify-email')]],
    ],
    [
      'end the sessions',
      (deps, by) => endSessionsOf(deps, target(by)),
      {},
      true,
      [['sessions.endAll', { accountId, now: NOW, by: acting('end-sessions') }], ended],
    ],
    [
      'delete',
      remove,
      { remove: true },
      true,
      [['accounts.remove', accountId, NOW, acting('delete'), undefined], ended],
    ],
    [
      'delete, and hand over',
      removeWithOwner,
      { remove: HANDED_OVER },
      true,
      [['accounts.remove', accountId, NOW, acting('delete'), withMail], ended, mailed],
    ],
    [
      'delete, and hand over without mail',
      removeWithOwner,
      { remove: HANDED_OVER, mail: 'off' },
      true,
      [['accounts.remove', accountId, NOW, acting('delete'), handingOver(undefined)], ended],
    ],
    [
      'delete nobody',
      removeWithOwner,
      { remove: false },
      false,
      [['accounts.remove', accountId, NOW, acting('delete'), withMail]],
    ],
    [
      'give a role',
      makeOwner,
      { change: 'stored' },
      true,
      [[...setRoleTo('owner', toldOfRole, undefined), caller], mailed],
    ],
    [
      'give a role without mail',
      makeOwner,
      { change: 'stored', mail: 'off' },
      true,
      [[...setRoleTo('owner', undefined, undefined), caller]],
    ],
    [
      'take a role, and hand over',
      makeUser,
      { change: 'stored' },
      true,
      [[...setRoleTo('user', toldOfUser, withMail), caller], mailed],
    ],
    [
      'give a role to nobody',
      makeOwner,
      { change: 'gone' },
      false,
      [[...setRoleTo('owner', toldOfRole, undefined), caller]],
    ],
    [
      'remove the factors',
      removeFactors,
      { removeByOperator: true },
      true,
      [removal(mailOf('factors-removed'), mailOf('operators-told', { what: 'factors', accountId })), ended, mailed],
    ],
    [
      'remove no factor',
      removeFactors,
      { removeByOperator: false },
      false,
      [removal(mailOf('factors-removed'), mailOf('operators-told', { what: 'factors', accountId }))],
    ],
  ])('%s', async (_, act, answers, result, expected) => {
    const { deps, calls } = given(answers);
    expect(await act(deps, caller)).toBe(result);
    expect(calls).toEqual(expected);
  });

  it('by the command line there is nobody to check', async () => {
    const { deps, calls } = given({ setDisabled: true });
    await disable(deps);
    expect(calls[0]).toEqual(['accounts.setDisabled', accountId, true, NOW, undefined]);
  });

  it('those that need to know nothing but the account are told from the others', async () => {
    expect(Object.keys(PLAIN_ACTS).every((act) => isPlainAct(act as keyof typeof PLAIN_ACTS))).toBe(true);
    expect((['delete', 'set-role', 'look'] as const).map(isPlainAct)).toEqual([false, false, false]);
    for (const [act, disabled] of [
      ['enable', false],
      ['disable', true],
    ] as const) {
      const { deps, calls } = given({ setDisabled: true });
      await PLAIN_ACTS[act](deps, target(caller));
      expect(calls[0]).toEqual(['accounts.setDisabled', accountId, disabled, NOW, acting(act)]);
    }
  });
});

describe('contract 29: several members of an account change at once', () => {
  const change = async (wanted: WantedOfAccount, answers: Record<string, unknown> = {}, former?: string) => {
    const { deps, calls } = given({ change: 'stored', ...answers });
    const result = await changeAccount(deps, { account: { ...account, username: former }, caller, wanted });
    const key = await findUsernameKey(deps);
    return { result, calls, key };
  };
  const stored = (members: object) => [
    ...[
      'accounts.change',
      { id: accountId, username: undefined, tell: undefined, handOver: undefined, now: NOW, ...members },
    ],
    caller,
  ];

  it.each<[string, WantedOfAccount, members: object, follows: unknown[][]]>([
    ['nothing', {}, {}, []],
    ['disabled', { disabled: true }, { disabled: true }, [ended]],
    ['enabled', { disabled: false }, { disabled: false }, [due]],
    ['the verified address', { verifiedKey: 'a@b.example' }, { verifiedKey: 'a@b.example' }, []],
    ['no username', { username: null }, { username: null }, []],
    ['a role', { role: 'owner' }, { role: 'owner', tell: toldOfRole }, [mailed]],
    [
      'a role that may own nothing',
      { role: 'user', newOwner },
      { role: 'user', tell: mailOf('operators-told', { role: 'user' }), handOver: withMail },
      [mailed],
    ],
    ['both', { role: 'owner', disabled: true }, { role: 'owner', tell: toldOfRole, disabled: true }, [mailed, ended]],
  ])('%s', async (_, wanted, members, follows) => {
    const { result, calls } = await change(wanted);
    expect(result).toBe('stored');
    expect(calls).toEqual([stored(members), ...follows]);
  });

  it.each<[name: string, isReserved: boolean, former: string | undefined, result: string]>([
    ['mina', false, undefined, 'taken'],
    ['mina', false, 'mino', 'changed'],
    ['shop', true, undefined, 'taken'],
  ])('the username %s, reserved: %s, of %s is %s', async (name, isReserved, former, result) => {
    const { calls, key } = await change({ username: name }, {}, former);
    const username = { name, isReserved, ...key.keyOf(name) };
    expect(calls).toEqual([stored({ username }), published('username-requested', { accountId, result })]);
  });

  it.each(['gone', 'address-changed', 'username-unavailable'])(
    'nothing follows what was not stored: %s',
    async (answer) => {
      const { result, calls } = await change({ role: 'owner', disabled: true, username: 'mina' }, { change: answer });
      expect([result, calls.length]).toEqual([answer, 1]);
    },
  );

  it('is tried three times while the key of usernames is being changed', async () => {
    const third = await change({ disabled: true }, { change: ['other-key', 'other-key', 'stored'] });
    expect([third.result, third.calls.length]).toEqual(['stored', 4]);
    // What was handed over is stored as well.
    expect((await change({ role: 'user', newOwner }, { change: HANDED_OVER })).result).toBe('stored');
    const { deps, calls } = given({ change: 'other-key' });
    await expect(changeAccount(deps, { account, caller, wanted: {} })).rejects.toThrow('username key');
    expect(calls).toHaveLength(3);
  });
});
