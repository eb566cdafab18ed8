// Documents of the service on the pages: sign-up and setup list them, a new version is asked at the next sign-in or
// authorization, optional ones are changed on the account page (contract 28).

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Document } from '../../src/core/ground/document.ts';
import { oneTimeLinkUrl } from '../../src/core/people/one-time-links/issue-one-time-link.ts';
import { issueSetupLink } from '../../src/core/people/one-time-links/issue-setup-link.ts';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK, givenClient } from '../helpers/client.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { overrideRules } from '../helpers/override-rules.ts';
import { isFormRefused } from '../helpers/refusals.ts';
import { newEmail, PASSWORD, post } from './account-pages.ts';

const TERMS: Document = {
  id: 'terms',
  kind: 'agree',
  required: true,
  version: '1',
  title: { en: 'Terms of Service', ko: '이용약관' },
  uri: { en: 'https://acme.example/terms', ko: 'https://acme.example/ko/terms' },
};
const NEWS: Document = { ...TERMS, id: 'news', kind: 'consent', required: false, title: { en: 'news by email' } };
const PRIVACY: Document = { ...TERMS, id: 'privacy', kind: 'notice', required: false, title: { en: 'Privacy Policy' } };

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts();
});
afterAll(() => hosts?.stop());

/** As after a restart with other settings, until the test has ended. */
const override = (rules: Parameters<typeof overrideRules>[1]) =>
  overridden.push(overrideRules(hosts.ports.rules, rules));
const overridden: (() => void)[] = [];
afterEach(() => {
  for (const undo of overridden.splice(0).reverse()) undo();
});

const require = (...documents: readonly Document[]) => override({ documents });

type Who = { email: string };
const idOf = async ({ email }: Who) => (await hosts.ports.accounts.findByEmailKey(email))?.id;

async function agreementsOf(who: Who) {
  const id = await idOf(who);
  return [...(await hosts.rowsIn('document_agreements'))]
    .filter(({ account_id }) => account_id === id)
    .map(({ document_id, document_version, withdrawn_at }) => [
      document_id,
      document_version,
      withdrawn_at === null ? 'stands' : 'withdrawn',
    ])
    .sort();
}
async function eventsOf(who: Who) {
  const id = await idOf(who);
  return hosts.logs.filter(({ event, account }) => event === 'documents' && account === id).map(({ result }) => result);
}
const person = () => ({ email: newEmail(), password: PASSWORD, nickname: 'Mina' });
const boxesOf = ({ html }: Form | Page) =>
  [...html.matchAll(/<input type="checkbox"[^>]* name=[^>]*>/g)].map(([tag]) => tag);

async function signIn({ email }: { email: string }, path = '/login') {
  const browser = new Browser();
  const login = await browser.open(`${hosts.authUrl}${path}`);
  return { browser, page: await browser.submit(login.form({ action: '/login' }), { email, password: PASSWORD }) };
}

