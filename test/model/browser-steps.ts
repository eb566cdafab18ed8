// What people do in their browsers outside of their account page: authorization requests, signing in, choosing who they
// are (contract 4).
import fc from 'fast-check';
import { browser, choice, often, person } from './arbitraries.ts';
import { authorize, type Plan } from './authorization.ts';
import { choose, isSure, signedIn, startSession, tryPassword, use } from './people.ts';
import { passwordOf, WRONG_PASSWORD } from './real.ts';
import type { Item } from './scope.ts';
import { type Account, ADDRESSES, accountOf, at, type Model, pick } from './state.ts';
import { commands } from './step.ts';
import { knownTo, walkPages } from './walk-pages.ts';

const SCOPES = [
  'openid',
  'openid offline_access',
  'openid email',
  'openid nickname email',
  'openid offline_access profile email',
  'email',
  'x gender',
];
const plan = fc.record({
  browser,
  key: choice,
  redirectUri: often(0, 0, 0, 1, 2),
  scope: fc.option(fc.constantFrom(...SCOPES), { nil: undefined, freq: 4 }),
  prompt: often<Plan['prompt']>(undefined, 'none', 'none', 'login', 'consent', 'select_account'),
  maxAge: often<number | undefined>(undefined, undefined, 600, 7200),
  challenged: often(true, true, false),
  signIn: fc.record({
    as: person,
    act: often<Plan['signIn']['act']>('right', 'right', 'wrong', 'cancel'),
    persistent: often(false, true),
  }),
  choice: often<Plan['choice']>(0, 1, 2, 'cancel'),
  consent: fc.record({
    act: often<Plan['consent']['act']>('agree', 'cancel', 'leave'),
    ticks: fc.subarray<Item>(['nickname', 'email', 'gender']),
  }),
});
type Given = Omit<Plan, 'scope'> & { scope: string | undefined };

const planOf = (model: Model, given: Given): Plan | undefined => {
  const key = pick(model.keys, given.key, (one) => !one.gone);
  return key && { ...given, key: key.id, scope: given.scope?.split(' ') };
};

export const askForCode = commands<Given>(plan as fc.Arbitrary<Given>, {
  name: 'authorize',
  possible: (model, given) => planOf(model, given) !== undefined && isSure(model, at(model.browsers, given.browser)),
  async take(model, real, given) {
    const asked = planOf(model, given) as Plan;
    const known = knownTo(model, asked.signIn.as, ADDRESSES);
    const code = model.grants.length;
    const foreseen = authorize(model, asked);
    return { foreseen, seen: await walkPages({ real, plan: asked, known, code }) };
  },
});

type SigningIn = { browser: number; person: number; right: boolean; persistent: boolean };

/** Alone, outside of any request. */
export const signIn = commands<SigningIn>(
  fc.record({ browser, person, right: often(true, false), persistent: fc.boolean() }),
  {
    name: 'sign in',
    possible: (model, given) => isSure(model, at(model.browsers, given.browser)),
    async take(model, real, { browser: id, person: who, right, persistent }) {
      const account = accountOf(model, who);
      const password = right ? passwordOf(account) : WRONG_PASSWORD;
      const outcome = tryPassword(model, at(model.browsers, id), { person: who, right });
      use(model, at(model.browsers, id));
      if (outcome === 'right') startSession(model, at(model.browsers, id), account as Account, persistent);
      const page = await real.open(id, '/login');
      const values = { email: real.email(who), password, ...(persistent && { persistent: 'on' }) };
      const { status, url } = await at(real.browsers, id).submit(page.form({ action: '/login' }), values);
      const foreseen = { right: [200, '/account'], wrong: [401, '/login'], limited: [429, '/login'] }[outcome];
      return { foreseen, seen: [status, url.pathname] };
    },
  },
);

/** Where the account page leads: to itself, or to a page that asks who it is. */
export const openAccount = commands<{ browser: number }>(fc.record({ browser }), {
  name: 'open account page',
  possible: (model, given) => isSure(model, at(model.browsers, given.browser)),
  async take(model, real, { browser: id }) {
    const { current, all } = signedIn(model, at(model.browsers, id));
    use(model, at(model.browsers, id));
    const page = await real.open(id, '/account');
    const mail = current && real.email(at(model.accounts, current.account).person);
    const foreseen = current ? '/account' : all.length > 0 ? '/select-account' : '/login';
    return { foreseen: [foreseen, true], seen: [page.url.pathname, mail === undefined || page.text.includes(mail)] };
  },
});

/** Another of those signed in here becomes the current one. */
export const chooseAccount = commands<{ browser: number; choice: number }>(fc.record({ browser, choice }), {
  name: 'choose account',
  possible: (model, given) => {
    const own = at(model.browsers, given.browser);
    return isSure(model, own) && signedIn(model, own).all.length > 1;
  },
  async take(model, real, { browser: id, choice: which }) {
    const own = at(model.browsers, id);
    const { all } = signedIn(model, own);
    use(model, own);
    const session = at(all, which % all.length);
    const mail = real.email(at(model.accounts, session.account).person);
    choose(model, own, session);
    const page = await real.open(id, '/select-account');
    const next = await at(real.browsers, id).submit(page.form({ action: '/select-account' }), {}, { press: mail });
    return { foreseen: ['/account', true], seen: [next.url.pathname, next.text.includes(mail)] };
  },
});
