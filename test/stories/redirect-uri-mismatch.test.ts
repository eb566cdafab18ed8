// The mismatch page: a member of the team sees what differs, and may register it after a question; the sign-in never
// goes on by that. Everybody else sees the plain page, as ever (cases N1, N13).
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { letIn } from '../helpers/membership.ts';
import { overrideRules } from '../helpers/override-rules.ts';
import { newPerson, signIn, signUp } from '../helpers/people.ts';
import { isFormRefused, refusalIn } from '../helpers/refusals.ts';
import { type Owner, registerApplication } from '../helpers/server.ts';
import { PAYLOADS, readTags } from '../unit/views/payloads.ts';

const REGISTERED = ['https://shop.example/callback', 'http://localhost:3000/callback', 'com.example.shop:/callback'];
const SENT = 'http://localhost:3000/callback/';

let hosts: Hosts;
let owner: Owner;
let applicationId: string;
let apiKey: string;
/** A browser in which that person is signed in. */
const browsers: Record<'owner' | 'editor' | 'viewer' | 'otherOwner' | 'nobody', Browser> = {
  owner: new Browser(),
  editor: new Browser(),
  viewer: new Browser(),
  otherOwner: new Browser(),
  nobody: new Browser(),
};

const passwords = new Map<keyof typeof browsers, string>();