describe('contract 28: sign-up', () => {
  beforeEach(() => {
    override({ documents: [TERMS, NEWS, PRIVACY], minimumAge: 14 });
  });

  test('lists them with a box each, none ticked; a notice is a link', async () => {
    const page = await new Browser().open(`${hosts.authUrl}/sign-up`);
    const boxes = boxesOf(page.form({ action: '/sign-up' }));
    expect(boxes).toHaveLength(3);
    expect(boxes.join('')).not.toContain('checked');
    for (const shown of [
      'I am 14 or older',
      'I agree to the Terms of Service',
      'I consent to news by email',
      'Optional',
    ])
      expect(page.text).toContain(shown);
    expect(page.html).toContain('href="https://acme.example/terms" target="_blank"');
    expect(page.text).toContain('Read the Privacy Policy');
    const korean = await new Browser({ 'accept-language': 'ko' }).open(`${hosts.authUrl}/sign-up`);
    for (const shown of ['만 14세 이상이에요', '이용약관', '에 동의해요', '선택']) expect(korean.text).toContain(shown);
    expect(korean.html).toContain('href="https://acme.example/ko/terms"');
    expect(korean.html).toContain('lang="en"><bdi>news by email');
  });

  test('without a required box the form comes back with what was ticked, and nothing is stored', async () => {
    const browser = new Browser();
    const who = person();
    const page = await browser.open(`${hosts.authUrl}/sign-up`);
    const refused = await browser.submit(page.form({ action: '/sign-up' }), { ...who, documents: ['news:1'] });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Agree to everything that is required.');
    expect(refused.text).toContain('You must be 14 or older to create an account.');
    expect(boxesOf(refused.form({ action: '/sign-up' })).map((tag) => tag.includes(' checked'))).toEqual([
      false,
      false,
      true,
    ]);
    expect(await hosts.ports.accounts.findByEmailKey(who.email)).toBeUndefined();
    const rows = JSON.stringify([...(await hosts.rows())]);
    expect(rows).not.toContain(who.email);

    const made = await browser.submit(refused.form({ action: '/sign-up' }), {
      ...who,
      documents: ['terms:1', 'news:1'],
      age: 'on',
    });
    expect(made.url.pathname).toBe('/account');
    expect(await agreementsOf(who)).toEqual([
      ['minimum-age', '14', 'stands'],
      ['news', '1', 'stands'],
      ['terms', '1', 'stands'],
    ]);
  });

  test('a form of another site ticks nothing', async () => {
    const browser = new Browser();
    const page = await browser.open(`${hosts.authUrl}/sign-up`);
    const forged = await post(browser, page.form({ action: '/sign-up' }), {
      ...person(),
      csrf: 'forged',
      documents: 'terms:1',
      age: 'on',
    });
    expect(isFormRefused(forged)).toBe(true);
    expect(boxesOf(forged.form({ action: '/sign-up' })).join('')).not.toContain('checked');
  });

  test('the language switch keeps the ticks', async () => {
    const browser = new Browser();
    const page = await browser.open(`${hosts.authUrl}/sign-up`);
    const refused = await browser.submit(page.form({ action: '/sign-up' }), { ...person(), documents: ['terms:1'] });
    const form = refused.forms.at(-1);
    const formaction = /value="ko" formaction="([^"]*)"/.exec(form?.html ?? '')?.[1] ?? '';
    if (!form) throw new Error(refused.text);
    const switched = { ...form, action: new URL(formaction.replaceAll('&amp;', '&'), refused.url) };
    const korean = await browser.submit(switched, {}, { press: '한국어' });
    expect(korean.text).toContain('만 14세 이상만 계정을 만들 수 있어요.');
    expect(boxesOf(korean.form({ action: '/sign-up' })).map((tag) => tag.includes(' checked'))).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('setup asks the same', async () => {
    const link = await issueSetupLink(hosts.ports);
    const browser = new Browser();
    const setup = await browser.open(oneTimeLinkUrl(hosts.authUrl, 'setup', link?.token ?? ''));
    const who = person();
    const refused = await browser.submit(setup.form({ action: '/setup' }), who);
    expect([refused.status, refused.text.includes('Agree to everything that is required.')]).toEqual([400, true]);
    const made = await browser.submit(refused.form({ action: '/setup' }), {
      ...who,
      documents: ['terms:1'],
      age: 'on',
    });
    expect(made.url.pathname).toBe('/welcome');
    expect(await agreementsOf(who)).toEqual([
      ['minimum-age', '14', 'stands'],
      ['terms', '1', 'stands'],
    ]);
  });
});

describe('contract 28: an authorization asks for a new version', () => {
  test('once, before consent; prompt=none is interaction_required; refresh goes on', async () => {
    const client = await givenClient(hosts);
    const tokens = await client.tokens();
    require(TERMS, PRIVACY);
    const silent = await client.browser.open(client.authorizeUrl({ prompt: 'none' }), { stopAt: CALLBACK });
    expect(silent.url.searchParams.get('error')).toBe('interaction_required');
    const refreshed = await client.token(client.refreshForm(tokens.refresh_token));
    expect(refreshed.status).toBe(200);
    expect((await client.userInfo(refreshed.body.access_token)).status).toBe(200);

    const page = await client.browser.open(client.authorizeUrl({ state: 's' }));
    expect(page.url.pathname).toBe('/documents');
    expect(page.text).toContain('Acme Shop');
    const form = page.form({ action: '/documents' });
    expect(boxesOf(form)).toHaveLength(1);
    const refused = await client.browser.submit(form, {});
    expect([refused.status, refused.text.includes('Agree to everything that is required.')]).toEqual([400, true]);
    const back = await client.browser.submit(form, { documents: ['terms:1'] }, { stopAt: CALLBACK });
    expect([back.url.searchParams.get('state'), back.url.searchParams.has('code')]).toEqual(['s', true]);
    expect(await client.code({ prompt: 'none' })).toBeTruthy();

    require({ ...TERMS, version: '2' });
    const again = await client.browser.open(client.authorizeUrl());
    expect(again.text).toContain('Updated since you agreed on');
    const stale = await client.browser.submit(again.form({ action: '/documents' }), { documents: ['terms:1'] });
    expect(stale.status).toBe(400);
    await client.browser.submit(stale.form({ action: '/documents' }), { documents: ['terms:2'] }, { stopAt: CALLBACK });
    expect(await agreementsOf(client)).toEqual([
      ['terms', '1', 'stands'],
      ['terms', '2', 'stands'],
    ]);
    expect(await eventsOf(client)).toEqual(['agreed', 'agreed']);
  });

  test('Cancel returns access_denied, and nothing is stored', async () => {
    const client = await givenClient(hosts);
    require(TERMS);
    const page = await client.browser.open(client.authorizeUrl());
    const back = await client.browser.submit(
      page.form({ action: '/documents' }),
      {},
      { press: 'cancel', stopAt: CALLBACK },
    );
    expect(back.url.searchParams.get('error')).toBe('access_denied');
    expect(await agreementsOf(client)).toEqual([]);
  });

  test('K1, K4: neither a forged form nor one of another session agrees', async () => {
    const client = await givenClient(hosts);
    const other = await givenPerson(hosts);
    require(TERMS);
    const page = await client.browser.open(client.authorizeUrl());
    const form = page.form({ action: '/documents' });
    const forged = await post(client.browser, form, { csrf: 'forged', documents: 'terms:1' });
    expect(isFormRefused(forged)).toBe(true);
    const strange = await post(other.browser, form, { documents: 'terms:1' });
    expect(isFormRefused(strange)).toBe(true);
    expect(boxesOf(strange.form({ action: '/documents' })).join('')).not.toContain('checked');
    expect([await agreementsOf(client), await agreementsOf(other)]).toEqual([[], []]);
  });

  test('the consent page issues no code while a document is open', async () => {
    const client = await givenClient(hosts);
    const consent = await client.browser.open(client.authorizeUrl({ prompt: 'consent' }));
    require(TERMS);
    const next = await client.browser.submit(
      consent.form({ action: '/consent' }),
      {},
      { press: 'agree', stopAt: CALLBACK },
    );
    expect(next.url.pathname).toBe('/documents');
  });
});

