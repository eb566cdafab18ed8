// Every act that the hosts declare for the audit, done once with a planted value in each of its fields (contract 61):
// each leaves its entry, and none of what was typed or shown is in the audit, its export or the log, nor a hash of it.
// An act that is not done here fails the test, and so does a field of the console that nothing is planted in.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { createApiToken } from '../../src/core/applications/api-tokens/create-api-token.ts';
import { createMachineToken } from '../../src/core/applications/machine-tokens/create-machine-token.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { issueSetupLink } from '../../src/core/people/one-time-links/issue-setup-link.ts';
import type { AuditEntry } from '../../src/core/server/audit/act.ts';
import { auditEntryJson } from '../../src/json/audit-entry.ts';
import { apiScopeField } from '../../src/views/apis/api-scope-field.ts';
import { SAID_ACTIONS, sentenceFor } from '../../src/views/messages/acts-of-others.ts';
import { keeping, someSession } from '../contract/stores/given.ts';
import { Browser } from '../helpers/browser.ts';
import { givenApi } from '../helpers/given-api.ts';
import { givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { png } from '../helpers/images.ts';
import { letIn } from '../helpers/membership.ts';
import { toldActs } from '../helpers/told-acts.ts';
import { toldToPeople } from '../helpers/told-to-people.ts';
import { PASSWORD } from './account-pages.ts';
import { consoleUrl, givenApplication, ownerInBrowser, type Someone, userInBrowser } from './console-pages.ts';
import { accountAt } from './sent-mail.ts';

const MARK = 'qxplant';
/** Valid values for the fields of the console's forms, all different. */
const PLANTED: Readonly<Record<string, string>> = {
  name: 'Qxplant Shop',
  company_name: 'Qxplant Holding',
  homepage_uri: 'https://qxplant-home.example/',
  privacy_policy_uri: 'https://qxplant-privacy.example/',
  terms_uri: 'https://qxplant-terms.example/',
  backchannel_logout_uri: 'https://qxplant-shop.example/logout',
  site_domain: 'https://qxplant-shop.example',
  redirect_uri: 'https://qxplant-shop.example/callback',
  native_redirect_uri: 'qxplant.app:/callback',
  post_logout_redirect_uri: 'https://qxplant-shop.example/bye',
  package_name: 'example.qxplant.android',
  bundle_id: 'example.qxplant.ios',
  purpose: 'Qxplant purpose',
  retention: 'Qxplant retention',
  url: 'https://qxplant-shop.example/events',
  email: 'qxplant-member@example.com',
  nickname: 'Qxplantnick',
  password: 'qxplant horse battery staple',
  label: 'Qxplant label',
  title: 'Qxplant document',
  uri: 'https://qxplant-document.example/',
  description: 'Qxplant description',
  service_name: 'Qxplant Login',
  support_contact: 'qxplant-help@example.com',
  refused_email_domains: 'qxplant-trash.example',
  reserved_usernames: 'qxplantreserved',
};
/** Fields of closed lists, and those that name what the form is about. */
const WORDS =
  /^(?:csrf|form|host|id|kind|required|document_version|action|entry|version|value|newest|event|logo|role|days|platform|item|hand_over_to|any_application|applications|who|group|application|scopes|people_scopes|default_scopes|machine|default|allowed_groups|groups|purpose-.*|access_token_.*|consent(?:-.*)?|verified|enabled|type-.*|login_activation|company_country|implementation_method|audience|require_.*|client_secret_required|token_endpoint_auth_method|security_profile|dpop_bound_access_tokens|device_grant|jwks.*|id_token_.*|userinfo_.*|scope-.*|open_.*|second_factor|accent_color|minimum_age|deletion_delay_days|allowed_email_domains|documents|backchannel_logout_session_required|refresh.*)$/;

let hosts: Hosts;
let owner: Someone;
let bearer: string;
/** Acts that were done, as `toldActs` names them. */
const done = new Set<string>();
/** What was sent or shown. */
const planted = new Set<string>();

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_OPEN_OWNERSHIP: 'true', LATCHKEY_LOG_LEVEL: 'trace' });
  owner = await ownerInBrowser(hosts);
  planted.add(PASSWORD);
  const made = await createApiToken(hosts.ports, { email: owner.email, name: 'Qxplant token', expiresInDays: 0 });
  bearer = made.kind === 'created' ? made.token : '';
  planted.add(bearer);
});
afterAll(() => hosts?.stop());

async function entriesOf(run: () => Promise<unknown>): Promise<readonly AuditEntry[]> {
  const [last] = await hosts.ports.audit.list({ limit: 1 });
  await run();
  return hosts.ports.audit.read({ afterId: last?.id ?? 0, toId: 1e9, limit: 99 });
}

/** Does an act, and expects its entry. @param name as `toldActs` has it @param action as the audit has it */
async function act<Result>(name: string, action: string, run: () => Promise<Result>): Promise<Result> {
  let result: Result | undefined;
  const entries = await entriesOf(async () => {
    result = await run();
  });
  expect(entries, name).toContainEqual(expect.objectContaining({ action, result: 'done' }));
  done.add(name);
  return result as Result;
}