const api = (path: string, method: string, body?: unknown) =>
  fetch(`${hosts.apiUrl}/applications/${applicationId}${path}`, {
    method,
    headers: { authorization: `Bearer ${owner.apiToken}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

const uris = async (): Promise<string[]> =>
  ((await (await api('', 'GET')).json()) as { redirect_uris: string[] }).redirect_uris;

beforeAll(async () => {
  hosts = await startHosts();
  owner = await hosts.owner();
  const application = await registerApplication(hosts, owner, {
    name: 'Acme Shop',
    login_activation: 'ON',
    platforms: [{ platform: 'Web', site_domains: ['https://shop.example'] }, { platform: 'iOS' }],
    redirect_uris: REGISTERED,
    id_token_signed_response_alg: 'ES256',
  });
  applicationId = application.id;
  apiKey = application.platforms[0]?.api_key ?? '';
  const people = { owner, ...Object.fromEntries(await Promise.all(['editor', 'viewer', 'otherOwner'].map(addOwner))) };
  for (const [role, { email, password }] of Object.entries(people) as [keyof typeof browsers, Owner][]) {
    passwords.set(role, password);
    const page = await browsers[role].open(`${hosts.authUrl}/login`);
    await signIn(browsers[role], page, { email, password, nickname: role });
    if (role !== 'editor' && role !== 'viewer') continue;
    await letIn(hosts, applicationId, { email, role });
  }
});
afterAll(() => hosts?.stop());
beforeEach(async () => {
  expect((await api('', 'PATCH', { redirect_uris: REGISTERED })).status).toBe(200);
});

const addOwner = async (name: string) => [name, await hosts.owner(`${name.toLowerCase()}@example.com`)] as const;

const authorization = (redirectUri: string, more: Record<string, string> = {}) =>
  `${hosts.authUrl}/oauth/authorize?${new URLSearchParams({ client_id: apiKey, redirect_uri: redirectUri, response_type: 'code', state: 's-1', ...more })}`;

const open = (who: keyof typeof browsers, redirectUri = SENT, more?: Record<string, string>) =>
  browsers[who].open(authorization(redirectUri, more));

const follow = async (who: keyof typeof browsers, redirectUri = SENT, more?: Record<string, string>) =>
  browsers[who].open((await open(who, redirectUri, more)).link('/redirect-uri-mismatch'));

const asksWho = (page: Page) => page.text.includes('Confirm it’s you');
const confirm = (who: keyof typeof browsers, page: Page, password = passwords.get(who) ?? '') =>
  browsers[who].submit(page.form({ action: '/redirect-uri-mismatch' }), { password });

/**
 * The question that the comparison leads to, behind the confirm page where the last password is older than ten minutes.
 */
const asked = async (who: keyof typeof browsers, redirectUri = SENT, more?: Record<string, string>) => {
  const page = await follow(who, redirectUri, more);
  return asksWho(page) ? confirm(who, page) : page;
};

/** The comparisons, what differs in brackets: sent, registered, words. */
const comparisons = ({ html }: Page) => {
  const list = [...html.matchAll(/<ol class="comparisons">([\s\S]*?)<\/ol>/g)].map(([, items]) => items).join('');
  return [...list.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, item = '']) => {
    const marked = [...item.matchAll(/<code dir="ltr">([\s\S]*?)<\/code>/g)].map(([, code = '']) =>
      code.replace(/<mark>(.*?)<\/mark>/g, '[$1]').replaceAll('&amp;', '&'),
    );
    return [...marked, /<p class="hint">([\s\S]*?)<\/p>/.exec(item)?.[1] ?? ''];
  });
};

describe('what a member of the team sees', () => {
  it('the sent URI with each registered one, closest match first, what differs marked and said', async () => {
    const page = await open('owner');
    expect(page.status).toBe(400);
    expect(page.text).toContain('Acme Shop sent a redirect URI that is not registered.');
    expect(comparisons(page)).toEqual([
      [
        'http://localhost:3000/callback[/]',
        'http://localhost:3000/callback',
        'Only the trailing slash differs. The URIs differ from character 31.',
      ],
      expect.arrayContaining([expect.stringContaining('The host differs.')]),
      expect.arrayContaining([expect.stringContaining('The scheme (http, https, …) differs.')]),
    ]);
    expect(page.text).toContain('redirect-uri-unregistered');
    expect(page.text).toContain(page.headers.get('x-request-id'));
  });

  it.each([
    ['http://LOCALHOST:3000/callback', 'http://[LOCALHOST]:3000/callback', 'Only upper and lower case differ.'],
    ['http://localhost:3001/callback', 'http://localhost:300[1]/callback', 'The port differs.'],
    ['https://localhost:3000/callback', 'http[s]://localhost:3000/callback', 'The scheme (http, https, …) differs.'],
    ['http://localhost:3000/c%61llback', 'http://localhost:3000/c[%61]llback', 'Only the percent-encoding differs.'],
    ['http://localhost:3000/callback?a=1', 'http://localhost:3000/callback[?a=1]', 'The query differs.'],
  ])('differences that are easily overlooked are named: %s', async (sent, marked, words) => {
    const [nearest] = comparisons(await open('viewer', sent));
    expect(nearest?.[0]).toBe(marked);
    expect(nearest?.[2]).toContain(words);
  });

  it('an editor may register it, a viewer is told who may', async () => {
    expect((await asked('editor')).form({ action: '/redirect-uri-mismatch' }).buttons).toHaveLength(1);
    const page = await open('viewer');
    expect(page.html).not.toContain('"/redirect-uri-mismatch');
    expect(page.text).toContain('You are a viewer of this application.');
  });

  it.each(['/oauth/authorize', '/login', '/consent'])(
    'it is one refusal, counted and answered once: %s',
    async (path) => {
      const count = vi.spyOn(hosts.counters, 'count');
      const before = hosts.logs.length;
      const { search } = new URL(authorization(SENT));
      expect((await browsers.owner.open(`${hosts.authUrl}${path}${search}`)).status).toBe(400);
      expect(count.mock.calls.map(([, what]) => what)).toEqual(['refused:redirect-uri-unregistered']);
      expect(hosts.logs.slice(before).filter(({ level }) => Number(level) >= 40)).toEqual([]);
      count.mockRestore();
    },
  );

  it('in Korean as well', async () => {
    const page = await open('owner', SENT, { ui_locales: 'ko' });
    expect(page.text).toContain('끝의 슬래시(/)만 달라요.');
  });

  it('a host of which nothing is registered is warned of, with its name', async () => {
    for (const page of [
      await open('owner', 'https://evil.example/callback'),
      await asked('owner', 'https://evil.example/'),
    ])
      expect(page.text).toContain(
        'No registered redirect URI leads to evil.example . Register it only if the host is yours',
      );
  });

  it.each([
    ['https://shop.example/callback/../redirect?to=https://evil.example'],
    ['https://shop.example/callback?a=1'],
    ['https://shop.example:8443/callback'],
    ['http://localhost:3000/callback/'],
    ['https://localhost:3000/callback'],
    ['http://127.0.0.1:3001/callback'],
    ['com.example.shop:/other'],
  ])('any difference may be a stranger’s, also at a host of the application: %s', async (sent) => {
    const warned =
      /(Register it only if your application sends exactly this URI|Register it only if the host is yours)/;
    expect((await open('owner', sent)).text).toMatch(warned);
    expect((await asked('owner', sent)).text).toMatch(warned);
  });

  it('another port of localhost is the person’s own machine: no warning', async () => {
    for (const sent of ['http://localhost:3001/callback', 'http://localhost/callback'])
      for (const page of [await open('owner', sent), await asked('owner', sent)])
        expect(page.text).not.toContain('Register it only if');
  });

  it.each([
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'cross-site', referer: 'https://shop.example/' },
  ])('what the browser says of the page before takes no warning away: %o', async (headers) => {
    const page = await browsers.owner.open(authorization(SENT), { headers: headers as Record<string, string> });
    expect(page.text).toContain('Register it only if');
  });

  it('a request with the grant of a run that this session started in the console needs no warning', async () => {
    const begin = async (who: 'owner' | 'editor') => {
      const page = await browsers[who].open(`${hosts.authUrl}/console/applications/${applicationId}/try-it`);
      const form = page.form({ action: `/console/applications/${applicationId}/try-it/run` });
      const run = await browsers[who].submit(form, {}, { follow: false });
      return new URL(run.headers.get('location') ?? '', hosts.authUrl).searchParams.get('lk_try_it') ?? '';
    };
    const [own, others] = [await begin('owner'), await begin('editor')];
    expect((await open('owner', SENT, { lk_try_it: own })).text).not.toContain('Register it only if');
    expect((await open('owner', SENT, { lk_try_it: others })).text).toContain('Register it only if');
    hosts.clock.advance(10 * 60 * 1000);
    expect((await open('owner', SENT, { lk_try_it: own })).text).toContain('Register it only if');
  });

  it('K10: what was sent stays text', async () => {
    const wellFormed = PAYLOADS.filter((text) => /^[\x21\x24-\x7E]+$/.test(text));
    expect(wellFormed.length).toBeGreaterThan(20);
    const plain = readTags((await open('owner', 'https://evil.example/x')).html).map(({ name }) => name);
    for (const text of wellFormed) {
      const page = await open('owner', `https://evil.example/${text}`);
      expect([text, page.status]).toEqual([text, 400]);
      const tags = readTags(page.html).map(({ name }) => name);
      expect(tags.filter((name) => !plain.includes(name) && name !== 'mark')).toEqual([]);
      expect(tags.filter((name) => name === 'script')).toHaveLength(1);
    }
  });

  it('a URI of 2,000 characters is compared whole', async () => {
    const long = `http://localhost:3000/callback${'/x'.repeat(985)}`;
    const [nearest] = comparisons(await open('owner', long));
    expect(nearest?.[0]).toBe(`http://localhost:3000/callback[${'/x'.repeat(985)}]`);
  });
});