describe('contract 28: a sign-in outside a request asks too', () => {
  test('and leads on to the page that was wanted', async () => {
    const who = await givenPerson(hosts);
    require(TERMS);
    const { browser, page } = await signIn(who, '/login?to=/account/username');
    expect([page.url.pathname, page.url.search]).toEqual(['/documents', '?to=/account/username']);
    expect(page.text).toContain('to continue with your Latchkey account');
    expect(page.form({ action: '/logout' }).buttons[0]?.text).toContain('Sign out');
    const onward = await browser.submit(page.form({ action: '/documents' }), { documents: ['terms:1'] });
    expect(onward.url.pathname).toBe('/account/username');
    expect((await signIn(who)).page.url.pathname).toBe('/account');
  });

  test('accounts that an operator created are asked at their first sign-in', async () => {
    require(TERMS);
    const owner = await hosts.owner('made@example.com');
    const browser = new Browser();
    const login = await browser.open(`${hosts.authUrl}/login?to=/console`);
    const page = await browser.submit(login.form({ action: '/login' }), {
      email: owner.email,
      password: owner.password,
    });
    expect([page.url.pathname, page.url.search]).toEqual(['/documents', '?to=/console']);
  });

  test('whoever has nothing to agree to, or is not signed in, goes on', async () => {
    const { browser } = await givenPerson(hosts);
    expect((await browser.open(`${hosts.authUrl}/documents?to=/console`)).url.pathname).toBe('/console');
    expect((await new Browser().open(`${hosts.authUrl}/documents`)).url.pathname).toBe('/login');
  });
});

describe('contract 28: the account page', () => {
  test('shows what was agreed to; an optional document is agreed to and withdrawn', async () => {
    const who = await givenPerson(hosts);
    const { browser } = who;
    require(TERMS, NEWS, PRIVACY);
    const account = () => browser.open(`${hosts.authUrl}/account/data`);
    const form = async () => (await account()).form({ action: '/account/documents' });
    expect(boxesOf(await form())).toHaveLength(1);
    const agreed = await browser.submit(await form(), { documents: ['news:1'] });
    expect(agreed.text).toContain('Your choices were saved.');
    expect(await agreementsOf(who)).toEqual([['news', '1', 'stands']]);
    expect(boxesOf(await form()).join('')).toContain('checked');
    await browser.submit(await form(), { documents: undefined });
    expect(await agreementsOf(who)).toEqual([['news', '1', 'withdrawn']]);
    // A required document is no box, and a forged one changes nothing.
    await post(browser, await form(), { documents: 'terms:1', shown: 'terms:1' });
    expect(await agreementsOf(who)).toEqual([['news', '1', 'withdrawn']]);
    expect(await eventsOf(who)).toEqual(['changed', 'changed', 'changed']);
  });

  test('has no such section where the service has no documents', async () => {
    const { browser } = await givenPerson(hosts);
    expect((await browser.open(`${hosts.authUrl}/account/data`)).html).not.toContain('/account/documents');
  });
});

describe('contract 26: email domains', () => {
  test('sign-up and a change of address refuse them beside the field; operators are free', async () => {
    const who = await givenPerson(hosts);
    override({ refusedEmailDomains: ['trash.example'] });
    const browser = new Browser();
    const page = await browser.open(`${hosts.authUrl}/sign-up`);
    const refused = await browser.submit(page.form({ action: '/sign-up' }), {
      ...person(),
      email: 'a@x.TRASH.example',
    });
    expect([refused.status, refused.text.includes('Addresses of this domain are not accepted here.')]).toEqual([
      400,
      true,
    ]);
    const account = await who.browser.open(`${hosts.authUrl}/account`);
    const change = { email: 'a@trash.example', password: PASSWORD };
    const kept = await who.browser.submit(account.form({ action: '/account/email' }), change);
    expect([kept.status, kept.text.includes('Addresses of this domain are not accepted here.')]).toEqual([400, true]);
    expect((await hosts.owner('owner@trash.example')).email).toBe('owner@trash.example');
  });
});
