// Invitations to an application's team, as the person who was invited meets them: the link, the way through sign-in and
// sign-up, and the console of whoever's address was invited and proven by mail (contract 2 and 3).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApiToken } from '../../src/core/applications/api-tokens/create-api-token.ts';
import { createMachineToken } from '../../src/core/applications/machine-tokens/create-machine-token.ts';
import { Browser } from '../helpers/browser.ts';
import { givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { overrideRules } from '../helpers/override-rules.ts';
import { newEmail, PASSWORD, post } from './account-pages.ts';
import {
  consoleUrl,
  formNamed,
  givenApplication,
  hasForm,
  ownerInBrowser,
  type Someone,
  userInBrowser,
} from './console-pages.ts';

const DAY = 24 * 60 * 60 * 1000;

let hosts: Hosts;
let owner: Someone;
let applicationId: string;

beforeAll(async () => {
  hosts = await startHosts();
  owner = await ownerInBrowser(hosts);
});
afterAll(() => hosts?.stop());
beforeEach(async () => {
  applicationId = (await givenApplication(hosts, owner, 'Acme Shop')).id;
});

/** Invites in the console. @returns the link */
async function invite(email = newEmail(), role = 'editor', by = owner): Promise<string> {
  const page = await by.browser.open(consoleUrl(hosts, applicationId, 'team'));
  const made = await by.browser.submit(formNamed(page, 'member'), { email, role });
  const link = /http[^<"]+\/invitation\?token=[A-Za-z0-9_-]{43}/.exec(made.html)?.[0];
  if (!link) throw new Error(`No link (${made.status}): ${made.text}`);
  return link;
}
const answer = async (browser: Browser, page: Page, press: 'accept' | 'decline' = 'accept') =>
  browser.submit(page.form({ action: '/invitation' }), {}, { press });
const roleOf = ({ accountId }: Pick<Someone, 'accountId'>) => hosts.ports.members.roleOf(applicationId, accountId);
const isOpen = async () => (await hosts.ports.invitations.list(applicationId, hosts.clock.now())).length > 0;
const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? '';

describe('the link', () => {
  test('shows application, role and inviter; looking spends nothing, accepting spends it', async () => {
    const person = await userInBrowser(hosts);
    const link = await invite();
    let page = await person.browser.open(link);
    page = await person.browser.open(link);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    for (const shown of ['Acme Shop', 'an editor', owner.email, person.email]) expect(page.text).toContain(shown);
    expect(await roleOf(person)).toBeUndefined();
    const joined = await answer(person.browser, page);
    expect([joined.status, joined.url.pathname, joined.url.search]).toEqual([
      200,
      `/console/applications/${applicationId}`,
      '?notice=joined',
    ]);
    expect(await roleOf(person)).toBe('editor');
    expect((await person.browser.open(link)).status).toBe(404);
    const other = await userInBrowser(hosts);
    expect((await other.browser.open(link)).status).toBe(404);
  });

  test('contract 3: shows the application’s name in the page’s language', async () => {
    const stored = await hosts.ports.applications.find(applicationId);
    if (!stored) throw new Error('No application');
    const translated = { ...stored, translations: { ko: { name: '아크메 상점' } }, version: stored.version + 1 };
    expect(await hosts.ports.applications.replace(translated, stored.version)).toBe(true);
    const link = await invite();
    const inLanguage = async (language: string) => (await new Browser().open(`${link}&ui_locales=${language}`)).text;
    expect(await inLanguage('ko')).toContain('아크메 상점');
    expect(await inLanguage('ko')).not.toContain('Acme Shop');
    expect(await inLanguage('en')).toContain('Acme Shop');
  });

  test('contract 2: any account may accept by it, whatever address was invited', async () => {
    const person = await userInBrowser(hosts);
    const link = await invite('somebody-else@example.com', 'viewer');
    await answer(person.browser, await person.browser.open(link));
    expect(await roleOf(person)).toBe('viewer');
    const team = await owner.browser.open(consoleUrl(hosts, applicationId, 'team'));
    expect([team.text.includes(person.email), team.text.includes('somebody-else')]).toEqual([true, false]);
  });

  test('declining ends it', async () => {
    const person = await userInBrowser(hosts);
    const link = await invite();
    const page = await answer(person.browser, await person.browser.open(link), 'decline');
    expect([page.status, page.url.pathname, page.url.search]).toEqual([200, '/console', '?notice=invitation-declined']);
    expect([await roleOf(person), await isOpen()]).toEqual([undefined, false]);
    expect((await person.browser.open(link)).status).toBe(404);
  });

  test('who belongs to the team already is told, and the invitation stays open', async () => {
    const link = await invite();
    const page = await owner.browser.open(link);
    expect([page.status, page.forms.some(({ action }) => action.pathname === '/invitation')]).toEqual([200, false]);
    expect(page.html).toContain(`href="/console/applications/${applicationId}"`);
    const person = await userInBrowser(hosts);
    const [first, second] = [await person.browser.open(link), await person.browser.open(await invite())];
    await answer(person.browser, first);
    const again = await answer(person.browser, second);
    expect([again.status, await isOpen()]).toEqual([409, true]);
  });

  test.each(['', '?token=', '?token=short', `?token=${'a'.repeat(43)}`, `?token=${'a'.repeat(43)}&token=b`])(
    'of an unknown token there is one page, whoever asks: /invitation%s',
    async (query) => {
      for (const browser of [new Browser(), owner.browser]) {
        const page = await browser.open(`${hosts.authUrl}/invitation${query}`);
        expect([page.status, page.text.includes('This link no longer works')]).toEqual([404, true]);
      }
    },
  );

  test('it ends after seven days', async () => {
    const link = await invite();
    const person = await userInBrowser(hosts);
    const page = await person.browser.open(link);
    hosts.clock.advance(7 * DAY);
    try {
      expect((await new Browser().open(link)).status).toBe(404);
      await givenSession(hosts, person.browser, person.email);
      const late = await person.browser.submit(page.form({ action: '/invitation' }), {}, { press: 'accept' });
      expect([late.status, await roleOf(person)]).toEqual([404, undefined]);
    } finally {
      hosts.clock.advance(-7 * DAY);
    }
  });

  test('K1: a form of another page or person accepts nothing', async () => {
    const person = await userInBrowser(hosts);
    const other = await userInBrowser(hosts);
    const link = await invite();
    const form = (await person.browser.open(link)).form({ action: '/invitation' });
    for (const browser of [other.browser, new Browser()]) {
      const page = await browser.submit(form, {}, { press: 'accept' });
      expect([page.status, await isOpen()]).toEqual([403, true]);
    }
    const forged = await person.browser.submit(form, { csrf: 'x'.repeat(43) }, { press: 'accept' });
    expect([forged.status, await isOpen()]).toEqual([403, true]);
  });

  test('P4: its secret stands in no log, and the database has a hash of it', async () => {
    const person = await userInBrowser(hosts);
    const link = await invite();
    const out = new Browser();
    await out.open(link);
    await out.open((await out.open(link)).link('/sign-up'));
    await answer(person.browser, await person.browser.open(link));
    await person.browser.open(link);
    expect(JSON.stringify(hosts.logs)).not.toContain(tokenIn(link));
    const rows = JSON.stringify([...(await hosts.rows()).values()]);
    expect(rows).not.toContain(tokenIn(link));
  });

  test('P6: invitations and answers are lines of the security log, by ids', async () => {
    const person = await userInBrowser(hosts);
    const links = [await invite('p6-a@example.com'), await invite('p6-b@example.com')];
    const ids = (await hosts.ports.invitations.list(applicationId, hosts.clock.now())).map(({ id }) => id);
    const from = hosts.logs.length;
    await answer(person.browser, await person.browser.open(links[1] ?? ''), 'decline');
    await answer(person.browser, await person.browser.open(links[0] ?? ''));
    const lines = hosts.logs.slice(from).filter(({ event }) => event === 'application-change');
    const shared = { account: person.accountId, application: applicationId, result: 'done' };
    expect(lines).toMatchObject([
      { ...shared, action: 'invitation decline', entry: ids[1] },
      { ...shared, action: 'invitation accept', entry: ids[0] },
    ]);
    expect(JSON.stringify(hosts.logs)).not.toContain('p6-a@');
  });
});

describe('the way through sign-in and sign-up', () => {
  test('a new person signs up, comes back, and accepts', async () => {
    const link = await invite();
    const browser = new Browser();
    const landing = await browser.open(link);
    expect([landing.status, landing.text.includes(owner.email)]).toEqual([200, true]);
    const email = newEmail();
    const page = await browser.open(landing.link('/sign-up'));
    const back = await browser.submit(page.form({ action: '/sign-up' }), {
      email,
      password: PASSWORD,
      nickname: 'Jun',
    });
    expect(back.url.href).toBe(link);
    expect((await answer(browser, back)).url.search).toBe('?notice=joined');
  });

  test('who has an account signs in, also after a wrong password and by way of sign-up', async () => {
    const { email, accountId } = await userInBrowser(hosts);
    const link = await invite();
    const browser = new Browser();
    const signUp = await browser.open((await browser.open(link)).link('/sign-up'));
    const login = await browser.open(signUp.link('/login'));
    const wrong = await browser.submit(login.form({ action: '/login' }), { email, password: 'not the password' });
    const back = await browser.submit(wrong.form({ action: '/login' }), { email, password: PASSWORD });
    expect(back.url.href).toBe(link);
    await answer(browser, back);
    expect(await roleOf({ accountId })).toBe('editor');
  });

  test('who is signed in with another account changes to one that accepts', async () => {
    const other = await userInBrowser(hosts);
    const person = await userInBrowser(hosts);
    const link = await invite();
    const page = await person.browser.open(link);
    const login = await person.browser.open(page.link('/login'));
    const back = await person.browser.submit(login.form({ action: '/login' }), {
      email: other.email,
      password: PASSWORD,
    });
    expect([back.url.href, back.text.includes(other.email)]).toEqual([link, true]);
    expect(back.html).toContain('/select-account?to=/invitation');
    await answer(person.browser, back);
    expect([await roleOf(other), await roleOf(person)]).toEqual(['editor', undefined]);
  });

  test.each([
    'to=/invitation',
    'to=/invitation&token=short',
    `to=/invitation&token=${'a'.repeat(43)}&token=b`,
    `to=/invitation%3Ftoken%3D${'a'.repeat(43)}`,
    `to=//evil.example/invitation&token=${'a'.repeat(43)}`,
    `to=/invitation/..//evil.example&token=${'a'.repeat(43)}`,
    `to=https://evil.example/invitation&token=${'a'.repeat(43)}`,
  ])('no open redirect: /login?%s leads to the account', async (query) => {
    const { email } = await userInBrowser(hosts);
    const browser = new Browser();
    const login = await browser.open(`${hosts.authUrl}/login?${query}`);
    const page = await browser.submit(login.form({ action: '/login' }), { email, password: PASSWORD });
    expect(page.url.href).toBe(`${hosts.authUrl}/account`);
  });

  test('where nobody can sign up by themselves, no way leads there', async () => {
    const undo = overrideRules(hosts.ports.rules, { openRegistration: false });
    try {
      const by = await ownerInBrowser(hosts);
      const { id } = await givenApplication(hosts, by);
      const team = await by.browser.open(consoleUrl(hosts, id, 'team'));
      const made = await by.browser.submit(formNamed(team, 'member'), { email: newEmail(), role: 'viewer' });
      const link = /http[^<"]+\/invitation\?token=[A-Za-z0-9_-]{43}/.exec(made.html)?.[0] ?? '';
      const page = await new Browser().open(link);
      expect([page.status, page.html.includes('/login?'), page.html.includes('/sign-up')]).toEqual([200, true, false]);
    } finally {
      undo();
    }
  });
});

describe('contract 2: nothing is born of what has ended', () => {
  const setVerified = ({ accountId }: Someone, verified = true, by = 'mail') =>
    hosts.execute(
      `update accounts set email_verified = ${verified}, email_verified_by = '${by}' where id = '${accountId}'`,
    );

  test('a reset of the inviter ends what they invited to: by the link, and without it', async () => {
    const by = await ownerInBrowser(hosts);
    applicationId = (await givenApplication(hosts, by, 'Reset')).id;
    const person = await userInBrowser(hosts);
    await setVerified(person);
    const link = await invite(person.email, 'editor', by);
    const [page, list] = [await person.browser.open(link), await person.browser.open(`${hosts.authUrl}/console`)];
    const [own] = await hosts.ports.invitations.listForAccount(person.accountId, hosts.clock.now());
    const form = formNamed(list, `accept-invitation-${own?.id}`);
    await hosts.execute(`update accounts set grant_epoch = grant_epoch + 1 where id = '${by.accountId}'`);
    expect((await answer(person.browser, page)).status).toBe(404);
    expect((await person.browser.submit(form)).status).toBe(409);
    expect((await person.browser.open(link)).status).toBe(404);
    expect(hasForm(await person.browser.open(`${hosts.authUrl}/console`), `accept-invitation-${own?.id}`)).toBe(false);
    expect(await roleOf(person)).toBeUndefined();
  });

  test('contract 32: an address that a token states is no way into a team: the link of the invitation is', async () => {
    const draft = { name: 'deploy', days: '9', scopes: ['accounts:read', 'accounts:write'] };
    const made = await createMachineToken(hosts.ports, { draft });
    const person = await userInBrowser(hosts);
    const link = await invite(person.email, 'editor');
    const stated = await fetch(`${hosts.apiUrl}/accounts/${person.accountId}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${made.kind === 'created' ? made.token : ''}`,
        'content-type': 'application/merge-patch+json',
      },
      body: JSON.stringify({ email_verified: true }),
    });
    expect(await stated.json()).toMatchObject({ email_verified: true, email_verified_by: 'operator' });
    const page = await person.browser.open(`${hosts.authUrl}/console`);
    expect(page.forms.filter(({ values }) => values.some(([, value]) => value === 'accept-invitation'))).toEqual([]);
    expect((await answer(person.browser, await person.browser.open(link))).status).toBe(200);
    expect(await roleOf(person)).toBe('editor');
  });

  describe('an account whose address was proven by mail', () => {
    const console = (who: Someone) => who.browser.open(`${hosts.authUrl}/console`);
    const invitationTo = async (who: Someone) => {
      await invite(who.email.toUpperCase(), 'viewer');
      return (await hosts.ports.invitations.list(applicationId, hosts.clock.now())).at(-1)?.id ?? '';
    };

    test('sees the invitation in the console, which its account page leads to, and accepts there', async () => {
      const person = await userInBrowser(hosts);
      await setVerified(person);
      const id = await invitationTo(person);
      expect((await person.browser.open(`${hosts.authUrl}/account`)).html).toContain('href="/console"');
      const page = await console(person);
      for (const shown of ['Acme Shop', owner.email, 'a viewer']) expect(page.text).toContain(shown);
      const joined = await person.browser.submit(formNamed(page, `accept-invitation-${id}`));
      expect([joined.status, joined.url.search]).toEqual([200, '?notice=joined']);
      expect(await roleOf(person)).toBe('viewer');
      const again = await person.browser.submit(formNamed(page, `accept-invitation-${id}`));
      expect(again.status).toBe(409);
    });

    test('declines there', async () => {
      const person = await userInBrowser(hosts);
      await setVerified(person);
      const id = await invitationTo(person);
      const page = await person.browser.submit(formNamed(await console(person), `decline-invitation-${id}`));
      expect([page.url.search, await isOpen(), await roleOf(person)]).toEqual([
        '?notice=invitation-declined',
        false,
        undefined,
      ]);
    });

    test('an unverified address never does, nor an account with another one, whatever is posted', async () => {
      const [person, other] = [await userInBrowser(hosts), await userInBrowser(hosts)];
      for (const one of [person, other]) await setVerified(one);
      const ids = [await invitationTo(person), await invitationTo(other)];
      const forms = [
        [person, formNamed(await console(person), `accept-invitation-${ids[0]}`)],
        [other, formNamed(await console(other), `accept-invitation-${ids[1]}`)],
      ] as const;
      await setVerified(person, false);
      expect((await console(person)).text).not.toContain('Acme Shop');
      for (const [{ browser }, form] of forms) {
        for (const action of ['accept-invitation', 'decline-invitation']) {
          await post(browser, form, { action, entry: ids[0] ?? '' });
        }
      }
      expect(await hosts.ports.invitations.list(applicationId, hosts.clock.now())).toHaveLength(2);
      expect([await roleOf(person), await roleOf(other)]).toEqual([undefined, undefined]);
    });
  });
});

describe('contract 3: an invitation that carries ownership', () => {
  const ownerIs = async () => (await hosts.ports.applications.find(applicationId))?.ownerId;
  const verify = async (email: string) => {
    const { id = '', emailKey = '' } = (await hosts.ports.accounts.findByEmailKey(email)) ?? {};
    await hosts.ports.accounts.setEmailVerified(id, emailKey, hosts.clock.now());
  };

  test('whoever was meant becomes the owner, also from a plain user where ownership is open; nobody else does', async () => {
    const [heir, holder] = [await userInBrowser(hosts), await userInBrowser(hosts)];
    const link = await invite(heir.email, 'owner');
    const team = await owner.browser.open(consoleUrl(hosts, applicationId, 'team'));
    expect(team.text).toContain('Ownership offered');
    const other = await holder.browser.open(link);
    expect(other.text).toContain('Only the account with the verified email address');
    expect(other.forms.some(({ fields }) => fields.includes('action'))).toBe(false);
    await verify(heir.email);
    const page = await heir.browser.open(link);
    const closed = await answer(heir.browser, page);
    expect([closed.status, closed.text.includes('Your role may not own applications')]).toEqual([409, true]);
    const undo = overrideRules(hosts.ports.rules, { openOwnership: true });
    const stranger = await post(holder.browser, page.form({ action: '/invitation' }), { action: 'accept' });
    expect([stranger.status, await ownerIs()]).not.toEqual([303, heir.accountId]);
    const accepted = await answer(heir.browser, await heir.browser.open(link));
    undo();
    expect([accepted.url.search, accepted.text.includes('You are now the owner')]).toEqual([
      '?notice=ownership-accepted',
      true,
    ]);
    expect([await ownerIs(), await roleOf(owner)]).toEqual([heir.accountId, 'editor']);
    expect((await hosts.ports.accounts.find(heir.accountId))?.role).toBe('owner');
    const entries = await hosts.ports.audit.list({ limit: 2 });
    expect(entries.map(({ action, subjectId, fields }) => [action, subjectId, fields])).toEqual(
      expect.arrayContaining([['applications hand-over', heir.accountId, ['owner', 'role']]]),
    );
  });

  test('contract 32: a token offers it to nobody', async () => {
    const made = await createApiToken(hosts.ports, {
      email: owner.email,
      name: 'x',
      expiresInDays: 1,
      scopes: ['applications'],
    });
    const token = made.kind === 'created' ? made.token : '';
    const answered = await fetch(`${hosts.apiUrl}/applications/${applicationId}/members`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: newEmail(), role: 'owner' }),
    });
    expect([answered.status, await isOpen()]).toEqual([400, false]);
  });
});
