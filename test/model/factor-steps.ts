// The steps of walks over second factors, and what each does on the pages of the server beside the model.
import fc from 'fast-check';
import { expect } from 'vitest';
import { removeFactorsOf } from '../helpers/administer-accounts.ts';
import type { Key } from '../helpers/authenticator.ts';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK, type Client } from '../helpers/client.ts';
import type { Hosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { passwordLinkFor } from '../helpers/password-link.ts';
import { newEmail, PASSWORD } from '../stories/account-pages.ts';
import { codeForm, codeOf, isCodePage, recoveryCodesIn, secretIn } from '../stories/factor-pages.ts';
import { addPasskey, answerWith } from '../stories/passkey-pages.ts';
import { mailsTo, sentProofs } from '../stories/sent-mail.ts';
import * as model from './factor-model.ts';

/** The account on the server: what its owner knows. */
export class RealFactors {
  readonly browsers = Array.from({ length: model.BROWSERS }, () => new Browser());
  readonly keys: Key[] = [];
  secret = '';
  recoveryCodes: string[] = [];
  password = PASSWORD;
  email: string;
  /** The address before, and its link that takes the change back. */
  former = { email: '', href: '' };

  readonly hosts: Hosts;
  readonly client: Client;

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
const restores = fc.constantFrom(true, true, false);
const plan = fc.record({ first, second, trusts: fc.boolean(), restores }) as fc.Arbitrary<model.Plan>;
const given: fc.Arbitrary<Given> = fc.record({ browser: fc.nat(model.BROWSERS - 1), plan });

const taken = new Map<string, number>();
export const stepsTaken = (): ReadonlyMap<string, number> => taken;

/** No two acts of people fall in one millisecond, and time goes on a little where two answers would be right. */
function settle(now: model.FactorModel, { hosts }: RealFactors): void {
  hosts.clock.advance(1);
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

const isRestorePage = (page: Page): boolean => page.html.includes('name="restoration"');

const nothing = fc.constant(undefined);
const always = () => true;
const signedIn = (now: Readonly<model.FactorModel>, browser: number) => model.isSignedIn(now, browser);
const withCodes = (now: Readonly<model.FactorModel>, browser: number) =>
  signedIn(now, browser) && now.codes !== undefined;

const atCallback = (page: Page): boolean => page.url.href.startsWith(CALLBACK);

/** @param done where whoever is signed in rests */
const endOf = (page: Page, done: (page: Page) => boolean): model.Entered['end'] => {
  if (done(page)) return 'signed in';
  if (isRestorePage(page)) return 'leaving';
  if (page.status >= 500) throw new Error(`${page.status} at ${page.url.href}: ${page.text}`);
  return page.status === 429 ? 'limited' : 'refused';
};

const codeTyped = (real: RealFactors, typed: Exclude<model.Second, { by: 'passkey' }>): string =>
  typed.by === 'code' ? codeOf(real.hosts, real.secret, typed.steps) : (real.recoveryCodes[typed.number] ?? '');

/** What the model knows of the person's means, before the step changes it. */
function meansOf(now: model.FactorModel, real: RealFactors, { plan: wanted }: Given) {
  const way = model.firstOf(now, wanted);
  const keyOf = (of: model.Plan['first']) => real.keys[model.passkeyUsed(now, of)];
  const keys = { firstKey: keyOf(way), secondKey: keyOf('passkey') };
  return { ...wanted, first: way, second: model.secondOf(now, wanted), ...keys };
}
type Means = ReturnType<typeof meansOf>;

async function giveSecond(real: RealFactors, browser: number, page: Page, { second: chosen, ...means }: Means) {
  if (chosen.by === 'passkey') {
    return answerWith(real.hosts, real.at(browser), page, means.secondKey as Key, { stopAt: CALLBACK });
  }
  const form = codeForm(page);
  const ticked = means.trusts && form.fields.includes('trust') ? { trust: 'on' } : {};
  return real.at(browser).submit(form, { code: codeTyped(real, chosen), ...ticked }, { stopAt: CALLBACK });
}

async function enter(real: RealFactors, browser: number, login: Page, means: Means) {
  if (means.first !== 'password') {
    const page = await answerWith(real.hosts, real.at(browser), login, means.firstKey as Key, { stopAt: CALLBACK });
    return restoredWhereAsked(real, browser, page, [means.first], means);
  }
  const form = login.form({ action: '/login' });
  const page = await real
    .at(browser)
    .submit(form, { email: real.email, password: real.password }, { stopAt: CALLBACK });
  return secondWhereAsked(real, browser, page, means);
}

async function secondWhereAsked(real: RealFactors, browser: number, page: Page, means: Means) {
  if (!isCodePage(page)) return restoredWhereAsked(real, browser, page, ['password'], means);
  const next = await giveSecond(real, browser, page, means);
  return restoredWhereAsked(real, browser, next, ['password', means.second.by], means);
}

async function restoredWhereAsked(real: RealFactors, browser: number, page: Page, asked: string[], means: Means) {
  if (!isRestorePage(page) || !means.restores) return { asked, page };
  const next = await real.at(browser).submit(page.form({ fields: ['restoration'] }), {}, { stopAt: CALLBACK });
  return { asked: [...asked, 'restoration'], page: next };
}

async function authorized(
  real: RealFactors,
  browser: number,
  request: model.Request,
  means: Means | undefined,
): Promise<model.Authorized & { authTime?: number }> {
  const { prompt, acr, essential } = request;
  const claims = JSON.stringify({ id_token: { acr: { essential: true, values: acr } } });
  const asking = acr.length === 0 ? {} : essential ? { claims } : { acr_values: acr.join(' ') };
  const url = real.client.authorizeUrl({ scope: 'openid', ...asking, ...(prompt && { prompt }) });
  let page = await real.at(browser).open(url, { stopAt: CALLBACK });
  const asked: string[] = [];
  for (let times = 0; page.url.pathname === '/login' && means && times < 2 && page.status === 200; times += 1) {
    if (times > 0 && (isCodePage(page) || isRestorePage(page))) break;
    const entered = await enter(real, browser, page, means);
    asked.push(...entered.asked);
    page = entered.page;
  }
  if (!atCallback(page)) return { asked, end: endOf(page, () => false) as 'refused' };
  const code = page.url.searchParams.get('code');
  if (code === null) return { asked, end: { error: page.url.searchParams.get('error') ?? '' } };
  const { status, body } = await real.client.token(real.client.codeForm(code));
  if (body.id_token === undefined) throw new Error(`No ID token: ${status} ${JSON.stringify(body)}`);
  const told = JSON.parse(Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString());
  return { asked, end: { amr: told.amr, acr: told.acr }, authTime: told.auth_time * 1000 };
}

const NOBODY_ASKED: model.Plan = { first: 'password', second: { by: 'passkey' }, trusts: false, restores: false };

/** After each step: what each browser is worth to an application that asks nobody, with and without a wish. */
async function probe(now: model.FactorModel, real: RealFactors): Promise<void> {
  for (let browser = 0; browser < model.BROWSERS; browser += 1) {
    for (const acr of [[], ['2']]) {
      const request = { prompt: 'none', acr, essential: true } as const;
      const foreseen = model.authorize(now, browser, request, NOBODY_ASKED);
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
  may = model.isConfirmed,
) {
  return step(name, nothing, possible, async (now, real, { browser }) => {
    const confirmed = may(now, browser);
    if (confirmed) change(now, browser);
    const page = await real.open(browser, path);
    const seen = /^\/confirm(\/factor)?$/.test(page.url.pathname) ? 'confirm' : 'done';
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
  model.mayChangeFactors,
);

const newRecoveryCodes = act(
  'new recovery codes',
  withCodes,
  '/account/two-step',
  (now) => {
    model.endTrusts(now);
    if (now.codes)
      Object.assign(now.codes, { recovery: now.codes.recovery.map(() => 'unused'), recoveryCreatedAt: now.now });
  },
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
  (now, browser) => {
    model.endTrusts(now);
    model.showFactor(now, browser);
    now.passkeys.push({ isKept: true, createdAt: now.now });
  },
  async (real, browser) => real.keys.push((await addPasskey(real.hosts, real.at(browser))).key),
  model.mayChangeFactors,
);

const removePasskey = act(
  'remove a passkey',
  (now, browser) => signedIn(now, browser) && model.keptPasskey(now) >= 0,
  '/account/passkeys',
  (now, browser) => {
    model.endSignIns(now, browser);
    now.passkeys[model.keptPasskey(now)] = { isKept: false, createdAt: now.now };
  },
  // The page lists the newest first.
  (real, browser, page) => real.at(browser).submit(page.form({ fields: ['id'] }), {}, { press: 'remove' }),
  model.mayChangeFactors,
);

const removeByOperator = step(
  'an operator removes the factor',
  nothing,
  (now) => now.codes !== undefined,
  async (now, real) => {
    model.endSignIns(now);
    now.codes = undefined;
    for (const passkey of now.passkeys) passkey.isKept = false;
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

const leave = act(
  'leave',
  signedIn,
  '/account/delete',
  (now) => model.leave(now),
  (real, browser, page) => real.at(browser).submit(formWith(page, 'leave'), {}, { press: 'leave' }),
);

const changeAddress = step(
  'change the address',
  nothing,
  (now, browser) => signedIn(now, browser) && now.changeAskedAt === undefined,
  async (now, real, { browser }) => {
    // The form asks for the password itself, which is not enough where there are codes: its answer asks for both.
    const foreseen = now.codes && !model.isConfirmed(now, browser) ? 'confirm' : '/account';
    if (foreseen === '/account') now.changeAskedAt = now.now;
    const [former, next] = [real.email, newEmail()];
    const form = (await real.open(browser, '/account')).form({ action: '/account/email' });
    const waits = await real.at(browser).submit(form, { email: next, password: real.password });
    if (waits.html.includes('name="confirming"')) return { foreseen, seen: 'confirm' };
    const [proof] = await sentProofs(real.hosts, former, 'change');
    const codes = waits.form({ fields: ['code'] });
    const done = await real.at(browser).submit(codes, { code: proof?.code ?? '' }, { press: 'prove' });
    const link = (await mailsTo(real.hosts, former)).findLast(({ kind }) => kind === 'email-changed');
    Object.assign(real, { email: next, former: { email: former, href: `/take-back?token=${link?.token}` } });
    return { foreseen, seen: done.url.pathname };
  },
);

const takeBack = step(
  'take the address back',
  fc.boolean(),
  (now) => now.changeAskedAt !== undefined,
  async (now, real, { browser, more: keeps }) => {
    model.takeBack(now, keeps);
    const page = await real.open(browser, real.former.href);
    const form = page.form({ action: '/take-back' });
    const asksFor = form.fields.filter((name) => name === 'code' || name === 'passkey');
    const password = real.password === PASSWORD ? 'another long passphrase' : PASSWORD;
    const done = await real.at(browser).submit(form, { password, ...(keeps && { remove: [] }) });
    const end = done.url.pathname === '/take-back/done' ? 'taken back' : endOf(done, () => false);
    if (end === 'taken back') Object.assign(real, { email: real.former.email, password });
    return { foreseen: { asksFor: [], end: 'taken back' }, seen: { asksFor, end } };
  },
);

const pass = step(
  'time passes',
  fc.constantFrom(31, 31, 31, 7 * 60, 11 * 60, 23 * 60),
  (now) => model.canWait(now, 60 * 60 * 1000),
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
  [2, leave],
  [4, changeAddress],
  [3, takeBack],
  [14, pass],
];
