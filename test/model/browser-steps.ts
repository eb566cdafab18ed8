// What people do in their browsers: authorization requests, signing in and out, and their account page (contract 4).
import fc from 'fast-check';
import { authorize, disconnect, type Plan, signOutOf } from './authorization.ts';
import {
  choose,
  endSession,
  endSessionsOf,
  isSure,
  isSureOf,
  leaveBrowser,
  signedIn,
  startSession,
  tryPassword,
  use,
} from './people.ts';
import { passwordOf, type Real, SIGNED_OUT_URI, SITE, WRONG_PASSWORD } from './real.ts';
import type { Item } from './scope.ts';
import {
  type Account,
  accountOf,
  answerTo,
  at,
  BROWSERS,
  connectionOf,
  type Model,
  PEOPLE,
  pick,
  type Session,
} from './state.ts';
import { commands } from './step.ts';
import { knownTo, walkPages } from './walk-pages.ts';

const choice = fc.nat(999);
const browser = fc.nat(BROWSERS - 1);
const person = fc.nat(PEOPLE - 1);
const often = <Value>(usual: Value, ...others: Value[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 3, arbitrary: fc.constantFrom(...others) });

const SCOPES = [
  'openid',
  'openid offline_access',
  'openid nickname email',
  'openid offline_access profile email',
  'email',
  'x gender',
];
const plan = fc.record({
  browser,
  key: choice,
  redirectUri: often(0, 1, 2),
  scope: fc.option(fc.constantFrom(...SCOPES), { nil: undefined, freq: 4 }),
  prompt: often<Plan['prompt']>(undefined, 'none', 'login', 'consent', 'select_account'),
  maxAge: often<number | undefined>(undefined, 600, 7200),
  challenged: often(true, false),
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
  const key = pick(model.keys, given.key);
  return key && { ...given, key: key.id, scope: given.scope?.split(' ') };
};

export const askForCode = commands<Given>(plan as fc.Arbitrary<Given>, {
  name: 'authorize',
  possible: (model, given) => planOf(model, given) !== undefined && isSure(model, at(model.browsers, given.browser)),
  async take(model, real, given) {
    const asked = planOf(model, given) as Plan;
    const known = knownTo(model, asked.signIn.as, PEOPLE);
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

/** On the account page as the current person; needs one. */
type OnAccount<Given> = (
  model: Model,
  real: Real,
  here: { id: number; current: Session; given: Given },
) => Promise<{ foreseen: unknown; seen: unknown }>;

function onAccountPage<Given extends { browser: number }>(
  name: string,
  given: fc.Arbitrary<Given>,
  act: OnAccount<Given>,
) {
  return commands<Given>(given, {
    name,
    possible(model, { browser: id }) {
      const own = at(model.browsers, id);
      const { current } = signedIn(model, own);
      return current !== undefined && isSure(model, own) && isSureOf(model, current.account);
    },
    take(model, real, sent) {
      const own = at(model.browsers, sent.browser);
      use(model, own);
      const { current } = signedIn(model, own);
      return act(model, real, { id: sent.browser, current: current as Session, given: sent });
    },
  });
}

export const signOut = onAccountPage('sign out', fc.record({ browser }), async (model, real, { id }) => {
  const page = await real.open(id, '/account');
  signOutOf(model, at(model.browsers, id));
  const next = await at(real.browsers, id).submit(page.form({ action: '/logout' }));
  return { foreseen: '/signed-out', seen: next.url.pathname };
});

export const endSessions = onAccountPage(
  'end sessions',
  fc.record({ browser, which: fc.constantFrom('end-all', 'end-others') }),
  async (model, real, { id, current, given: { which } }) => {
    const page = await real.open(id, '/account');
    const form = page.form({ action: '/account/sessions' });
    const offered = form.buttons.some(({ value }) => value === which);
    const others = model.sessions.some(
      (one) => one !== current && one.account === current.account && signedInAnywhere(model, one),
    );
    if (which === 'end-others' && !others) return { foreseen: false, seen: offered };
    endSessionsOf(model, current.account, which === 'end-others' ? current : undefined);
    leaveBrowser(model, at(model.browsers, id));
    const next = await at(real.browsers, id).submit(form, {}, { press: which });
    return { foreseen: which === 'end-all' ? '/signed-out' : '/account', seen: next.url.pathname };
  },
);

const signedInAnywhere = (model: Model, session: Session): boolean =>
  model.browsers.some((own) => signedIn(model, own).all.includes(session)) || isLive(model, session);
const isLive = (model: Model, session: Session): boolean =>
  signedIn(model, { id: -1, sessions: [session.id], knows: [] }).all.length === 1;

export const disconnectApplication = onAccountPage(
  'disconnect',
  fc.record({ browser, choice }),
  async (model, real, { id, current, given }) => {
    const form = await connectionForm(model, real, { id, current, choice: given.choice });
    if (form.kind === 'none') return form;
    disconnect(model, { application: form.application, account: current.account });
    const next = await at(real.browsers, id).submit(form.sent, {}, { press: 'disconnect' });
    return { foreseen: '/account', seen: next.url.pathname };
  },
);

export const answerAgain = onAccountPage(
  'change agreed items',
  fc.record({ browser, choice, ticks: fc.subarray<Item>(['nickname', 'email', 'gender']) }),
  async (model, real, { id, current, given }) => {
    const form = await connectionForm(model, real, { id, current, choice: given.choice });
    if (form.kind === 'none') return form;
    const of = { application: form.application, account: current.account };
    const connection = connectionOf(model, of);
    const items = at(model.applications, of.application).items.filter(
      (one) => one.consent === 'optional' && answerTo(connection, one),
    );
    if (!connection || items.length === 0)
      return { foreseen: false, seen: form.sent.buttons.some(({ value }) => value === 'save') };
    for (const { item } of items) {
      const agreed = given.ticks.includes(item);
      if (connection.answers[item]?.agreed !== agreed) connection.answers[item] = { agreed, at: model.now };
    }
    const item = items.map((one) => one.item).filter((one) => given.ticks.includes(one));
    const next = await at(real.browsers, id).submit(form.sent, { item }, { press: 'save' });
    return { foreseen: '/account', seen: next.url.pathname };
  },
);

/** The form of one connected application; what the page lists is what the model has. */
async function connectionForm(model: Model, real: Real, of: { id: number; current: Session; choice: number }) {
  const page = await real.open(of.id, '/account');
  const forms = page.forms.filter((form) => form.action.pathname === '/account/connections');
  const idOf = (form: (typeof forms)[number]) => Object.fromEntries(form.values).application ?? '';
  const connected = model.applications
    .filter((one) => !one.removed && connectionOf(model, { application: one.id, account: of.current.account })?.live)
    .map((one) => one.id);
  const foreseen = connected.map((one) => at(real.applicationIds, one)).sort();
  const seen = forms.map(idOf).sort();
  const application = pick(connected, of.choice);
  const sent = forms.find((form) => application !== undefined && idOf(form) === real.applicationIds[application]);
  if (application === undefined || !sent || seen.join() !== foreseen.join())
    return { kind: 'none', foreseen, seen } as const;
  return { kind: 'found', application, sent } as const;
}

export const changePassword = onAccountPage(
  'change password',
  fc.record({ browser, right: often(true, false), endGrants: fc.boolean() }),
  async (model, real, { id, current, given }) => {
    const account = at(model.accounts, current.account);
    const { person: who } = account;
    const values = {
      current_password: given.right ? passwordOf(account) : WRONG_PASSWORD,
      new_password: passwordOf({ password: account.password + 1 }),
      end_grants: given.endGrants ? 'on' : undefined,
    };
    const outcome = tryPassword(model, at(model.browsers, id), { person: who, right: given.right });
    if (outcome === 'right') {
      account.password += 1;
      endSessionsOf(model, account.id, current);
      if (given.endGrants) {
        for (const [of, connection] of model.connections) if (of.endsWith(` ${account.id}`)) connection.generation += 1;
      }
    }
    const page = await real.open(id, '/account');
    const { status } = await at(real.browsers, id).submit(page.form({ action: '/account/password' }), values);
    return { foreseen: { right: 200, wrong: 400, limited: 429 }[outcome], seen: status };
  },
);

type LoggingOut = { browser: number; hint: number | undefined; confirm: boolean };

/** OpenID Connect RP-Initiated Logout; contract 7: a hint for somebody signed in here signs out at once, else it asks. */
export const logOut = commands<LoggingOut>(
  fc.record({ browser, hint: fc.option(choice, { nil: undefined, freq: 5 }), confirm: fc.boolean() }),
  {
    name: 'logout by application',
    possible: (model, given) => isSure(model, at(model.browsers, given.browser)) && model.idTokens.length > 0,
    async take(model, real, { browser: id, hint, confirm }) {
      const own = at(model.browsers, id);
      use(model, own);
      const position = hint === undefined ? undefined : pick(Object.keys(model.idTokens), hint);
      const grant = at(model.grants, at(model.idTokens, Number(position ?? model.idTokens.length - 1)));
      const key = at(model.keys, grant.key);
      const asked =
        position === undefined
          ? { client_id: at(real.apiKeys, key.id) }
          : { id_token_hint: at(real.idTokens, Number(position)) };
      const query = new URLSearchParams({ ...asked, post_logout_redirect_uri: SIGNED_OUT_URI, state: 's' });
      const page = await at(real.browsers, id).open(`${real.server.authUrl}/oauth/logout?${query}`, { stopAt: SITE });
      const { all } = signedIn(model, own);
      const faulty = key.gone || at(model.applications, key.application).removed;
      const hinted = position !== undefined && !faulty ? all.find((one) => one.account === grant.account) : undefined;
      const back = `${SIGNED_OUT_URI}?state=s`;
      const rests = (at_: string, status: number) => ({
        foreseen: [at_, status],
        seen: [page.url.href.split(query.toString())[0], page.status],
      });
      if (hinted) {
        endSession(model, hinted);
        leaveBrowser(model, own);
        return rests(back, 303);
      }
      const alone = `${real.server.authUrl}/oauth/logout?`;
      if (all.length === 0) {
        if (faulty) return rests(alone, 400);
        return position === undefined ? rests(`${real.server.authUrl}/signed-out`, 200) : rests(back, 303);
      }
      const asks = rests(alone, faulty ? 400 : 200);
      if (!confirm || page.forms.every((form) => form.action.pathname !== '/logout')) return asks;
      signOutOf(model, own);
      const form =
        page.forms.find((one) => one.action.pathname === '/logout' && one.action.search !== '') ??
        page.form({ action: '/logout' });
      const next = await at(real.browsers, id).submit(form, {}, { stopAt: SITE });
      const end = faulty ? `${real.server.authUrl}/signed-out` : back;
      return { foreseen: [...asks.foreseen, end], seen: [...asks.seen, next.url.href] };
    },
  },
);