describe('registering it', () => {
  const press = (who: keyof typeof browsers, page: Page, options = {}) =>
    browsers[who].submit(page.form({ action: '/redirect-uri-mismatch' }), {}, options);

  it.each(['owner', 'editor'] as const)(
    'the %s is asked with the whole URI, and the sign-in does not go on',
    async (who) => {
      const question = await asked(who);
      expect([question.status, question.url.pathname]).toEqual([200, '/redirect-uri-mismatch']);
      expect(question.text).toContain(SENT);
      expect(question.text).toContain('receives the codes of your users');
      expect(await uris()).toEqual(REGISTERED);
      const page = await press(who, question);
      expect([page.status, page.url.pathname]).toEqual([200, '/redirect-uri-mismatch']);
      expect(page.text).toContain('The redirect URI was registered');
      expect(page.text).toContain('Go back to your application and start again.');
      expect([
        page.forms.some(({ action }) => action.pathname === '/consent'),
        page.html.includes('/oauth/authorize'),
      ]).toEqual([false, false]);
      expect(await uris()).toEqual([...REGISTERED, SENT]);
    },
  );

  it('contract 25: whoever proved longer than ten minutes ago who they are is asked before the question, and at the POST', async () => {
    const question = await asked('owner');
    hosts.clock.advance(10 * 60_000 + 1);
    expect(asksWho(await follow('owner'))).toBe(true);
    const refused = await press('owner', question);
    expect([refused.status, asksWho(refused)]).toEqual([403, true]);
    expect((await confirm('owner', refused, 'not the password')).status).toBe(400);
    expect(await uris()).toEqual(REGISTERED);
    const confirmed = await confirm('owner', refused);
    expect([confirmed.url.pathname, asksWho(confirmed)]).toEqual(['/redirect-uri-mismatch', false]);
    expect(await uris()).toEqual(REGISTERED);
    expect((await press('owner', confirmed)).text).toContain('The redirect URI was registered');
    expect(await uris()).toEqual([...REGISTERED, SENT]);
  });

  it('the link of a stranger registers nothing, whichever page of it he links to', async () => {
    const { search } = new URL(authorization(SENT));
    for (const path of ['/oauth/authorize', '/login', '/consent', '/redirect-uri-mismatch'])
      await browsers.owner.open(`${hosts.authUrl}${path}${search}`, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(await uris()).toEqual(REGISTERED);
  });

  it('a second click, another tab and a reload tell that it is registered', async () => {
    const [first, second] = [await asked('owner'), await asked('owner')];
    const done = await press('owner', first);
    for (const page of [await press('owner', first), await press('owner', second), await browsers.owner.open(done.url)])
      expect(page.text).toContain('The redirect URI was registered');
    expect(await uris()).toEqual([...REGISTERED, SENT]);
  });

  it('by the rules of every registration: the page comes back with what is wrong, and nothing is registered', async () => {
    const page = await press('owner', await asked('owner', 'http://shop.other/callback'));
    expect(page.status).toBe(400);
    expect(page.text).toContain(
      'Use https. http is allowed only for localhost and for the hosts of your site domains.',
    );
    expect(comparisons(page)).toHaveLength(1);
    expect(await uris()).toEqual(REGISTERED);
  });

  it('more than there may be are refused', async () => {
    const full = Array.from({ length: 20 }, (_, at) => `http://localhost:3000/${at}`);
    expect((await api('', 'PATCH', { redirect_uris: full })).status).toBe(200);
    const page = await press('owner', await asked('owner'));
    expect([page.status, await uris()]).toEqual([409, full]);
    expect(page.text).toContain(
      'This conflicts with what is registered: An application can have at most 20 redirect URIs.',
    );
  });

  const forms = async () => {
    const page = await asked('owner');
    const form = page.form({ action: '/redirect-uri-mismatch' });
    const csrf = form.values.find(([name]) => name === 'csrf')?.[1] ?? '';
    return { form, csrf };
  };
  const post = (browser: Browser, url: URL | string, csrf: string, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html',
        cookie: [...browser.cookies(url)].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
      body: new URLSearchParams({ csrf }).toString(),
    });

  it('K1: without its token, with that of another URI, or from another site, nothing is registered', async () => {
    const { form, csrf } = await forms();
    const other = new URL(form.action);
    other.searchParams.set('redirect_uri', 'https://evil.example/callback');
    const tries = [
      await post(browsers.owner, form.action, ''),
      await post(
        browsers.owner,
        form.action,
        csrf.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      ),
      await post(browsers.owner, other, csrf),
      await post(browsers.owner, form.action, csrf, { origin: 'https://evil.example' }),
      await post(browsers.owner, form.action, csrf, { 'sec-fetch-site': 'cross-site' }),
      await post(browsers.editor, form.action, csrf),
    ];
    for (const answer of tries) {
      expect(isFormRefused({ status: answer.status, html: await answer.text() })).toBe(true);
    }
    expect(await uris()).toEqual(REGISTERED);
  });

  it('N1: a viewer, a stranger and nobody register nothing, whatever they post', async () => {
    const { form, csrf } = await forms();
    for (const who of ['viewer', 'otherOwner', 'nobody'] as const) {
      expect((await post(browsers[who], form.action, csrf)).status).toBeGreaterThanOrEqual(400);
    }
    // A viewer's own token: the page gives none, so it is taken where an editor became a viewer.
    const page = await asked('editor');
    const { email } = { email: 'editor@example.com' };
    const members = (await (await api('/members', 'GET')).json()) as { id: string; email: string }[];
    const id = members.find((member) => member.email === email)?.id;
    expect((await api(`/members/${id}`, 'PATCH', { role: 'viewer' })).status).toBe(200);
    const pressed = await press('editor', page);
    expect([pressed.status, refusalIn(pressed.html)]).toEqual([403, 'forbidden']);
    expect((await api(`/members/${id}`, 'PATCH', { role: 'editor' })).status).toBe(200);
    expect(await uris()).toEqual(REGISTERED);
  });

  it('contract 24: whom policy asks for a second factor in the console sees and registers nothing without it', async () => {
    const { form, csrf } = await forms();
    overrideRules(hosts.ports.rules, { secondFactor: 'owners' });
    try {
      for (const who of ['owner', 'editor'] as const) {
        expect(comparisons(await open(who))).toEqual([]);
        expect((await browsers[who].open(form.action)).url.pathname).toBe('/oauth/authorize');
      }
      expect((await post(browsers.owner, form.action, csrf)).status).toBe(400);
    } finally {
      overrideRules(hosts.ports.rules, { secondFactor: 'optional' });
    }
    expect(await uris()).toEqual(REGISTERED);
  });

  it('N13: the address of the question leads whoever may not register it back to the request', async () => {
    const { form } = await forms();
    for (const who of ['viewer', 'otherOwner', 'nobody'] as const) {
      const again = await browsers[who].open(form.action);
      expect([again.status, again.url.pathname]).toEqual([400, '/oauth/authorize']);
    }
  });

  it('a request that is fine, and one that is refused for something else, go where they always go', async () => {
    const question = (query: string) => `${hosts.authUrl}/redirect-uri-mismatch${new URL(query).search}`;
    const malformed = await browsers.owner.open(question(authorization('https://shop.example/callback#x')));
    expect([malformed.status, malformed.url.pathname]).toEqual([400, '/oauth/authorize']);
    expect((await browsers.nobody.open(question(authorization(REGISTERED[0] ?? '')))).url.pathname).toBe('/login');
  });
});

