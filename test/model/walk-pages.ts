// A person on the pages of an authorization request: does what the plan says on whatever page comes, and notes the way.
import type { Browser } from '../helpers/browser.ts';
import type { Page } from '../helpers/html-page.ts';
import type { Plan, Step } from './authorization.ts';
import { passwordOf, type Real, redirectUri, SITE, WRONG_PASSWORD } from './real.ts';
import { accountOf, at, type Model } from './state.ts';
import { challengeOf } from './verifiers.ts';

const STATE = 'a b&c';
const MAX_PAGES = 6;
const OTHER_ACCOUNT = 'Use another account';

/** What a person knows before anything happens: whether there is an account, and its password. */
export type Known = { exists: boolean; password: string; people: readonly number[] };

export const knownTo = (model: Model, person: number, addresses: number): Known => {
  const account = accountOf(model, person);
  return {
    exists: account !== undefined,
    password: passwordOf(account),
    people: Array.from({ length: addresses }, (_, one) => one),
  };
};

/** @param code the number that the code has, if one comes */
export function authorizePath(real: Real, plan: Plan, code: number): string {
  const parameters = {
    client_id: at(real.apiKeys, plan.key),
    redirect_uri: redirectUri(plan.redirectUri),
    response_type: 'code',
    state: STATE,
    nonce: `nonce-${code}`,
    scope: plan.scope?.join(' '),
    prompt: plan.prompt,
    max_age: plan.maxAge?.toString(),
    ...(plan.challenged && { code_challenge: challengeOf(code), code_challenge_method: 'S256' }),
  };
  const sent = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/oauth/authorize?${new URLSearchParams(sent)}`;
}

type Way = { real: Real; plan: Plan; known: Known; code: number };

export async function walkPages(way: Way): Promise<Step[]> {
  const { real, plan, code } = way;
  const steps: Step[] = [];
  const url = real.server.authUrl + authorizePath(real, plan, code);
  let page = await at(real.browsers, plan.browser).open(url, { stopAt: SITE });
  while (steps.length < MAX_PAGES) {
    const end = endOf(way, page);
    if (end) return [...steps, end];
    const { step, next } = await onPage(way, page);
    steps.push(step);
    if (!next) return steps;
    page = next;
  }
  throw new Error(`No end after ${JSON.stringify(steps)}`);
}

/** Back at the application, or refused on a page of ours. */
function endOf({ real, code }: Way, page: Page): Step | undefined {
  if (page.url.href.startsWith(SITE)) {
    const { searchParams } = page.url;
    if (searchParams.get('state') !== STATE || searchParams.get('iss') !== real.server.authUrl) {
      throw new Error(`state or iss is wrong at ${page.url.href}`);
    }
    const error = searchParams.get('error');
    if (error !== null) return { at: 'error', error };
    real.codes[code] = searchParams.get('code') ?? '';
    return { at: 'code', grant: code };
  }
  return page.status === 400 ? { at: 'refused' } : undefined;
}

type Done = { step: Step; next?: Page };

async function onPage(way: Way, page: Page): Promise<Done> {
  switch (page.url.pathname) {
    case '/login':
      return onSignIn(way, page);
    case '/select-account':
      return onChoice(way, page);
    case '/consent':
      return onConsent(way, page);
    default:
      throw new Error(`Rests at ${page.url.href} (${page.status}): ${page.text}`);
  }
}

async function onSignIn({ real, plan, known }: Way, page: Page): Promise<Done> {
  const browser = at(real.browsers, plan.browser);
  const { as: person, act, persistent } = plan.signIn;
  const email = real.email(person);
  const options = { stopAt: SITE };
  const form = page.form({ action: '/login' });
  if (act === 'cancel') {
    return {
      step: { at: 'login', did: 'cancel' },
      next: await browser.submit(form, {}, { ...options, press: 'cancel' }),
    };
  }
  if (!known.exists) {
    const signUp = await browser.open((await emptySignIn(browser, page)).link('/sign-up'));
    const values = { email, password: known.password, nickname: 'Mina' };
    const next = await browser.submit(signUp.form({ action: '/sign-up' }), values, options);
    if (next.status === 400) return { step: { at: 'login', did: 'reserved' } };
    return { step: { at: 'login', did: 'sign-up' }, next };
  }
  const password = act === 'right' ? known.password : WRONG_PASSWORD;
  const values = { email, password, persistent: persistent ? 'on' : undefined };
  const next = await browser.submit(form, values, options);
  if (next.status === 401) return { step: { at: 'login', did: 'wrong' } };
  if (next.status === 429) return { step: { at: 'login', did: 'limited' } };
  return { step: { at: 'login', did: 'right' }, next };
}

/** Where the page asks somebody else for the password, it leads to the form for everybody, past those signed in. */
async function emptySignIn(browser: Browser, page: Page): Promise<Page> {
  if (!page.text.includes(OTHER_ACCOUNT)) return page;
  return emptySignIn(browser, await browser.open(page.link(OTHER_ACCOUNT)));
}

/** The page lists those signed in, the one of the cookie's order first; `chosen` is a place in that order. */
async function onChoice({ real, plan, known }: Way, page: Page): Promise<Done> {
  const form = page.form({ action: '/select-account' });
  const shown = form.buttons.filter(({ name }) => name === 'session');
  const personOf = (text: string) => known.people.find((person) => text.includes(real.email(person))) ?? -1;
  const people = shown.map(({ text }) => personOf(text)).sort();
  const press = plan.choice === 'cancel' ? undefined : shown[plan.choice % shown.length];
  const options = { stopAt: SITE, press: press ? press.value : 'cancel' };
  const next = await at(real.browsers, plan.browser).submit(form, {}, options);
  return { step: { at: 'select-account', people, chosen: press ? personOf(press.text) : 'cancel' }, next };
}

async function onConsent({ real, plan }: Way, page: Page): Promise<Done> {
  const form = page.form({ action: '/consent' });
  const boxes = [...form.html.matchAll(/<input [^>]*name="item"[^>]*>/g)].map(([box]) => box);
  const optional = boxes
    .filter((box) => !/ disabled/.test(box))
    .map((box) => /value="(\w+)"/.exec(box)?.[1] as 'email');
  const preset = form.values.filter(([name]) => name === 'item').map(([, item]) => item as 'email');
  const ticked = optional.filter((item) => plan.consent.ticks.includes(item));
  const step: Step = { at: 'consent', preset: preset.sort(), ticked };
  if (plan.consent.act === 'leave') return { step };
  const values = optional.length > 0 ? { item: ticked } : {};
  const options = { stopAt: SITE, press: plan.consent.act === 'agree' ? 'agree' : 'cancel' };
  return { step, next: await at(real.browsers, plan.browser).submit(form, values, options) };
}