/** Keeps what a page or an answer shows once. */
function keepSecrets(text: string): void {
  for (const [secret] of text.matchAll(/(?:lk_\w+?_|whsec_)[\w+/=-]{20,}|(?<=[?&]token=)[\w-]{20,}/g))
    planted.add(secret);
}

/** `name_ko` has the value of `name` in other words. */
function valueFor(name: string): string | undefined {
  const [, base = '', language] = /^(.*)_(en|ko)$/.exec(name) ?? [];
  const value = PLANTED[base];
  return value === undefined ? PLANTED[name] : `${value}${value.includes('://') ? '' : ' '}${language}`;
}

function fill(form: Form, over: Readonly<Record<string, string>>): Record<string, string> {
  const filled: Record<string, string> = {};
  for (const name of new Set(form.fields)) {
    const value = over[name] ?? valueFor(name);
    if (value !== undefined) filled[name] = value;
    else if (!WORDS.test(name)) throw new Error(`Nothing is planted in "${name}" of ${form.action.pathname}`);
  }
  for (const value of Object.values(filled)) if (value.toLowerCase().includes(MARK)) planted.add(value);
  return { ...filled, ...over };
}

const send = async (browser: Browser, form: Form, over: Readonly<Record<string, string>> = {}): Promise<Page> => {
  const page = await browser.submit(form, fill(form, over));
  keepSecrets(page.html);
  return page;
};

const formIn = (page: Page, action: string): Form | undefined =>
  page.forms.find(({ values }) => values.some(([name, value]) => name === 'action' && value === action));

const formOf = (page: Page, action: string): Form => {
  const found = formIn(page, action);
  if (!found) throw new Error(`No form for "${action}" at ${page.url.href}: ${page.text}`);
  return found;
};

/** The page with the form, which may be behind a link that opens it. */
async function pageWith(browser: Browser, url: string, action: string): Promise<Page> {
  const page = await browser.open(url);
  for (const [, edit] of formIn(page, action) ? [] : page.html.matchAll(/[?&]edit=([\w-]+)/g)) {
    const opened = await browser.open(`${url}?edit=${edit}`);
    if (formIn(opened, action)) return opened;
  }
  return page;
}

/** Sends the form of a section. */
async function inConsole(id: string, at: string, over: Readonly<Record<string, string>> = {}, who = owner) {
  const [section = '', action = ''] = at.split(' ');
  const path = section === 'overview' ? '' : section;
  const declared = `POST /console/applications/:id${path && `/${path}`} ${action}`;
  await act(declared, at, async () => {
    const page = await pageWith(who.browser, consoleUrl(hosts, id, path), action);
    const answer = await send(who.browser, formOf(page, action), over);
    expect([answer.status, answer.text], at).toEqual([200, expect.any(String)]);
  });
}

const open = (path: string, who = owner) => who.browser.open(`${hosts.authUrl}${path}`);

async function connect(applicationId: string, sub: string): Promise<string> {
  const { accountId } = await userInBrowser(hosts);
  const now = hosts.clock.now();
  await hosts.ports.connections.agree({ applicationId, accountId, sub, answers: {}, now });
  return accountId;
}