describe('N13: what everybody else sees', () => {
  it('the plain page with a code and the request id, and nothing of what is registered', async () => {
    const person = new Browser();
    await signUp(person, await person.open(`${hosts.authUrl}/login`), newPerson());
    const pages = [await open('otherOwner'), await open('nobody'), await person.open(authorization(SENT))];
    for (const page of pages) {
      expect([page.status, page.forms.length]).toEqual([400, 0]);
      expect(page.text).toContain('The application sent an unregistered address');
      expect(page.text).toContain('redirect-uri-unregistered');
      expect(page.text).toContain(page.headers.get('x-request-id'));
      // Who sent them here is on the page; what is registered is not.
      expect(page.text).toContain('You came from Acme Shop');
      for (const hidden of [...REGISTERED, applicationId]) expect(page.html).not.toContain(hidden);
    }
    // The same page, whoever it is, but for what belongs to the request.
    const bare = pages.map(({ html, headers }) => html.replaceAll(headers.get('x-request-id') ?? '', 'ID'));
    expect(new Set(bare).size).toBe(1);
  });

  it('at every step of the request: once it is removed, /login and /consent tell it too', async () => {
    for (const path of ['/login', '/consent']) {
      const query = authorization(SENT).split('?')[1];
      expect((await browsers.owner.open(`${hosts.authUrl}${path}?${query}`)).text).toContain('The URIs differ from');
      expect((await browsers.otherOwner.open(`${hosts.authUrl}${path}?${query}`)).text).not.toContain(
        'The URIs differ from',
      );
    }
  });

  it('other refusals are as ever, for members too', async () => {
    const page = await open('owner', 'https://shop.example/callback#x');
    expect(page.text).toContain('redirect-uri-malformed');
    expect(page.text).not.toContain('The URIs differ from');
  });
});
