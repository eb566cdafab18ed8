// What happens around everybody: operators act on accounts, time passes, the server is restarted, expired rows are
// purged.
import fc from 'fast-check';
import { deleteAccount, setAccountDisabled } from '../helpers/administer-accounts.ts';
import { passwordLinkFor } from '../helpers/password-link.ts';
import { browser, choice } from './arbitraries.ts';
import { endSignIns, forgetDevices, isSure, isSureOf, startSession } from './people.ts';
import { passwordOf } from './real.ts';
import { type Account, at, type Model, pick } from './state.ts';
import { commands } from './step.ts';

const standing = (model: Readonly<Model>): Account[] => model.accounts.filter((account) => !account.removed);
const someAccount = (model: Readonly<Model>, given: { choice: number }): Account | undefined => {
  const account = pick(standing(model), given.choice);
  return account && isSureOf(model, account.id) ? account : undefined;
};

const switchAccount = (name: string, disabled: boolean) =>
  commands(fc.record({ choice }), {
    name,
    possible: (model, given) => someAccount(model, given)?.disabled === !disabled,
    async take(model, real, given) {
      const account = someAccount(model, given) as Account;
      account.disabled = disabled;
      if (disabled) endSignIns(model, account, { grants: true });
      const changed = await setAccountDisabled(real.server.operator, real.email(account.person), disabled);
      return { foreseen: disabled, seen: changed?.disabledAt !== undefined };
    },
  });

/** Ends every session; all else is refused while it lasts. */
export const disableAccount = switchAccount('disable account', true);
export const enableAccount = switchAccount('enable account', false);

export const removeAccount = commands(fc.record({ choice }), {
  name: 'delete account',
  possible: (model, given) => someAccount(model, given) !== undefined,
  async take(model, real, given) {
    const account = someAccount(model, given) as Account;
    endSignIns(model, account, { grants: true });
    account.removed = true;
    const removed = await deleteAccount(real.server.operator, real.email(account.person));
    return { foreseen: true, seen: removed !== undefined };
  },
});

/** An operator's one-time link ends all there is; while the account is disabled it is of no use. */
export const resetPassword = commands(fc.record({ choice, browser }), {
  name: 'reset password by link',
  possible: (model, given) =>
    someAccount(model, given) !== undefined && isSure(model, at(model.browsers, given.browser)),
  async take(model, real, given) {
    const account = someAccount(model, given) as Account;
    const link = await passwordLinkFor(real.server.operator, real.email(account.person));
    const page = await real.open(given.browser, `/password?token=${link.token}`);
    if (account.disabled) return { foreseen: 404, seen: page.status };
    account.password += 1;
    endSignIns(model, account, { grants: true });
    forgetDevices(account);
    startSession(model, at(model.browsers, given.browser), account, false);
    const form = page.form({ action: '/password' });
    const next = await at(real.browsers, given.browser).submit(form, { password: passwordOf(account) });
    return { foreseen: '/account', seen: next.url.pathname };
  },
});

/** From a moment to beyond every lifetime; never so that two sums of them meet a lifetime to the millisecond. */
const SPANS = {
  often: [1_009, 7_001, 31_019, 61_027],
  sometimes: [121_039, 901_051, 3_601_057, 7_213_063],
  seldom: [86_402_069, 2_592_073_079, 5_184_089_083, 7_776_101_091, 31_536_113_097],
};
const span = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...SPANS.often) },
  { weight: 6, arbitrary: fc.constantFrom(...SPANS.sometimes) },
  { weight: 1, arbitrary: fc.constantFrom(...SPANS.seldom) },
);

export const passTime = commands(fc.record({ milliseconds: span }), {
  name: 'time passes',
  async take(model, real, { milliseconds }) {
    model.now += milliseconds;
    await real.server.setNow(model.now);
    return { foreseen: 'passed', seen: real.server.now() === model.now ? 'passed' : real.server.now() };
  },
});

export const restart = commands(fc.record({ choice }), {
  name: 'restart',
  async take(_model, real) {
    await real.server.restart();
    return { foreseen: 'up', seen: 'up' };
  },
});

const ROWS = 500;

/** To its end: nothing that still means something may go. */
export const purge = commands(fc.record({ choice }), {
  name: 'purge',
  async take(model, real) {
    const { expired, rules } = real.server.operator;
    while ((await expired.purge(model.now, ROWS, rules.familyTtlSeconds * 1000)) > 0);
    return { foreseen: 'nothing left', seen: 'nothing left' };
  },
});