describe('contract 61: each act of the console leaves its entry', () => {
  let id: string;

  test('registering, and everything of an application', async () => {
    await act('POST /console/applications/new', 'register', async () => {
      const page = await open('/console/applications/new');
      const form = page.forms.find(({ fields }) => fields.includes('name')) as Form;
      const made = await send(owner.browser, form, { platform: 'Web', native_redirect_uri: '' });
      id = /applications\/([0-9a-f]{32})/.exec(made.url.pathname)?.[1] ?? '';
    });
    await inConsole(id, 'overview login');
    await inConsole(id, 'settings save');
    for (const step of ['set-logo', 'remove-logo']) {
      await act(`POST /console/applications/:id/settings ${step}`, `settings ${step}`, async () => {
        const page = await owner.browser.open(consoleUrl(hosts, id, 'settings'));
        const file = new File([new Uint8Array(png(8))], 'qxplant.png', { type: 'image/png' });
        if (step === 'set-logo') await owner.browser.submitFiles(formOf(page, step), [['logo', file]]);
        else await send(owner.browser, formOf(page, step));
      });
    }
    await inConsole(id, 'addresses add-platform', { platform: 'Android' });
    await inConsole(id, 'addresses change-platform', { package_name: 'example.qxplant.other' });
    await inConsole(id, 'addresses remove-platform');
    await inConsole(id, 'addresses add-platform', { platform: 'Web' });
    await inConsole(id, 'addresses add-site-domain', { site_domain: 'https://qxplant-second.example' });
    await inConsole(id, 'addresses change-site-domain', { site_domain: 'https://qxplant-third.example' });
    await inConsole(id, 'addresses remove-site-domain');
    await inConsole(id, 'addresses add-redirect-uri', { redirect_uri: 'https://qxplant-shop.example/second' });
    await inConsole(id, 'addresses change-redirect-uri', { redirect_uri: 'https://qxplant-shop.example/third' });
    await inConsole(id, 'addresses remove-redirect-uri');
    await inConsole(id, 'addresses add-logout-uri');
    await inConsole(id, 'addresses change-logout-uri', { post_logout_redirect_uri: 'https://qxplant-shop.example/by' });
    await inConsole(id, 'addresses remove-logout-uri');
    await inConsole(id, 'consent-items add-item', { item: 'name' });
    await inConsole(id, 'consent-items change-item', { purpose: 'Qxplant other purpose' });
    await inConsole(id, 'consent-items remove-item');
    await givenApi(hosts, { applications: [id], scopes: [{ name: 'asked.read' }] });
    await inConsole(id, 'consent-items save-api-scopes', { [apiScopeField('consent', 'asked.read')]: 'optional' });
    await inConsole(id, 'sign-in save');
    await inConsole(id, 'client-secrets create');
    await inConsole(id, 'client-secrets remove');
  });

  test('people, events and the audit', async () => {
    await connect(id, 'qxplantsub'.padEnd(32, '0'));
    const see = (section: string) => () => owner.browser.open(consoleUrl(hosts, id, section));
    await act('GET /console/applications/:id/connections', 'connections see', see('connections'));
    await act('GET /console/applications/:id/audit', 'audit see', see('audit'));
    await act('GET /console/applications/:id/audit.jsonl', 'audit download', () =>
      owner.browser.open(`${consoleUrl(hosts, id, 'audit')}.jsonl?reason=yearly`, { follow: false }),
    );
    await inConsole(id, 'connections unlink');
    await inConsole(id, 'events create');
    await inConsole(id, 'events change', { url: 'https://qxplant-shop.example/other-events' });
    await inConsole(id, 'events secret');
    await inConsole(id, 'events end-secret');
    await inConsole(id, 'events test');
    await hosts.execute('update event_deliveries set ended_at = 1');
    await inConsole(id, 'events again');
    await inConsole(id, 'events remove');
  });

  test('the team', async () => {
    await act('GET /console/applications/:id/team', 'team see', () =>
      owner.browser.open(consoleUrl(hosts, id, 'team')),
    );
    await inConsole(id, 'team invite', { role: 'viewer' });
    await inConsole(id, 'team change-invited-role', { role: 'editor' });
    await inConsole(id, 'team withdraw');
    const joined = [await userInBrowser(hosts), await userInBrowser(hosts)];
    for (const [at, answer] of ['accept', 'decline'].entries()) {
      const who = joined[at] as Someone;
      const team = await owner.browser.open(consoleUrl(hosts, id, 'team'));
      const form = team.forms.find(({ values }) => values.some(([, value]) => value === 'member')) as Form;
      const shown = await send(owner.browser, form, { email: who.email, role: 'viewer' });
      const link = /http:[^\s"<]*\/invitation\?token=[\w-]+/.exec(shown.html)?.[0] ?? '';
      await act('POST /invitation', `invitation ${answer}`, async () => {
        const page = await who.browser.open(link);
        keepSecrets(link);
        await who.browser.submit(page.form({ action: '/invitation' }), {}, { press: answer });
      });
    }
    const [member] = joined as [Someone, Someone];
    await inConsole(id, 'team change-role', { role: 'editor' });
    await inConsole(id, 'team leave', {}, member);
    const heir = await ownerInBrowser(hosts);
    await letIn(hosts, id, { email: heir.email, role: 'viewer' });
    await inConsole(id, 'team remove');
    await letIn(hosts, id, { email: heir.email, role: 'viewer' });
    await inConsole(id, 'team hand-over', { entry: heir.accountId });
    await inConsole(id, 'removal remove', {}, heir);
  });

  test('API tokens, ownership, the first operator, and the page about a redirect URI', async () => {
    await act('POST /console/api-tokens create', 'create', async () =>
      send(owner.browser, formOf(await open('/console/api-tokens'), 'create'), { name: 'Qxplant machine' }),
    );
    await act('POST /console/api-tokens remove', 'remove', async () =>
      send(owner.browser, formOf(await open('/console/api-tokens'), 'remove')),
    );
    const user = await userInBrowser(hosts);
    await act('POST /console', 'become owner', async () =>
      user.browser.submit((await open('/console', user)).form({ action: '/console' })),
    );
    const browser = new Browser();
    await act('POST /setup', 'setup', async () => {
      const link = await issueSetupLink(hosts.ports);
      planted.add(link?.token ?? '');
      const page = await browser.open(`${hosts.authUrl}/setup?token=${link?.token}`);
      await send(browser, page.form({ action: '/setup' }), { email: 'qxplant-operator@example.com' });
    });
    await act('GET /console/audit', 'audit see', () => browser.open(`${hosts.authUrl}/console/audit`));
    await act('GET /console/audit.jsonl', 'audit download', () =>
      browser.open(`${hosts.authUrl}/console/audit.jsonl?reason=yearly`, { follow: false }),
    );
    await act('GET /console/doctor', 'doctor see', () => browser.open(`${hosts.authUrl}/console/doctor`));
    const at = (path: string) => browser.open(hosts.authUrl + path);
    await act('GET /console/machine-tokens', 'machine-tokens see', () =>
      browser.open(`${hosts.authUrl}/console/machine-tokens`),
    );
    const made = await act('POST /console/machine-tokens create', 'machine-token-create', async () =>
      send(browser, formOf(await at('/console/machine-tokens'), 'create'), {
        ...{ name: 'Qxplant robot', 'scope-policy': 'on' },
      }),
    );
    const token = /lk_machine_[\w-]{43}/.exec(made.html)?.[0] ?? '';
    planted.add(token);
    await act('PATCH /policy', 'PATCH /policy', () =>
      fetch(`${hosts.apiUrl}/policy`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/merge-patch+json' },
        body: JSON.stringify({ service_name: 'Qxplant by API' }),
      }),
    );
    planted.add('Qxplant by API');
    const logo = (method: string, path = '/policy/logo') =>
      fetch(`${hosts.apiUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(method === 'PUT' && { 'content-type': 'image/png' }) },
        ...(method === 'PUT' && { body: new Uint8Array(png(8)) }),
      });
    await act('PUT /policy/logo', 'PUT /policy/logo', () => logo('PUT'));
    await act('DELETE /policy/logo', 'DELETE /policy/logo', () => logo('DELETE'));
    for (const method of ['PUT', 'DELETE'] as const) {
      const action = `${method} /policy/logo-dark` as const;
      await act(action, action, () => logo(method, '/policy/logo-dark'));
    }
    await act('POST /console/machine-tokens remove', 'machine-token-remove', async () =>
      send(browser, formOf(await at('/console/machine-tokens'), 'remove')),
    );
    for (const [step, query, over] of [
      ['add', '', { id: 'qxplant-privacy', document_version: 'qxplant-1' }],
      ['add', '', { id: 'qxplant-terms', document_version: 'qxplant-1' }],
      ['move-up', '', {}],
      ['change', '?edit=qxplant-terms', { document_version: 'qxplant-2' }],
      ['remove', '?edit=qxplant-terms', {}],
      ['remove', '?edit=qxplant-privacy', {}],
    ] as const) {
      await act(`POST /console/policy/documents ${step}`, 'policy', async () =>
        send(browser, formOf(await at(`/console/policy/documents${query}`), step), over),
      );
    }
    await act('POST /console/policy save', 'policy', async () =>
      send(browser, formOf(await at('/console/policy'), 'save')),
    );
    const { id: operatorId, emailKey } = await accountAt(hosts, 'qxplant-operator@example.com');
    await hosts.ports.accounts.setEmailVerified(operatorId, emailKey, hosts.clock.now());
    Object.assign(hosts.ports.rules, { mail: 'smtp' });
    await act('POST /console/mails test', 'mails test', async () =>
      send(browser, formOf(await at('/console/mails'), 'test')),
    );
    Object.assign(hosts.ports.rules, { mail: 'off' });
    for (const which of ['logo', 'dark-logo']) {
      await act(`POST /console/policy set-${which}`, 'policy', async () =>
        browser.submitFiles(formOf(await at('/console/policy'), `set-${which}`), [
          ['logo', new File([new Uint8Array(png(8))], 'logo.png', { type: 'image/png' })],
        ]),
      );
      await act(`POST /console/policy remove-${which}`, 'policy', async () =>
        send(browser, formOf(await at('/console/policy'), `remove-${which}`)),
      );
    }
  });

  test('acting on the accounts of others, in the console and by the API', async () => {
    const { ports, clock } = hosts;
    const given = async (email: string, role: 'user' | 'operator') => {
      planted.add(email);
      const made = await createAccount(ports, { email, role, nickname: undefined, password: PASSWORD });
      if (made.kind !== 'created') throw new Error('No account');
      return made.account;
    };
    const operator = await given('qxplant-chief@example.com', 'operator');
    const { id } = await given('qxplant-somebody@example.com', 'user');
    const session = someSession(id, { createdAt: clock.now(), expiresAt: clock.now() + 60_000 });
    await ports.sessions.start(session, undefined);
    await ports.factors.enrol({
      ...{ ...keeping(session), accountId: id, sealedSecret: Buffer.from('x'), step: 1, now: clock.now() },
      ...{ recoveryHashes: [], proof: { sessionId: session.id, authenticatedSince: 0 } },
    });
    const browser = new Browser();
    await givenSession(hosts, browser, operator.email);
    const at = (path: string) => browser.open(`${hosts.authUrl}/console/accounts${path}`);
    await act('GET /console/accounts', 'accounts search', () => at('?q=qxplant'));
    await act('GET /console/search', 'accounts search', () =>
      browser.open(`${hosts.authUrl}/console/search?q=qxplant`),
    );
    await act('GET /console/accounts/:id', 'accounts see', () => at(`/${id}`));
    await act('GET /console/audit', 'audit see', () => browser.open(`${hosts.authUrl}/console/audit?subject=${id}`));
    const groups = (path = '') => browser.open(`${hosts.authUrl}/console/groups${path}`);
    const created = await act('POST /console/groups create', 'groups create', async () =>
      send(browser, formOf(await groups(), 'create'), { name: 'qxplant-crew' }),
    );
    const group = created.url.pathname.replace('/console/groups', '');
    const ofGroup = 'POST /console/groups/:groupId';
    await act('GET /console/groups/:groupId', 'groups see', () => groups(group));
    await act(`${ofGroup} save`, 'groups change', async () =>
      send(browser, formOf(await groups(group), 'save'), { name: 'qxplant-crew' }),
    );
    const { id: named } = await givenApplication(hosts, await ownerInBrowser(hosts), 'Shop that a group names');
    await act(`${ofGroup} add-application`, 'groups change', async () =>
      send(browser, formOf(await groups(`${group}?q=group+names`), 'add-application')),
    );
    expect((await ports.groups.find(group.replace('/', '')))?.applications).toEqual([named]);
    await act(`${ofGroup} remove-application`, 'groups change', async () =>
      send(browser, formOf(await groups(group), 'remove-application')),
    );
    await act(`${ofGroup} add-member`, 'groups add-member', async () =>
      send(browser, formOf(await groups(group), 'add-member'), { who: id }),
    );
    await act(`${ofGroup} remove-member`, 'groups remove-member', async () =>
      send(browser, formOf(await groups(group), 'remove-member')),
    );
    const path = 'POST /console/accounts/:id';
    await act(`${path} add-to-group`, 'groups add-member', async () =>
      send(browser, formOf(await at(`/${id}`), 'add-to-group'), { group: 'qxplant-crew' }),
    );
    await act(`${path} remove-from-group`, 'groups remove-member', async () =>
      send(browser, formOf(await at(`/${id}`), 'remove-from-group')),
    );
    await act(`${ofGroup} delete`, 'groups delete', async () => send(browser, formOf(await groups(group), 'delete')));
    await hosts.ports.clientDocuments.block('planted.example', hosts.clock.now());
    const clients = () => browser.open(`${hosts.authUrl}/console/clients`);
    await act('POST /console/clients unblock', 'clients unblock', async () =>
      send(browser, formOf(await clients(), 'unblock'), { host: 'planted.example' }),
    );
    await hosts.ports.clientDocuments.block('other.example', hosts.clock.now());
    await act('POST /console/clients block', 'clients block', async () => {
      const form = formOf(await clients(), 'unblock');
      return send(browser, form, { host: 'planted.example', action: 'block' });
    });
    const apis = (path = '') => browser.open(`${hosts.authUrl}/console/apis${path}`);
    const ofApi = 'POST /console/apis/:operatorApiId';
    const resource = 'https://qxplant.example';
    planted.add(resource);
    const sent = { name: 'qxplant API', resource, scopes: 'qxplant.read qxplant', access_token_ttl_seconds: '300' };
    const api = (
      await act('POST /console/apis create', 'apis create', async () =>
        send(browser, formOf(await apis(), 'create'), sent),
      )
    ).url.pathname.replace('/console/apis', '');
    await act(`${ofApi} save`, 'apis change', async () => send(browser, formOf(await apis(api), 'save'), { resource }));
    await act(`${ofApi} add-scope`, 'apis change', async () =>
      send(browser, formOf(await apis(api), 'add-scope'), { name: 'qxplant.write' }),
    );
    for (const name of ['save-scope', 'remove-scope']) {
      await act(`${ofApi} ${name}`, 'apis change', async () =>
        send(browser, formOf(await apis(`${api}?edit=qxplant.write`), name)),
      );
    }
    const { id: applicationId } = await givenApplication(hosts, owner, 'Caller');
    const allowed = { application: applicationId, scopes: 'qxplant.read' };
    await act(`${ofApi} allow`, 'apis allow', async () => send(browser, formOf(await apis(api), 'allow'), allowed));
    await act(`${ofApi} deny`, 'apis deny', async () => send(browser, formOf(await apis(api), 'deny')));
    await act(`${ofApi} create-secret`, 'apis create-secret', async () =>
      send(browser, formOf(await apis(api), 'create-secret')),
    );
    await act(`${ofApi} delete-secret`, 'apis delete-secret', async () =>
      send(browser, formOf(await apis(api), 'delete-secret')),
    );
    await act(`${ofApi} delete`, 'apis delete', async () => send(browser, formOf(await apis(api), 'delete')));
    // Without mail the console sends no link.
    Object.assign(ports.rules, { mail: 'memory' });
    for (const name of ['send-reset', 'remove-factors', 'end-sessions', 'disable', 'enable', 'set-role', 'delete']) {
      await act(`${path} ${name}`, `accounts ${name}`, async () => send(browser, formOf(await at(`/${id}`), name)));
    }
    Object.assign(ports.rules, { mail: 'off' });

    const scopes = ['accounts:read', 'accounts:write', 'audit'];
    const machine = await createMachineToken(ports, { draft: { name: 'robot', days: '9', scopes } });
    const token = machine.kind === 'created' ? machine.token : '';
    const call = (method: string, where: string, body?: object) =>
      fetch(`${hosts.apiUrl}/accounts${where}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    const email = 'qxplant-made@example.com';
    planted.add(email);
    const made = await act('POST /accounts', 'POST /accounts', () => call('POST', '', { email }));
    const one = new URL(made.headers.get('location') ?? '').pathname.replace('/accounts', '');
    await act('GET /accounts', 'GET /accounts', () => call('GET', '?email=qxplant'));
    await act('GET /audit', 'GET /audit', () =>
      fetch(`${hosts.apiUrl}/audit?subject=${id}`, { headers: { authorization: `Bearer ${token}` } }),
    );
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { status: 'disabled' }],
      ['GET', '/sessions', undefined],
      ['DELETE', '/sessions', undefined],
      ['POST', '/password-links', undefined],
      ['DELETE', '', undefined],
    ] as const) {
      await act(`${method} /accounts/:accountId${rest}`, `${method} /accounts/:id${rest}`, async () =>
        keepSecrets(await (await call(method, one + rest, body)).text()),
      );
    }
  });

  test('groups by the API, and who is in them', async () => {
    const { ports } = hosts;
    const machine = await createMachineToken(ports, { draft: { name: 'groups', days: '9', scopes: ['groups'] } });
    const token = machine.kind === 'created' ? machine.token : '';
    const ask = (method: string, where: string, body?: object) =>
      fetch(hosts.apiUrl + where, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    planted.add('qxplant group');
    const { accountId } = await userInBrowser(hosts);
    const sent = { name: 'qxgroup', label: 'qxplant group' };
    const made = await act('POST /groups', 'POST /groups', () => ask('POST', '/groups', sent));
    const group = new URL(made.headers.get('location') ?? '').pathname;
    const member = `${group}/members/${accountId}`;
    for (const [method, path, where, body] of [
      ['PUT', '/:groupId', group, sent],
      ['PATCH', '/:groupId', group, sent],
      ['POST', '/:groupId/members', `${group}/members`, { account: accountId }],
      ['GET', '/:groupId/members', `${group}/members`, undefined],
      ['GET', '/:groupId/members/:accountId', member, undefined],
      ['DELETE', '/:groupId/members/:accountId', member, undefined],
      ['DELETE', '/:groupId', group, undefined],
    ] as const) {
      const route = `${method} /groups${path}`;
      await act(route, route.replace(/:(?:group|account)Id/g, ':id'), () => ask(method, where, body));
    }
  });

  test('APIs by the API, their secrets, and hosts of clients', async () => {
    const { ports } = hosts;
    const machine = await createMachineToken(ports, { draft: { name: 'apis', days: '9', scopes: ['apis'] } });
    const token = machine.kind === 'created' ? machine.token : '';
    const ask = (method: string, where: string, body?: object) =>
      fetch(hosts.apiUrl + where, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    const scopes = [{ name: 'qxplant.read', description: 'Read the qxplant API' }];
    const sent = { resource: 'https://qxplant.example', name: 'qxplant API', scopes };
    for (const text of [sent.resource, sent.name, 'qxplant.read', 'Read the qxplant API']) planted.add(text);
    const made = await act('POST /apis', 'POST /apis', () => ask('POST', '/apis', sent));
    const api = new URL(made.headers.get('location') ?? '').pathname;
    await act('PATCH /client-hosts/:hostId', 'PATCH /client-hosts/:id', () =>
      ask('PATCH', '/client-hosts/qxplant.example', { blocked: true }),
    );
    const toldAs = (route: string) => route.replace(/:(?:operatorApi|apiSecret)Id/g, ':id');
    for (const method of ['PUT', 'PATCH']) {
      const route = `${method} /apis/:operatorApiId`;
      await act(route, toldAs(route), () => ask(method, api, sent));
    }
    const making = 'POST /apis/:operatorApiId/secrets';
    const secret = await act(
      making,
      toldAs(making),
      async () => (await ask('POST', `${api}/secrets`)).json() as Promise<{ id: string; secret: string }>,
    );
    planted.add(secret.secret);
    const removing = 'DELETE /apis/:operatorApiId/secrets/:apiSecretId';
    await act(removing, toldAs(removing), () => ask('DELETE', `${api}/secrets/${secret.id}`));
    await act('DELETE /apis/:operatorApiId', 'DELETE /apis/:id', () => ask('DELETE', api));
  });

  test('registering the redirect URI that a page is about', async () => {
    const { platforms } = await givenApplication(hosts, owner, 'Mismatch');
    const sent = {
      client_id: platforms[0]?.apiKey ?? '',
      redirect_uri: 'http://localhost:3999/qxplant',
      response_type: 'code',
    };
    const page = await open(`/redirect-uri-mismatch?${new URLSearchParams(sent)}`);
    planted.add(sent.redirect_uri);
    await act('POST /redirect-uri-mismatch', 'register redirect-uri', () =>
      owner.browser.submit(page.form({ action: '/redirect-uri-mismatch' })),
    );
  });
});

