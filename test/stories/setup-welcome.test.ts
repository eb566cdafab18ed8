// The first steps of a new server, as its operator meets them behind the setup link (contract 1 and 4 "Pages"): each is
// ticked off when it is done, and said what to do about while it is not.
import { afterEach, describe, expect, test } from 'vitest';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { oneTimeLinkUrl } from '../../src/core/people/one-time-links/issue-one-time-link.ts';
import { issueSetupLink } from '../../src/core/people/one-time-links/issue-setup-link.ts';
import { Browser } from '../helpers/browser.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { newPerson, signUp } from '../helpers/people.ts';
import { refusalIn } from '../helpers/refusals.ts';
import { newEmail, PASSWORD } from './account-pages.ts';
import { formNamed } from './console-pages.ts';

let hosts: Hosts;
afterEach(() => hosts.stop());

const FORWARDED = { 'x-forwarded-for': '198.51.100.1' };

/** Opens the setup link in a browser that sends these headers, and makes the operator's account. */
async function setUp(settings: Readonly<Record<string, string>> = {}, headers: Readonly<Record<string, string>> = {}) {
  hosts = await startHosts(settings);
  const link = await issueSetupLink(hosts.ports);
  const browser = new Browser(headers);
  const email = newEmail();
  const setup = await browser.open(oneTimeLinkUrl(hosts.authUrl, 'setup', link?.token ?? ''));
  const page = await browser.submit(setup.form({ action: '/setup' }), { email, password: PASSWORD, nickname: 'Op' });
  return { page, browser, email };
}

/** Of the steps in order: whether each is done. */
const stepsOf = ({ html }: Page): boolean[] =>
  [...html.matchAll(/<li class="card step( done)?">/g)].map(([, done]) => done !== undefined);

describe('a server that nobody has set up', () => {
  const NEW = 'This server is not set up yet. Open the link it printed when it started, or make an account by';
  const toldAt = async (path: string) => (await new Browser().open(`${hosts.authUrl}${path}`)).text.includes(NEW);

  test.each([
    [
      'a sign-up',
      async (browser: Browser) =>
        void (await signUp(browser, await browser.open(`${hosts.authUrl}/login`), newPerson())),
    ],
    [
      'a command',
      async () => {
        const account = { email: newEmail(), role: 'owner', nickname: undefined, password: PASSWORD } as const;
        await createAccount(hosts.ports, { ...account, emailVerified: true });
      },
    ],
  ])('contract 4: says so until there is an account, by %s', async (_way, make) => {
    hosts = await startHosts();
    expect([await toldAt('/'), await toldAt('/login'), await toldAt('/console')]).toEqual([true, true, true]);
    await make(new Browser());
    expect([await toldAt('/'), await toldAt('/login'), await toldAt('/console')]).toEqual([false, false, false]);
  });

  test('contract 4: says so on pages opened by themselves, until there is an account, by the link', async () => {
    hosts = await startHosts();
    expect([await toldAt('/'), await toldAt('/login'), await toldAt('/console')]).toEqual([true, true, true]);
    // Nothing secret is told.
    const link = await issueSetupLink(hosts.ports);
    expect((await new Browser().open(`${hosts.authUrl}/`)).html).not.toContain(link?.token);
    const korean = await new Browser({ 'accept-language': 'ko' }).open(`${hosts.authUrl}/`);
    expect(korean.text).toContain('아직 설정하지 않은 서버예요.');
    // As README's quick start goes on.
    const browser = new Browser();
    const setup = await browser.open(oneTimeLinkUrl(hosts.authUrl, 'setup', link?.token ?? ''));
    const values = { email: newEmail(), password: PASSWORD, nickname: 'Op' };
    expect((await browser.submit(setup.form({ action: '/setup' }), values)).url.pathname).toBe('/welcome');
    expect([await toldAt('/'), await toldAt('/login'), await toldAt('/console')]).toEqual([false, false, false]);
  });

  test('contract 4: the console of a server without an operator says whom to make one, until there is one', async () => {
    hosts = await startHosts();
    const { browser, id } = await givenPerson(hosts);
    const console = async () => (await browser.open(`${hosts.authUrl}/console`)).text;
    expect(await console()).toContain('This server has no operator.');
    expect(await console()).toContain('--role operator');
    const other = await givenPerson(hosts, { role: 'operator' });
    expect(await console()).not.toContain('This server has no operator.');
    expect([id === other.id, await toldAt('/login')]).toEqual([false, false]);
  });
});

describe('the welcome page', () => {
  test('contract 1: the setup link leads to it, and a first application ticks off the last step', async () => {
    const { page, browser } = await setUp();
    expect(page.url.href).toBe(`${hosts.authUrl}/welcome`);
    expect(page.text).toContain(`Welcome to Latchkey Your operator account is ready.`);
    expect(page.text).toContain(hosts.authUrl);
    expect(page.text).toContain('but only on this computer');
    expect(stepsOf(page)).toEqual([true, false]);

    const form = await browser.open(page.link('Register an application'));
    await browser.submit(formNamed(form, 'new'), { name: 'First' });
    const list = await browser.open(`${hosts.authUrl}/console`);
    const after = await browser.open(list.link('Server setup checklist'));
    expect(after.text).toContain('All steps are done.');
    expect(stepsOf(after)).toEqual([true, true]);
    expect(after.link('Open the console').pathname).toBe('/console');
  });

  test('contract 4: it is in Korean too', async () => {
    const { page } = await setUp({}, { 'accept-language': 'ko' });
    expect(page.text).toContain('Latchkey 시작하기');
    expect(page.text).toContain('첫 앱 등록 할 일');
  });

  test('K16: a proxy that trust_proxy does not name is told, with what to set', async () => {
    const { page } = await setUp({}, FORWARDED);
    expect(stepsOf(page)).toEqual([false, false]);
    expect(page.text).toContain('Set trust_proxy to the address of the proxy');
  });

  test('K16: a trusted proxy that tells the client ticks the step off; one that tells nothing does not', async () => {
    const { page, browser, email } = await setUp({ LATCHKEY_TRUST_PROXY: '127.0.0.1' }, FORWARDED);
    expect(stepsOf(page)).toEqual([true, false]);
    const direct = new Browser();
    const login = await direct.open(`${hosts.authUrl}/welcome`);
    const seen = await direct.submit(login.form({ action: '/login' }), { email, password: PASSWORD });
    expect(seen.url.href).toBe(`${hosts.authUrl}/welcome`);
    expect(stepsOf(seen)).toEqual([false, false]);
    expect(seen.text).toContain('you reached the server without a proxy');
    // How a request arrived is asked of each request, whatever was asked before.
    expect(stepsOf(await browser.open(page.url))).toEqual([true, false]);
  });

  test('contract 2: it is for operators alone', async () => {
    hosts = await startHosts();
    const { browser } = await givenPerson(hosts);
    const page = await browser.open(`${hosts.authUrl}/welcome`);
    expect([page.status, refusalIn(page.html)]).toEqual([403, 'forbidden']);
    expect((await browser.open(`${hosts.authUrl}/console`)).html).not.toContain('/welcome');
    const stranger = await new Browser().open(`${hosts.authUrl}/welcome`);
    expect(stranger.url.pathname + stranger.url.search).toBe('/login?to=/welcome');
  });
});
