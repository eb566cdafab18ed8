// What cannot be taken back in the console: client secrets, API tokens, the team, connections, deletion (contract 3, 5
// and 10; cases N4, N10, N11, N12).
// @module-tag postgres-in-part
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK, givenClient } from '../helpers/client.ts';
import { givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { account, post } from './account-pages.ts';
import {
  consoleUrl,
  formIds,
  formNamed,
  givenApplication,
  hasForm,
  memberInBrowser,
  ownerInBrowser,
  type Someone,
  userInBrowser,
} from './console-pages.ts';

let hosts: Hosts;
let owner: Someone;
beforeAll(async () => {
  hosts = await startHosts();
  owner = await ownerInBrowser(hosts);
});
afterAll(() => hosts.stop());

const open = (id: string, section: string, who: Someone = owner): Promise<Page> =>
  who.browser.open(consoleUrl(hosts, id, section));

const tokenRequest = async (apiKey: string, secret?: string): Promise<unknown> => {
  const form = { grant_type: 'authorization_code', code: 'none', redirect_uri: CALLBACK, client_id: apiKey };
  const response = await fetch(`${hosts.authUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...form, ...(secret !== undefined && { client_secret: secret }) }),
  });
  return ((await response.json()) as { error: string }).error;
};

const secretIn = (page: Page): string => /lk_cs_[\w-]{43}/.exec(page.html)?.[0] ?? '';

describe('client secrets', () => {
  test('N4: made, shown once, works at once; deleted, refused at once', async () => {
    const { id, platforms } = await givenApplication(hosts, owner, 'Secretive');
    const apiKey = platforms[0]?.apiKey ?? '';
    const made = await owner.browser.submit(formNamed(await open(id, 'client-secrets'), 'secret'), { days: '90' });
    const secret = secretIn(made);
    expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await tokenRequest(apiKey, secret)).toBe('invalid_grant');
    expect(await tokenRequest(apiKey)).toBe('invalid_client');
    const list = await open(id, 'client-secrets');
    expect(secretIn(list)).toBe('');
    const [entry] = await hosts.ports.clientSecrets.list(id);
    expect(entry?.expiresAt).toBeGreaterThan(hosts.clock.now() + 89 * 86_400_000);
    const remove = formNamed(list, `secret-${entry?.id}`);
    const removed = await owner.browser.submit(remove);
    expect(removed.url.search).toBe('?notice=secret-removed');
    expect(await tokenRequest(apiKey, secret)).toBe('invalid_client');
    expect(JSON.stringify(hosts.logs)).not.toContain(secret);
  });

  test('contract 5: with an end that is not offered nothing is made, and the form comes back', async () => {
    const { id } = await givenApplication(hosts, owner, 'Guarded');
    const page = await open(id, 'client-secrets');
    const back = await post(owner.browser, formNamed(page, 'secret'), { days: '1000000' });
    expect([back.status, hasForm(back, 'secret')]).toEqual([400, true]);
    expect(await hosts.ports.clientSecrets.list(id)).toEqual([]);
  });

  test('pages: a form sent again by a reload makes no second secret', async () => {
    const { id } = await givenApplication(hosts, owner, 'Reloaded');
    const form = formNamed(await open(id, 'client-secrets'), 'secret');
    await owner.browser.submit(form);
    const again = await owner.browser.submit(form);
    expect([again.status, secretIn(again)]).toEqual([409, '']);
    expect(again.text).toContain('no second one was created');
    expect(await hosts.ports.clientSecrets.list(id)).toHaveLength(1);
  });

  test('pages: made, it is answered with 303; a reload says that it is shown once, and accuses nobody', async () => {
    const { id } = await givenApplication(hosts, owner, 'Once');
    const form = formNamed(await open(id, 'client-secrets'), 'secret');
    const answer = await post(owner.browser, form, {});
    const location = answer.headers.get('location') ?? '';
    expect([answer.status, secretIn(answer)]).toEqual([303, '']);
    expect(location).toMatch(new RegExp(`^/console/applications/${id}/client-secrets\\?made=[0-9a-f]{32}$`));
    const url = `${hosts.authUrl}${location}`;
    // HEAD has the headers of GET and shows nothing, so it spends nothing.
    const cookie = [...owner.browser.cookies(url)].map(([name, value]) => `${name}=${value}`).join('; ');
    expect((await fetch(url, { method: 'HEAD', headers: { cookie } })).status).toBe(200);
    const made = await owner.browser.open(url);
    expect(secretIn(made)).toMatch(/^lk_cs_/);
    const again = await owner.browser.open(url);
    expect([again.status, secretIn(again)]).toEqual([200, '']);
    expect(again.text).toContain('A client secret is shown only once');
    expect(again.text).not.toMatch(/somebody/i);
    expect(await hosts.ports.clientSecrets.list(id)).toHaveLength(1);
  });

  test('pages: a double click makes one secret, and the page of the second click shows it', async () => {
    const { id } = await givenApplication(hosts, owner, 'Double');
    const form = formNamed(await open(id, 'client-secrets'), 'secret');
    const [first, second] = [await post(owner.browser, form, {}), await post(owner.browser, form, {})];
    expect([first.status, second.status]).toEqual([303, 303]);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(secretIn(await owner.browser.open(`${hosts.authUrl}${second.headers.get('location')}`))).toMatch(/^lk_cs_/);
    expect(await hosts.ports.clientSecrets.list(id)).toHaveLength(1);
  });

  test('N4: what waits to be shown is nothing for another session, another page, the database alone, or after minutes', {
    tags: 'postgres',
  }, async () => {
    const { id } = await givenApplication(hosts, owner, 'Waiting');
    const other = await ownerInBrowser(hosts);
    const make = async () => {
      for (const { id: entry } of await hosts.ports.clientSecrets.list(id)) {
        await hosts.ports.clientSecrets.remove(id, entry);
      }
      const answer = await post(owner.browser, formNamed(await open(id, 'client-secrets'), 'secret'), {});
      return new URL(answer.headers.get('location') ?? '', hosts.authUrl);
    };
    const url = await make();
    expect((await other.browser.open(url.href)).status).toBe(404);
    const elsewhere = await other.browser.open(`${hosts.authUrl}/console/api-tokens${url.search}`);
    expect(elsewhere.html).not.toMatch(/lk_(cs|api)_/);
    // Of the same person, signed in a second time.
    const second = new Browser();
    await givenSession(hosts, second, owner.email);
    expect(secretIn(await second.open(url.href))).toBe('');
    const stolen = Buffer.concat((await hosts.rowsIn('shown_once')).map(({ sealed }) => sealed as Buffer)).toString(
      'latin1',
    );
    const shown = secretIn(await owner.browser.open(url.href));
    expect(shown).toMatch(/^lk_cs_/);
    expect(stolen.length).toBeGreaterThan(40);
    expect(stolen).not.toContain(shown);
    const late = await make();
    await hosts.ports.expired.purge(hosts.clock.now() + 5 * 60_000, 100, 0);
    expect(secretIn(await owner.browser.open(late.href))).toBe('');
  });

  test('N11: six forms sent at once leave one live secret, shown once', { tags: 'postgres' }, async () => {
    const { id } = await givenApplication(hosts, owner, 'Raced');
    const form = formNamed(await open(id, 'client-secrets'), 'secret');
    const pages = await Promise.all(Array.from({ length: 6 }, () => owner.browser.submit(form)));
    const made = pages.filter((page) => secretIn(page) !== '');
    const { length } = await hosts.ports.clientSecrets.list(id);
    expect(made).toHaveLength(length);
    // Of the others each finds it waiting, seen already, or a list with one more.
    expect(length).toBe(1);
    expect(pages.every(({ status }) => status === 200 || status === 409)).toBe(true);
  });

  test('contract 5: without a Web platform there is no form, and none is made', async () => {
    const { id } = await givenApplication(hosts, owner, 'Appish');
    const page = await open(id, 'client-secrets');
    await hosts.execute(
      "delete from platforms where application_id = $1 and platform = 'Web'".replace('$1', `'${id}'`),
    );
    // As every edit does: what is known of an application is known of its version.
    await hosts.execute(`update applications set version = version + 1 where id = '${id}'`);
    expect(hasForm(await open(id, 'client-secrets'), 'secret')).toBe(false);
    const refused = await owner.browser.submit(formNamed(page, 'secret'));
    expect([refused.status, secretIn(refused)]).toEqual([409, '']);
  });
});

describe('API tokens', () => {
  const url = () => `${hosts.authUrl}/console/api-tokens`;
  const call = (token: string) =>
    fetch(`${hosts.apiUrl}/applications`, { headers: { authorization: `Bearer ${token}` } });
  const tokenIn = (page: Page): string => /lk_api_[\w-]{43}/.exec(page.html)?.[0] ?? '';

  test('N4: made, shown once, works at the API host; deleted, refused at once', async () => {
    const someone = await ownerInBrowser(hosts);
    const page = await someone.browser.open(url());
    const made = await someone.browser.submit(formNamed(page, 'token'), { name: 'deploy', days: '30' });
    const token = tokenIn(made);
    expect((await call(token)).status).toBe(200);
    const list = await someone.browser.open(url());
    expect(list.text).toContain('deploy');
    expect(tokenIn(list)).toBe('');
    const entry = (await hosts.ports.apiTokens.listByAccount(someone.accountId)).find(({ name }) => name === 'deploy');
    expect(entry?.expiresAt).toBeLessThanOrEqual(hosts.clock.now() + 30 * 86_400_000);
    const removed = await someone.browser.submit(formNamed(list, `token-${entry?.id}`));
    expect(removed.url.search).toBe('?notice=token-removed');
    expect((await call(token)).status).toBe(401);
  });

  test('contract 3: every fault beside its field, what was typed is kept, nothing is made', async () => {
    const someone = await ownerInBrowser(hosts);
    const form = formNamed(await someone.browser.open(url()), 'token');
    const typed = { name: 'x'.repeat(61), days: '3651' };
    const back = await someone.browser.submit(form, typed);
    expect(back.status).toBe(400);
    for (const field of ['name', 'days']) expect(back.html).toContain(`id="token-${field}-fault"`);
    expect(Object.fromEntries(formNamed(back, 'token').values)).toMatchObject(typed);
    expect(await hosts.ports.apiTokens.listByAccount(someone.accountId)).toHaveLength(1);
  });

  test('contract 29: who is no operator is offered no scope, and gets none by sending it', async () => {
    const someone = await ownerInBrowser(hosts);
    const page = await someone.browser.open(url());
    expect(page.html).not.toContain('scope-audit');
    const form = formNamed(page, 'token');
    const refused = await post(someone.browser, form, { name: 'x', days: '30', 'scope-audit': 'on' });
    expect(refused.status).toBe(400);
    expect(await hosts.ports.apiTokens.listByAccount(someone.accountId)).toHaveLength(1);
  });

  test('N1: another person’s token is not ended', async () => {
    const [victim, attacker] = [await ownerInBrowser(hosts), await ownerInBrowser(hosts)];
    const [token] = await hosts.ports.apiTokens.listByAccount(victim.accountId);
    const page = await attacker.browser.open(url());
    const [own] = await hosts.ports.apiTokens.listByAccount(attacker.accountId);
    await post(attacker.browser, formNamed(page, `token-${own?.id}`), { entry: token?.id ?? '' });
    expect(await hosts.ports.apiTokens.listByAccount(victim.accountId)).toHaveLength(1);
  });
});

describe('the team', () => {
  const linkOn = (page: Page) =>
    /<code[^>]*>(http[^<]+\/invitation\?token=[A-Za-z0-9_-]{43})<\/code>/.exec(page.html)?.[1];
  const invite = async (id: string, email: string, role = 'viewer') =>
    owner.browser.submit(formNamed(await open(id, 'team'), 'member'), { email, role });
  const accept = async (who: Someone, link: string | undefined) => {
    const page = await who.browser.open(link ?? '');
    return who.browser.submit(page.form({ action: '/invitation' }), {}, { press: 'accept' });
  };

  test('a member is invited, accepts by the link that is shown once, changes with the role, and is out at the next click (N10)', async () => {
    const { id } = await givenApplication(hosts, owner, 'Teamwork');
    const member = await userInBrowser(hosts);
    const made = await invite(id, member.email.toUpperCase());
    const link = linkOn(made);
    expect([made.status, link?.startsWith(`${hosts.authUrl}/invitation?token=`)]).toEqual([200, true]);
    let page = await open(id, 'team');
    expect([linkOn(page), page.text.includes(member.email.toUpperCase())]).toEqual([undefined, true]);
    // Who has an account is not told: neither nickname nor the account's own writing of the address.
    expect(page.text).not.toContain(member.email);
    expect((await open(id, 'settings', member)).status).toBe(404);
    const joined = await accept(member, link);
    expect([joined.status, joined.url.search]).toEqual([200, '?notice=joined']);
    expect((await open(id, 'settings', member)).status).toBe(200);
    expect((await account(hosts, member.browser)).html).toContain('href="/console"');
    page = await open(id, 'team');
    expect(page.text).toContain(member.email);
    page = await owner.browser.submit(formNamed(page, `role-${member.accountId}`), { role: 'editor' });
    const settings = await open(id, 'settings', member);
    await owner.browser.submit(formNamed(page, `remove-${member.accountId}`));
    expect((await member.browser.submit(formNamed(settings, 'settings'), { name: 'Mine' })).status).toBe(404);
    expect((await open(id, 'settings', member)).status).toBe(404);
    expect((await hosts.ports.applications.find(id))?.name).toBe('Teamwork');
  });

  test('K13, N13, contract 3: the page is the same for an address with an account and for one without', async () => {
    const { id } = await givenApplication(hosts, owner, 'Alike');
    const member = await userInBrowser(hosts);
    const shown = [];
    for (const email of [member.email, member.email.replace('@', '-nobody@')]) {
      const page = await invite(id, email);
      shown.push([
        page.status,
        page.html.replaceAll(email, '…').replaceAll(/token=[\w-]{43}|[0-9a-f]{32}|csrf" value="[^"]+/g, '…'),
      ]);
      const [open] = await hosts.ports.invitations.list(id, hosts.clock.now());
      await hosts.ports.invitations.withdraw(id, open?.id ?? '', { accountId: open?.invitedBy });
    }
    expect(shown[0]).toEqual(shown[1]);
  });

  test('an invitation changes its role, is made again, which ends the older link, and is withdrawn', async () => {
    const { id } = await givenApplication(hosts, owner, 'Open');
    const member = await userInBrowser(hosts);
    const older = linkOn(await invite(id, 'jun@example.com'));
    let page = await open(id, 'team');
    const invitationIn = (shown: Page) =>
      formIds(shown)
        .find((name) => name.startsWith('again-'))
        ?.slice(6) ?? '';
    page = await owner.browser.submit(formNamed(page, `role-${invitationIn(page)}`), { role: 'editor' });
    expect(page.url.search).toBe('?notice=role-changed');
    const made = await owner.browser.submit(formNamed(page, `again-${invitationIn(page)}`));
    const newer = linkOn(made);
    expect((await member.browser.open(older ?? '')).status).toBe(404);
    const shown = await member.browser.open(newer ?? '');
    expect([shown.status, shown.text.includes('an editor')]).toEqual([200, true]);
    page = await owner.browser.submit(formNamed(made, `withdraw-${invitationIn(made)}`));
    expect(page.url.search).toBe('?notice=invitation-withdrawn');
    const late = await member.browser.submit(shown.form({ action: '/invitation' }), {}, { press: 'accept' });
    expect(late.status).toBe(404);
    expect(await hosts.ports.members.roleOf(id, member.accountId)).toBeUndefined();
  });

  test.each(['no address', ''])('contract 3: %j is told beside the field, as it was typed', async (email) => {
    const { id } = await givenApplication(hosts, owner, 'Alone');
    const back = await owner.browser.submit(formNamed(await open(id, 'team'), 'member'), { email });
    expect([back.status, back.html.includes('id="member-email-fault"')]).toEqual([400, true]);
    expect(Object.fromEntries(formNamed(back, 'member').values).email).toBe(email);
  });

  test('who is in the team already is told', async () => {
    const { id } = await givenApplication(hosts, owner, 'Twice');
    const member = await memberInBrowser(hosts, id, 'viewer');
    const form = formNamed(await open(id, 'team'), 'member');
    expect((await owner.browser.submit(form, { email: member.email })).status).toBe(409);
    expect((await owner.browser.submit(form, { email: owner.email })).status).toBe(409);
  });

  test('a member leaves by themselves; the owner cannot', async () => {
    const { id } = await givenApplication(hosts, owner, 'Leaving');
    const member = await memberInBrowser(hosts, id, 'viewer');
    const page = await open(id, 'team', member);
    const left = await member.browser.submit(formNamed(page, 'leave'));
    expect([left.url.pathname, left.url.search]).toEqual(['/console', '?notice=left']);
    expect(await hosts.ports.members.roleOf(id, member.accountId)).toBeUndefined();
    const own = await open(id, 'team');
    expect(hasForm(own, 'leave')).toBe(false);
    const forced = await post(owner.browser, formNamed(own, 'member'), { action: 'leave' });
    expect(forced.status).toBe(409);
    expect((await hosts.ports.applications.find(id))?.ownerId).toBe(owner.accountId);
  });

  test('contract 3: an application is handed over: the member owns it and the owner before edits it', async () => {
    const { id } = await givenApplication(hosts, owner, 'Handed');
    const heir = await memberInBrowser(hosts, id, 'viewer');
    const mayNone = await open(id, 'team');
    expect(mayNone.text).toContain('May not own applications. An operator can change their role.');
    expect(formNamed(mayNone, 'hand-over').fields).not.toContain('entry');
    await hosts.ports.accounts.setRole(heir.accountId, 'owner', hosts.clock.now());
    const form = formNamed(await open(id, 'team'), 'hand-over');
    const nobody = await owner.browser.submit(form, {});
    expect([nobody.status, nobody.html.includes('id="hand-over-entry-fault"')]).toEqual([400, true]);
    await hosts.ports.accounts.setRole(heir.accountId, 'user', hosts.clock.now());
    const mayNot = await owner.browser.submit(form, { entry: heir.accountId });
    expect([mayNot.status, mayNot.html.includes('id="hand-over-entry-fault"')]).toEqual([400, true]);
    expect((await hosts.ports.applications.find(id))?.ownerId).toBe(owner.accountId);
    await hosts.ports.accounts.setRole(heir.accountId, 'owner', hosts.clock.now());
    const handed = await owner.browser.submit(form, { entry: heir.accountId });
    expect(handed.url.search).toBe('?notice=handed-over');
    expect((await hosts.ports.applications.find(id))?.ownerId).toBe(heir.accountId);
    expect(await hosts.ports.members.roleOf(id, owner.accountId)).toBe('editor');
    expect(hasForm(handed, 'hand-over')).toBe(false);
  });

  test('N11: nothing is handed over to somebody who owns as many applications as one may own', async () => {
    const { id } = await givenApplication(hosts, owner, 'Kept');
    const heir = await memberInBrowser(hosts, id, 'viewer');
    await hosts.ports.accounts.setRole(heir.accountId, 'owner', hosts.clock.now());
    // The count itself is proven where the API hands over, and by the contract of the store.
    const full = vi.spyOn(hosts.ports.members, 'handOver').mockResolvedValueOnce('too-many');
    const form = formNamed(await open(id, 'team'), 'hand-over');
    const refused = await owner.browser.submit(form, { entry: heir.accountId });
    expect([refused.status, refused.html.includes('id="hand-over-entry-fault"')]).toEqual([409, true]);
    expect(refused.text).toContain('already owns the maximum number of applications');
    expect(full).toHaveBeenCalledOnce();
    full.mockRestore();
    expect((await hosts.ports.applications.find(id))?.ownerId).toBe(owner.accountId);
  });

  test('N12: ownership is not given by the form that changes roles', async () => {
    const { id } = await givenApplication(hosts, owner, 'Shortcut');
    const member = await memberInBrowser(hosts, id, 'viewer');
    // One to whom the application could be handed over: only the form's own rule is in the way.
    await hosts.ports.accounts.setRole(member.accountId, 'owner', hosts.clock.now());
    const form = formNamed(await open(id, 'team'), `role-${member.accountId}`);
    const refused = await owner.browser.submit(form, { role: 'owner' });
    expect([refused.status, refused.text.includes('Choose editor or viewer.')]).toEqual([400, true]);
    expect((await hosts.ports.applications.find(id))?.ownerId).toBe(owner.accountId);
    expect(await hosts.ports.members.roleOf(id, member.accountId)).toBe('viewer');
  });
});

describe('connections', () => {
  test('contract 3: the people connected stand there by sub only; unlinked, their tokens end at once', async () => {
    const client = await givenClient(hosts);
    const { access_token } = await client.tokens();
    const { sub } = (await client.userInfo(access_token)).body as { sub: string };
    const someone: Someone = {
      browser: (await ownerInBrowser(hosts)).browser,
      email: client.owner.email,
      accountId: '',
    };
    await givenSession(hosts, someone.browser, client.owner.email);
    const page = await open(client.applicationId, 'connections', someone);
    expect(page.text).toContain(sub);
    expect(page.text).not.toContain(client.email);
    const after = await someone.browser.submit(formNamed(page, `unlink-${sub}`));
    expect(after.url.search).toBe('?notice=unlinked');
    expect(after.text).not.toContain(sub);
    expect((await client.userInfo(access_token)).status).toBe(401);
  });
});

describe('deleting an application', () => {
  test('contract 3: the application and its key are gone at once', async () => {
    const { id, platforms } = await givenApplication(hosts, owner, 'Doomed');
    const form = formNamed(await open(id, 'removal'), 'removal');
    const gone = await owner.browser.submit(form);
    expect([gone.url.pathname, gone.url.search]).toEqual(['/console', '?notice=application-removed']);
    expect((await open(id, 'removal')).status).toBe(404);
    expect(await tokenRequest(platforms[0]?.apiKey ?? '')).toBe('invalid_client');
  });

  test('N9: one that somebody edited since the page was made is not deleted before it was looked at again', async () => {
    const { id } = await givenApplication(hosts, owner, 'Edited');
    const form = formNamed(await open(id, 'removal'), 'removal');
    await owner.browser.submit(formNamed(await open(id, ''), 'login'));
    const back = await owner.browser.submit(form);
    expect(back.status).toBe(409);
    expect(await hosts.ports.applications.find(id)).toBeDefined();
    const gone = await owner.browser.submit(formNamed(back, 'removal'));
    expect(gone.url.pathname).toBe('/console');
  });
});