describe('contract 61: each act of the registration API leaves its entry', () => {
  let id: string;

  async function api(
    name: string,
    ids: Readonly<Record<string, string>> = {},
    body?: object | Buffer,
  ): Promise<string> {
    const [method = '', template = ''] = name.split(' ');
    const path = template.replace(/:(\w+)/g, (_, key: string) => ({ id, ...ids })[key] ?? '');
    const type = Buffer.isBuffer(body) ? 'image/png' : 'application/json';
    const sent = Buffer.isBuffer(body) ? new Uint8Array(body) : body && JSON.stringify(body);
    if (typeof sent === 'string')
      for (const [, value = ''] of sent.matchAll(/"([^"]*qxplant[^"]*)"/gi)) planted.add(value);
    return act(name, name, async () => {
      const headers = { authorization: `Bearer ${bearer}`, ...(sent && { 'content-type': type }) };
      const answer = await fetch(hosts.apiUrl + path, { method, headers, ...(sent && { body: sent }) });
      const text = await answer.text();
      expect(answer.status, `${name}: ${text}`).toBeLessThan(300);
      keepSecrets(text);
      const made = answer.headers.get('location')?.split('/').at(-1);
      return made ?? (text.startsWith('{') ? (JSON.parse(text) as { id?: string }).id : undefined) ?? '';
    });
  }

  const at = (rest: string) => `/applications/:id${rest}`;
  const application = {
    name: 'Qxplant API',
    homepage_uri: 'https://qxplant-api.example/',
    company_name: 'Qxplant API Holding',
    id_token_signed_response_alg: 'ES256',
    platforms: [{ platform: 'Web', site_domains: ['https://qxplant-api.example'] }],
    consent_items: [{ item: 'nickname', consent: 'required', purpose: 'Qxplant greeting' }],
  };

  test('of an application and its parts', async () => {
    id = await api('POST /applications', {}, application);
    await api(`PATCH ${at('')}`, {}, { name: 'Qxplant renamed' });
    await api(`PUT ${at('')}`, {}, { ...application, name: 'Qxplant replaced' });
    await api(`PUT ${at('/logo')}`, {}, png(8));
    await api(`DELETE ${at('/logo')}`);
    const android = { platform: 'Android', package_name: 'example.qxplant.api' };
    const platformId = await api(`POST ${at('/platforms')}`, {}, android);
    await api(`PATCH ${at('/platforms/:platformId')}`, { platformId }, { package_name: 'example.qxplant.second' });
    await api(`PUT ${at('/platforms/:platformId')}`, { platformId }, android);
    await api(`DELETE ${at('/platforms/:platformId')}`, { platformId });
    const redirect = (path: string) => ({ redirect_uri: `https://qxplant-api.example/${path}` });
    const redirectUriId = await api(`POST ${at('/redirect-uris')}`, {}, redirect('one'));
    await api(`PUT ${at('/redirect-uris/:redirectUriId')}`, { redirectUriId }, redirect('two'));
    await api(`DELETE ${at('/redirect-uris/:redirectUriId')}`, { redirectUriId });
    await act('DELETE /applications/:id/redirect-uris', 'DELETE /applications/:id/redirect-uris', async () => {
      const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
      const path = `${hosts.apiUrl}/applications/${id}/redirect-uris`;
      await fetch(path, { method: 'POST', headers, body: JSON.stringify(redirect('three')) });
      await fetch(path, { method: 'DELETE', headers: { authorization: headers.authorization } });
    });
    const item = { item: 'name', consent: 'optional', purpose: 'Qxplant parcels', retention: 'Qxplant a year' };
    await api(`POST ${at('/consent-items')}`, {}, item);
    await api(`PATCH ${at('/consent-items/:item')}`, { item: 'name' }, { purpose: 'Qxplant letters' });
    await api(`PUT ${at('/consent-items/:item')}`, { item: 'name' }, item);
    await api(`DELETE ${at('/consent-items/:item')}`, { item: 'name' });
    await api(`DELETE ${at('/consent-items')}`);
    const secretId = await api(`POST ${at('/client-secrets')}`);
    await api(`DELETE ${at('/client-secrets/:secretId')}`, { secretId });
    await api(`POST ${at('/client-secrets')}`);
    await api(`DELETE ${at('/client-secrets')}`);
    await api(`DELETE ${at('/platforms')}`);
  });

  test('of people, members and events, and the end', async () => {
    await api(`PUT ${at('')}`, {}, application);
    const [sub, other] = ['s'.repeat(32), 't'.repeat(32)];
    for (const one of [sub, other]) await connect(id, one);
    await api(`GET ${at('/connections')}`);
    await api(`GET ${at('/connections/:sub')}`, { sub });
    await api(`DELETE ${at('/connections/:sub')}`, { sub });
    await api(`DELETE ${at('/connections')}`);
    await api(`POST ${at('/members')}`, {}, { email: 'qxplant-invited@example.com', role: 'viewer' });
    const { email, accountId: memberId } = await ownerInBrowser(hosts);
    await letIn(hosts, id, { email, role: 'viewer' });
    await api(`GET ${at('/members')}`);
    await api(`GET ${at('/members/:memberId')}`, { memberId });
    await api(`PATCH ${at('/members/:memberId')}`, { memberId }, { role: 'editor' });
    await api(`DELETE ${at('/members/:memberId')}`, { memberId });
    await letIn(hosts, id, { email, role: 'viewer' });
    await api(`DELETE ${at('/members')}`);
    const endpointId = await api(`POST ${at('/event-endpoints')}`, {}, { url: 'https://qxplant-api.example/events' });
    const endpoint = at('/event-endpoints/:endpointId');
    await api(`PATCH ${endpoint}`, { endpointId }, { url: 'https://qxplant-api.example/others' });
    await api(`PUT ${endpoint}`, { endpointId }, { url: 'https://qxplant-api.example/events' });
    await api(`POST ${endpoint}/secrets`, { endpointId });
    await api(`DELETE ${endpoint}/secrets`, { endpointId });
    await api(`POST ${endpoint}/deliveries`, { endpointId }, { test: true });
    await api(`DELETE ${endpoint}`, { endpointId });
    const heir = await ownerInBrowser(hosts);
    await api('POST /applications', {}, { ...application, name: 'Qxplant second' });
    await api(`DELETE ${at('')}`);
    id = await api('POST /applications', {}, { ...application, name: 'Qxplant third' });
    await letIn(hosts, id, { email: heir.email, role: 'viewer' });
    await api(`PUT ${at('/members/:memberId')}`, { memberId: heir.accountId }, { role: 'owner' });
  });
});

