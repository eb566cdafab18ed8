// The security log tells of every change of an application and of API tokens, from the console and from the
// registration API: who, what, which, with what result; never a secret and never an address of mail (case P6).

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { png } from '../helpers/images.ts';
import { letIn } from '../helpers/membership.ts';
import {
  consoleUrl,
  formNamed,
  givenApplication,
  memberInBrowser,
  ownerInBrowser,
  type Someone,
  userInBrowser,
} from './console-pages.ts';

let hosts: Hosts;
let owner: Someone;
let bearer: string;
let tokenId: string;
let id: string;
beforeAll(async () => {
  hosts = await startHosts();
  owner = await ownerInBrowser(hosts);
  ({ id } = await givenApplication(hosts, owner));
  // `hosts.owner` made it.
  const { apiToken } = await hosts.owner('programs@example.com');
  bearer = apiToken;
});
afterAll(() => hosts.stop());

type Line = Readonly<Record<string, unknown>>;
const EVENTS = ['application-change', 'api-token-change'];

/** The events that were written while it ran, without what Pino adds. */
async function eventsOf(run: () => Promise<unknown>): Promise<Line[]> {
  const from = hosts.logs.length;
  const [last] = await hosts.ports.audit.list({ limit: 1 });
  await run();
  const recorded = await hosts.ports.audit.read({ afterId: last?.id ?? 0, toId: 1e9, limit: 99 });
  for (const { event, action, result, account } of hosts.logs.slice(from)) {
    if (!EVENTS.includes(String(event)) || result !== 'done') continue;
    const entry = { action: String(action), result: 'done' as const, accountId: String(account) };
    expect(recorded, `contract 61: the audit tells of ${action}`).toContainEqual(
      expect.objectContaining({ ...entry, address: '127.0.0.1', requestId: expect.any(String) }),
    );
  }
  return hosts.logs
    .slice(from)
    .filter(({ event }) => EVENTS.includes(String(event)))
    .map(
      ({ level: _level, time: _time, pid: _pid, hostname: _host, msg: _msg, host: _h, reqId: _id, from, ...line }) => {
        expect(from).toBe('127.0.0.0/24');
        return line;
      },
    );
}

