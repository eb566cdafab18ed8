// The steps of walks over second factors, and what each does on the pages of the server beside the model.
import fc from 'fast-check';
import { expect } from 'vitest';
import { removeFactorsOf } from '../../src/core/factors/change-factors.ts';
import { PASSWORD } from '../flows/account-pages.ts';
import { codeForm, codeOf, isCodePage, recoveryCodesIn, secretIn } from '../flows/factor-pages.ts';
import { addPasskey, answerWith } from '../flows/passkey-pages.ts';
import type { Key } from '../helpers/authenticator.ts';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK, type Client } from '../helpers/client.ts';
import type { Hosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { passwordLinkFor } from '../helpers/password-link.ts';
import * as model from './factor-model.ts';

/** The account on the server: what its owner knows. */
export class RealFactors {
  readonly browsers = Array.from({ length: model.BROWSERS }, () => new Browser());
  readonly keys: Key[] = [];
  secret = '';
  recoveryCodes: string[] = [];
  password = PASSWORD;

  readonly hosts: Hosts;
  readonly client: Client;
  readonly email: string;

  constructor(hosts: Hosts, client: Client, email: string) {
    this.hosts = hosts;
    this.client = client;
    this.email = email;
  }

  at(browser: number): Browser {
    return this.browsers[browser] as Browser;
  }
  open(browser: number, path: string): Promise<Page> {
    return this.at(browser).open(`${this.hosts.authUrl}${path}`);
  }
}

type Given = { browser: number; plan: model.Plan };
type Take = (now: model.FactorModel, real: RealFactors, given: Given) => Promise<{ foreseen: unknown; seen: unknown }>;
export type FactorCommand = fc.AsyncCommand<model.FactorModel, RealFactors>;

const steps = fc.constantFrom(0, 0, 0, 0, 1, -1, 2, -2);
const second: fc.Arbitrary<model.Second> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ by: fc.constant('code' as const), steps }) },
  { weight: 1, arbitrary: fc.record({ by: fc.constant('recovery-code' as const), number: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.constant({ by: 'passkey' as const }) },
);
const first = fc.constantFrom('password', 'password', 'password', 'passkey', 'removed passkey');
const plan = fc.record({ first, second }) as fc.Arbitrary<model.Plan>;
const given: fc.Arbitrary<Given> = fc.record({ browser: fc.nat(model.BROWSERS - 1), plan });

const taken = new Map<string, number>();
export const stepsTaken = (): ReadonlyMap<string, number> => taken;

/** Time goes on a little where two answers would be right. */
function settle(now: model.FactorModel, { hosts }: RealFactors): void {
  now.now = hosts.clock.now();
  while (model.isBetween(now)) {
    hosts.clock.advance(11_000);
    now.now = hosts.clock.now();
  }
}

function step<More>(
  name: string,
  more: fc.Arbitrary<More>,
  possible: (now: Readonly<model.FactorModel>, browser: number) => boolean,
  take: (now: model.FactorModel, real: RealFactors, given: Given & { more: More }) => ReturnType<Take>,
): fc.Arbitrary<FactorCommand> {
  return fc.tuple(given, more).map(([one, other]) => ({
    check: (now) => possible(now, one.browser),
    async run(now, real) {
      settle(now, real);
      const { foreseen, seen } = await take(now, real, { ...one, more: other });
      expect(seen, `${name} ${JSON.stringify([one, other])}`).toEqual(foreseen);
      taken.set(name, (taken.get(name) ?? 0) + 1);
      await probe(now, real);
    },
    toString: () => `${name}(${JSON.stringify([one, other])})`,
  }));
}

const nothing = fc.constant(undefined);
const always = () => true;
const signedIn = (now: Readonly<model.FactorModel>, browser: number) => model.isSignedIn(now, browser);
const withCodes = (now: Readonly<model.FactorModel>, browser: number) =>
  signedIn(now, browser) && now.codes !== undefined;

const atCallback = (page: Page): boolean => page.url.href.startsWith(CALLBACK);

/** @param done where whoever is signed in rests */
const endOf = (page: Page, done: (page: Page) => boolean): model.Entered['end'] => {
  if (done(page)) return 'signed in';
  return page.status === 429 ? 'limited' : 'refused';
};

const codeTyped = (real: RealFactors, typed: Exclude<model.Second, { by: 'passkey' }>): string =>
  typed.by === 'code' ? codeOf(real.hosts, real.secret, typed.steps) : (real.recoveryCodes[typed.number] ?? '');

async function giveSecond(real: RealFactors, browser: number, page: Page, chosen: model.Second, key: Key | undefined) {
  if (chosen.by === 'passkey') {
    return answerWith(real.hosts, real.at(browser), page, key as Key, { stopAt: CALLBACK });
  }
  return real.at(browser).submit(codeForm(page), { code: codeTyped(real, chosen) }, { stopAt: CALLBACK });
}

/** What the model knows of the person's means, before the step changes it. */
function meansOf(now: model.FactorModel, real: RealFactors, { plan: wanted }: Given) {
  const way = model.firstOf(now, wanted);
  const keyOf = (of: model.Plan['first']) => real.keys[model.passkeyUsed(now, of)];
  return { first: way, firstKey: keyOf(way), second: model.secondOf(now, wanted), secondKey: keyOf('passkey') };
}

async function enter(real: RealFactors, browser: number, login: Page, means: ReturnType<typeof meansOf>) {
  if (means.first !== 'password') {
    const page = await answerWith(real.hosts, real.at(browser), login, means.firstKey as Key, { stopAt: CALLBACK });
    return { asked: [means.first as string], page };
  }
  const form = login.form({ action: '/login' });
  const page = await real
    .at(browser)
    .submit(form, { email: real.email, password: real.password }, { stopAt: CALLBACK });
  return secondWhereAsked(real, browser, page, means);
}

async function secondWhereAsked(real: RealFactors, browser: number, page: Page, means: ReturnType<typeof meansOf>) {
  if (!isCodePage(page)) return { asked: ['password'], page };
  const next = await giveSecond(real, browser, page, means.second, means.secondKey);
  return { asked: ['password', means.second.by as string], page: next };
}

async function authorized(
  real: RealFactors,
  browser: number,
  request: model.Request,
  means: ReturnType<typeof meansOf> | undefined,
): Promise<model.Authorized & { authTime?: number }> {
  const { prompt, acr, essential } = request;
  const claims = JSON.stringify({ id_token: { acr: { essential: true, values: acr } } });
  const asking = acr.length === 0 ? {} : essential ? { claims } : { acr_values: acr.join(' ') };
  const url = real.client.authorizeUrl({ scope: 'openid', ...asking, ...(prompt && { prompt }) });
  let page = await real.at(browser).open(url, { stopAt: CALLBACK });
  const asked: string[] = [];
  for (let times = 0; page.url.pathname === '/login' && means && times < 2 && page.status === 200; times += 1) {
    if (times > 0 && isCodePage(page)) break;
    const entered = await enter(real, browser, page, means);
    asked.push(...entered.asked);
    page = entered.page;
  }
  if (!atCallback(page)) return { asked, end: endOf(page, () => false) as 'refused' | 'limited' };
  const code = page.url.searchParams.get('code');
  if (code === null) return { asked, end: { error: page.url.searchParams.get('error') ?? '' } };
  const { body } = await real.client.token(real.client.codeForm(code));
  const told = JSON.parse(Buffer.from(body.id_token?.split('.')[1] ?? '', 'base64url').toString());
  return { asked, end: { amr: told.amr, acr: told.acr }, authTime: told.auth_time * 1000 };
}

/** After each step: what each browser is worth to an application that asks nobody, with and without a wish. */
async function probe(now: model.FactorModel, real: RealFactors): Promise<void> {
  for (let browser = 0; browser < model.BROWSERS; browser += 1) {
    for (const acr of [[], ['2']]) {
      const request = { prompt: 'none', acr, essential: true } as const;
      const foreseen = model.authorize(now, browser, request, { first: 'password', second: { by: 'passkey' } });
      const { authTime, ...seen } = await authorized(real, browser, request, undefined);
      expect(seen, `browser ${browser}, asked for ${acr}`).toEqual(foreseen);
      if (authTime === undefined) continue;
      const late = authTime - (now.sessions[browser]?.authenticatedAt ?? 0);
      expect([late > -1000, late < 10_000], `auth_time is off by ${late} ms`).toEqual([true, true]);
    }
  }
}

const request: fc.Arbitrary<model.Request> = fc.record({
  prompt: fc.constantFrom(undefined, undefined, 'login', 'none'),
  acr: fc.constantFrom<string[][]>([], [], ['2'], ['1'], ['2', '1'], ['1', '2'], ['3'], ['3', '2']),
  essential: fc.boolean(),
});

const authorize = step('authorize', request, always, async (now, real, { more, ...one }) => {
  const means = meansOf(now, real, one);
  const foreseen = model.authorize(now, one.browser, more, one.plan);
  const { authTime: _, ...seen } = await authorized(real, one.browser, more, means);
  return { foreseen, seen };
});

const confirm = step(
  'confirm',
  nothing,
  (now, browser) => signedIn(now, browser) && !model.isConfirmed(now, browser),
  async (now, real, one) => {
    const means = meansOf(now, real, one);
    const foreseen = model.confirm(now, one.browser, one.plan);
    const page = await real.open(one.browser, '/account/two-step');
    if (means.first === 'passkey') {
      const done = await answerWith(real.hosts, real.at(one.browser), page, means.firstKey as Key);
      return { foreseen, seen: { asked: ['passkey'], end: endOf(done, ({ url }) => url.pathname !== '/confirm') } };
    }
    const form = page.form({ fields: ['confirming'] });
    const typed = form.fields.includes('code') && means.second.by !== 'passkey' ? codeTyped(real, means.second) : '';
    const values = { password: real.password, ...(form.fields.includes('code') && { code: typed }) };
    const done = await real.at(one.browser).submit(form, values);
    const asked = typed === '' ? ['password'] : ['password', means.second.by];
    return { foreseen, seen: { asked, end: endOf(done, ({ url }) => url.pathname !== '/confirm') } };
  },
);

/** An act on a page of the account: done, or the person has to confirm first. */
function act(
  name: string,
  possible: typeof signedIn,
  path: string,
  change: (now: model.FactorModel, browser: number) => void,
  press: (real: RealFactors, browser: number, page: Page) => Promise<unknown>,
) {
  return step(name, nothing, possible, async (now, real, { browser }) => {
    const confirmed = model.isConfirmed(now, browser);
    if (confirmed) change(now, browser);
    const page = await real.open(browser, path);
    const seen = page.url.pathname === '/confirm' ? 'confirm' : 'done';
    if (seen === 'done') await press(real, browser, page);
    return { foreseen: confirmed ? 'done' : 'confirm', seen };
  });
}

const formWith = (page: Page, button: string): Form => {
  const found = page.forms.find(({ buttons }) => buttons.some(({ value }) => value === button));
  if (!found) throw new Error(`No button ${button} at ${page.url.href}`);
  return found;
};

const enrol = act(
  'enrol',
  (now, browser) => signedIn(now, browser) && now.codes === undefined,
  '/account/two-step',
  model.enrol,
  async (real, browser, page) => {
    real.secret = secretIn(page);
    const code = codeOf(real.hosts, real.secret);
    const done = await real.at(browser).submit(page.form({ fields: ['sealed'] }), { code }, { press: 'enrol' });
    real.recoveryCodes = recoveryCodesIn(done);
  },
);

const newRecoveryCodes = act(
  'new recovery codes',
  withCodes,
  '/account/two-step',
  (now) => now.codes?.recovery.fill('unused'),
  async (real, browser, page) => {
    const done = await real.at(browser).submit(formWith(page, 'new-codes'), {}, { press: 'new-codes' });
    real.recoveryCodes = recoveryCodesIn(done);
  },
);

const removeFactor = act(
  'remove the factor',
  withCodes,
  '/account/two-step',
  (now, browser) => {
    model.endSignIns(now, browser);
    now.codes = undefined;
  },
  (real, browser, page) => real.at(browser).submit(formWith(page, 'remove'), {}, { press: 'remove' }),
);

const add = act(
  'add a passkey',
  (now, browser) => signedIn(now, browser) && now.passkeys.length < 20,
  '/account/passkeys',
  (now) => now.passkeys.push('kept'),
  async (real, browser) => real.keys.push((await addPasskey(real.hosts, real.at(browser))).key),
);

const removePasskey = act(
  'remove a passkey',
  (now, browser) => signedIn(now, browser) && now.passkeys.includes('kept'),
  '/account/passkeys',
  (now, browser) => {
    model.endSignIns(now, browser);
    now.passkeys[now.passkeys.lastIndexOf('kept')] = 'removed';
  },
  // The page lists the newest first.
  (real, browser, page) => real.at(browser).submit(page.form({ fields: ['id'] }), {}, { press: 'remove' }),
);

const removeByOperator = step(
  'an operator removes the factor',
  nothing,
  (now) => now.codes !== undefined,
  async (now, real) => {
    model.endSignIns(now);
    now.codes = undefined;
    now.passkeys = now.passkeys.map(() => 'removed' as const);
    return { foreseen: true, seen: (await removeFactorsOf(real.hosts.ports, real.email))?.removed };
  },
);

const reset = step('reset the password', nothing, always, async (now, real, one) => {
  const means = meansOf(now, real, one);
  model.endSignIns(now);
  const foreseen = model.afterPassword(now, one.browser, one.plan, false);
  const link = await passwordLinkFor(real.hosts.ports, real.email);
  const page = await real.open(one.browser, `/password?token=${link.token}`);
  real.password = real.password === PASSWORD ? 'another long passphrase' : PASSWORD;
  const set = await real.at(one.browser).submit(page.form({ action: '/password' }), { password: real.password });
  // All that is listed is the person's own.
  const kept = set.html.includes('reset_proof')
    ? await real.at(one.browser).submit(set.form({ action: '/password/factors' }), { remove: undefined })
    : set;
  const { asked, page: last } = await secondWhereAsked(real, one.browser, kept, means);
  return { foreseen, seen: { asked, end: endOf(last, ({ url }) => url.pathname.startsWith('/account')) } };
});

const signOut = step('sign out', nothing, signedIn, async (now, real, { browser }) => {
  now.sessions[browser] = undefined;
  const page = await real.open(browser, '/account');
  await real.at(browser).submit(page.form({ action: '/logout' }));
  return { foreseen: '/login', seen: (await real.open(browser, '/account')).url.pathname };
});

const pass = step(
  'time passes',
  fc.constantFrom(31, 31, 31, 7 * 60, 11 * 60, 23 * 60),
  always,
  async (_, real, one) => {
    real.hosts.clock.advance(one.more * 1000);
    return { foreseen: true, seen: true };
  },
);

export const FACTOR_STEPS: readonly (readonly [weight: number, step: fc.Arbitrary<FactorCommand>])[] = [
  [30, authorize],
  [12, confirm],
  [10, enrol],
  [3, newRecoveryCodes],
  [2, removeFactor],
  [6, add],
  [3, removePasskey],
  [1, removeByOperator],
  [3, reset],
  [2, signOut],
  [14, pass],
];
