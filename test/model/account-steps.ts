// What people do on their account page: sign out here or everywhere, change what they agreed to, disconnect, change the
// password (contract 2, 4).
import fc from 'fast-check';
import { browser, choice, often } from './arbitraries.ts';
import { disconnect, signOutOf } from './authorization.ts';
import { endSignIns, isSure, isSureOf, leaveBrowser, sessionState, signedIn, tryPassword, use } from './people.ts';
import { passwordOf, type Real, WRONG_PASSWORD } from './real.ts';
import type { Item } from './scope.ts';
import { answerTo, at, connectionOf, type Model, pick, type Session } from './state.ts';
import { commands } from './step.ts';

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
    const page = await real.open(id, '/account/devices');
    const form = page.form({ action: '/account/sessions' });
    const offered = form.buttons.some(({ value }) => value === which);
    const others = model.sessions.some(
      (one) => one !== current && one.account === current.account && sessionState(model, one) === 'live',
    );
    if (which === 'end-others' && !others) return { foreseen: false, seen: offered };
    const account = at(model.accounts, current.account);
    endSignIns(model, account, { ...(which === 'end-others' && { kept: current }), grants: false });
    leaveBrowser(model, at(model.browsers, id));
    const next = await at(real.browsers, id).submit(form, {}, { press: which });
    return { foreseen: which === 'end-all' ? '/signed-out' : '/account/devices', seen: next.url.pathname };
  },
);

export const disconnectApplication = onAccountPage(
  'disconnect',
  fc.record({ browser, choice }),
  async (model, real, { id, current, given }) => {
    const form = await connectionForm(model, real, { id, current, choice: given.choice });
    if (form.kind === 'none') return form;
    disconnect(model, { application: form.application, account: current.account });
    const next = await at(real.browsers, id).submit(form.sent, {}, { press: 'disconnect' });
    return { foreseen: '/account/connections', seen: next.url.pathname };
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
    return { foreseen: '/account/connections', seen: next.url.pathname };
  },
);

/** The form of one connected application; what the page lists is what the model has. */
async function connectionForm(model: Model, real: Real, of: { id: number; current: Session; choice: number }) {
  const page = await real.open(of.id, '/account/connections');
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
      endSignIns(model, account, { kept: current, grants: given.endGrants });
    }
    const page = await real.open(id, '/account/security');
    const { status } = await at(real.browsers, id).submit(page.form({ action: '/account/password' }), values);
    return { foreseen: { right: 200, wrong: 400, limited: 429 }[outcome], seen: status };
  },
);