describe('P6: the registration API', () => {
  let own: string;
  let accountId: string;
  let places: Record<string, string>;

  const call = async (method: string, path: string, body?: unknown, type = 'application/json') => {
    const sent = Buffer.isBuffer(body) ? new Uint8Array(body) : body === undefined ? undefined : JSON.stringify(body);
    const headers = { authorization: `Bearer ${bearer}`, ...(sent && { 'content-type': type }) };
    return hosts.logged(fetch(hosts.apiUrl + path, { method, headers, ...(sent && { body: sent }) }));
  };

  beforeAll(async () => {
    accountId = (await hosts.ports.accounts.findByEmailKey('programs@example.com'))?.id ?? '';
    tokenId = (await hosts.ports.apiTokens.listByAccount(accountId))[0]?.id ?? '';
    const member = await userInBrowser(hosts);
    const heir = await userInBrowser(hosts);
    await hosts.ports.accounts.setRole(heir.accountId, 'owner', hosts.clock.now());
    places = { member: member.accountId, memberEmail: member.email, heir: heir.accountId, heirEmail: heir.email };
  });

  test('registering names the application that was made', async () => {
    const body = {
      name: 'Logged',
      id_token_signed_response_alg: 'ES256',
      platforms: [{ platform: 'Web', site_domains: ['https://shop.example'] }],
    };
    const lines = await eventsOf(async () => {
      own = (await call('POST', '/applications', body)).headers.get('location')?.split('/').at(-1) ?? '';
    });
    expect(own).toMatch(/^[a-z0-9]+$/);
    expect(lines).toEqual([
      {
        event: 'application-change',
        action: 'POST /applications',
        result: 'done',
        account: accountId,
        apiToken: tokenId,
        application: own,
      },
    ]);
  });

  test('every kind of change names who, what, the application, and what in it', async () => {
    const at = `/applications/${own}`;
    for (const email of [places.memberEmail ?? '', places.heirEmail ?? ''])
      await letIn(hosts, own, { email, role: 'viewer' });
    const last = (response: Response) => response.headers.get('location')?.split('/').at(-1) ?? '';
    const changes: (readonly [action: string, run: () => Promise<Response | string>, more?: Line])[] = [
      ['PATCH /applications/:id', () => call('PATCH', at, { name: 'Renamed' })],
      ['PUT /applications/:id/logo', () => call('PUT', `${at}/logo`, png(8), 'image/png')],
      ['DELETE /applications/:id/logo', () => call('DELETE', `${at}/logo`)],
      [
        'POST /applications/:id/redirect-uris',
        async () => last(await call('POST', `${at}/redirect-uris`, { redirect_uri: 'https://shop.example/cb' })),
      ],
      [
        'POST /applications/:id/platforms',
        async () => last(await call('POST', `${at}/platforms`, { platform: 'Android' })),
      ],
      [
        'POST /applications/:id/consent-items',
        async () => last(await call('POST', `${at}/consent-items`, { item: 'profile_image', consent: 'optional' })),
      ],
      [
        'DELETE /applications/:id/consent-items/:item',
        () => call('DELETE', `${at}/consent-items/profile-image`),
        { entry: 'profile-image' },
      ],
      [
        'POST /applications/:id/client-secrets',
        async () => ((await (await call('POST', `${at}/client-secrets`)).json()) as { id: string }).id,
      ],
      ['DELETE /applications/:id/client-secrets', () => call('DELETE', `${at}/client-secrets`)],
      ['DELETE /applications/:id/connections', () => call('DELETE', `${at}/connections`)],
      [
        'POST /applications/:id/members',
        async () =>
          (
            (await (await call('POST', `${at}/members`, { email: 'kim@example.com', role: 'viewer' })).json()) as {
              id: string;
            }
          ).id,
        { role: 'viewer' },
      ],
      [
        'PATCH /applications/:id/members/:memberId',
        () => call('PATCH', `${at}/members/${places.member}`, { role: 'editor' }),
        { entry: places.member, role: 'editor' },
      ],
      [
        'DELETE /applications/:id/members/:memberId',
        () => call('DELETE', `${at}/members/${places.member}`),
        { entry: places.member },
      ],
      [
        'PUT /applications/:id/members/:memberId',
        () => call('PUT', `${at}/members/${places.heir}`, { role: 'owner' }),
        { entry: places.heir, role: 'owner' },
      ],
    ];
    for (const [action, run, more] of changes) {
      let made: Response | string = '';
      const lines = await eventsOf(async () => {
        made = await run();
      });
      const entry = typeof made === 'string' ? { entry: made } : {};
      expect(lines).toEqual([
        {
          event: 'application-change',
          action,
          result: 'done',
          account: accountId,
          apiToken: tokenId,
          application: own,
          ...entry,
          ...more,
        },
      ]);
    }
  });

  test('what was refused says why: a role too low, input with faults, another’s application, what is stored', async () => {
    const shared = { event: 'application-change', account: accountId, apiToken: tokenId };
    // They are an editor since they handed it over.
    expect(await eventsOf(() => call('DELETE', `/applications/${own}`))).toEqual([
      { ...shared, action: 'DELETE /applications/:id', result: 'refused', refusal: 'role-too-low', application: own },
    ]);
    expect(await eventsOf(() => call('PATCH', `/applications/${own}`, { name: '' }))).toEqual([
      { ...shared, action: 'PATCH /applications/:id', result: 'refused', refusal: 'input-faulty', application: own },
    ]);
    expect(await eventsOf(() => call('PATCH', `/applications/${id}`, { name: 'Mine' }))).toEqual([
      { ...shared, action: 'PATCH /applications/:id', result: 'refused', refusal: 'not-found', application: id },
    ]);
    expect(await eventsOf(() => call('POST', `/applications/${own}/platforms`, { platform: 'Android' }))).toEqual([
      {
        ...shared,
        action: 'POST /applications/:id/platforms',
        result: 'refused',
        refusal: 'conflict',
        application: own,
      },
    ]);
  });

  test('what is no id is not written, and reading is no change', async () => {
    expect(await eventsOf(() => call('DELETE', `/applications/${own}/client-secrets/lk_cs_Abc`))).toMatchObject([
      { result: 'refused', refusal: 'not-found', application: own },
    ]);
    const [line] = await eventsOf(() => call('DELETE', `/applications/${own}/client-secrets/lk_cs_Abc`));
    expect(line).not.toHaveProperty('entry');
    expect(await eventsOf(() => call('GET', `/applications/${own}`))).toEqual([]);
  });
});