test('contract 61: what people do in their own account is no entry', async () => {
  const email = 'qxplant-person@example.com';
  const password = PLANTED.password ?? '';
  const entries = await entriesOf(async () => {
    const browser = new Browser();
    const to = async (path: string, action: string, values: Readonly<Record<string, string>>, own = browser) => {
      for (const value of Object.values(values)) planted.add(value);
      return own.submit((await own.open(`${hosts.authUrl}${path}`)).form({ action }), values);
    };
    await to('/sign-up', '/sign-up', { email, password, nickname: 'Qxplantnick' });
    await to('/account/security', '/account/password', {
      current_password: password,
      new_password: 'qxplant other battery',
    });
    await to('/account', '/account/username', { preferred_username: 'qxplant.name' });
    await to('/account', '/account/profile', { name: 'Qxplant Person', website: 'https://qxplant-person.example/' });
    await to('/login', '/login', { email, password: 'qxplant wrong guess' }, new Browser());
  });
  expect(entries).toEqual([]);
  const account = await hosts.ports.accounts.findByEmailKey(email);
  expect(account).toMatchObject({ username: 'qxplant.name', profile: { name: 'Qxplant Person' } });
});

describe('contract 61: of all that', () => {
  test('no act of the hosts was left out', () => {
    const told = toldActs(hosts);
    expect(told.filter((name) => !done.has(name))).toEqual([]);
    expect([...done].filter((name) => !told.includes(name))).toEqual([]);
  });

  test('contract 27: each act on the account of somebody else has a sentence on their page of activity', async () => {
    const entries = await hosts.ports.audit.read({ afterId: 0, toId: 1e9, limit: 1000 });
    const told = toldToPeople(entries.map(auditEntryJson));
    expect([...told].filter((action) => sentenceFor(action) === undefined)).toEqual([]);
    const commands = COMMANDS.map(({ path }) => path.join(' '));
    expect(SAID_ACTIONS.filter((action) => !told.has(action) && !commands.includes(action))).toEqual([]);
  });

  test('nothing that was typed or shown, nor a hash of it, is in the audit, its export or the log', async () => {
    const entries = await hosts.ports.audit.read({ afterId: 0, toId: 1e9, limit: 1000 });
    expect(entries.length).toBeGreaterThan(done.size);
    const stored = JSON.stringify([...(await hosts.rowsIn('audit_entries'))]);
    const texts = { stored, exported: JSON.stringify(entries.map(auditEntryJson)), log: JSON.stringify(hosts.logs) };
    expect(planted.size).toBeGreaterThan(50);
    const found = Object.entries(texts).flatMap(([where, text]) => {
      const lower = text.toLowerCase();
      return [...planted].flatMap((value) =>
        spellingsOf(value)
          .filter((spelling) => lower.includes(spelling))
          .map(() => `${value} in ${where}`),
      );
    });
    expect(found).toEqual([]);
  });
});

/** The value, and what a column of hashes without a key would show of it. */
function spellingsOf(value: string): string[] {
  const hashes = ['sha256', 'sha1', 'md5'].flatMap((algorithm) =>
    [value, value.toLowerCase()].flatMap((text) => {
      const hash = createHash(algorithm).update(text).digest();
      return [hash.toString('hex'), hash.toString('base64').replace(/=+$/, ''), hash.toString('base64url')];
    }),
  );
  return [value, encodeURIComponent(value), ...hashes].map((text) => text.toLowerCase());
}