describe('P6: the console', () => {
  const open = (section: string) => owner.browser.open(consoleUrl(hosts, id, section));
  const line = (action: string, more: Line = {}) => ({
    event: 'application-change',
    action,
    result: 'done',
    account: owner.accountId,
    application: id,
    ...more,
  });

  test('settings, logo, addresses and secrets, done or refused', async () => {
    const settings = await open('settings');
    const saved = await eventsOf(() => owner.browser.submit(formNamed(settings, 'settings'), { name: 'Other' }));
    expect(saved).toEqual([line('settings save')]);
    const logo = formNamed(settings, 'logo');
    const file = new File([new Uint8Array(png(8))], 'a.png', { type: 'image/png' });
    expect(await eventsOf(() => owner.browser.submitFiles(logo, [['logo', file]]))).toEqual([
      line('settings set-logo'),
    ]);
    const late = await eventsOf(() => owner.browser.submit(formNamed(settings, 'settings'), { name: 'Late' }));
    expect(late).toEqual([line('settings save', { result: 'refused', refusal: 'changed' })]);
    const addresses = formNamed(await open('addresses'), 'redirect-uri');
    const bad = await eventsOf(() => owner.browser.submit(addresses, { redirect_uri: 'nowhere' }));
    expect(bad).toEqual([line('addresses add-redirect-uri', { result: 'refused', refusal: 'redirect-uri-relative' })]);
    const secret = formNamed(await open('client-secrets'), 'secret');
    const made = await eventsOf(() => owner.browser.submit(secret));
    const [stored] = await hosts.ports.clientSecrets.list(id);
    expect(made).toEqual([line('client-secrets create', { entry: stored?.id })]);
  });

  test('the team, whom it is about, and whose role did not allow it', async () => {
    const user = await userInBrowser(hosts);
    const add = formNamed(await open('team'), 'member');
    const added = await eventsOf(() => owner.browser.submit(add, { email: user.email, role: 'viewer' }));
    const [invitation] = await hosts.ports.invitations.list(id, hosts.clock.now());
    expect(added).toEqual([line('team invite', { entry: invitation?.id, role: 'viewer' })]);
    const viewer = await memberInBrowser(hosts, id, 'viewer');
    const team = await viewer.browser.open(consoleUrl(hosts, id, 'team'));
    const form = formNamed(team, 'leave');
    const values = form.values.map(
      ([name, value]) => [name, name === 'action' ? 'hand-over' : value] as [string, string],
    );
    const forced = await eventsOf(() => viewer.browser.submit({ ...form, values }));
    expect(forced).toEqual([
      line('team hand-over', { result: 'refused', refusal: 'forbidden', account: viewer.accountId }),
    ]);
  });

  test('API tokens are made and ended', async () => {
    const page = await owner.browser.open(`${hosts.authUrl}/console/api-tokens`);
    const before = await hosts.ports.apiTokens.listByAccount(owner.accountId);
    const made = await eventsOf(() => owner.browser.submit(formNamed(page, 'token'), { name: 'ci', days: '30' }));
    const known = before.map((token) => token.id);
    const token = (await hosts.ports.apiTokens.listByAccount(owner.accountId)).find((one) => !known.includes(one.id));
    const shared = { event: 'api-token-change', result: 'done', account: owner.accountId, entry: token?.id };
    expect(made).toEqual([{ ...shared, action: 'create' }]);
    const again = await owner.browser.open(`${hosts.authUrl}/console/api-tokens`);
    const ended = await eventsOf(() => owner.browser.submit(formNamed(again, `token-${token?.id}`)));
    expect(ended).toEqual([{ ...shared, action: 'remove' }]);
  });

  test('deletion', async () => {
    const form = formNamed(await open('removal'), 'removal');
    expect(await eventsOf(() => owner.browser.submit(form))).toEqual([line('removal remove')]);
  });

  test('no line of all this holds a secret, a password or an address of mail', () => {
    const lines = hosts.logs.filter(({ event }) => EVENTS.includes(String(event))).map((one) => JSON.stringify(one));
    expect(lines.length).toBeGreaterThan(30);
    for (const one of lines) expect(one).not.toMatch(/lk_(?:cs|api)_|@|password"|nowhere/);
  });
});
