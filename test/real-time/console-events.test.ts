// The console's page "Events" (contract 60): endpoints, secrets that are shown once, deliveries, a test, and sending one
// again. What lowers security asks the person to confirm (contract 25).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENT_TYPES } from '../../src/core/applications/application-events/application-event.ts';
import { newSub } from '../../src/core/ground/secrets.ts';
import { someAccount } from '../contract/stores/given.ts';
import { type Receiver, startReceiver, verified } from '../helpers/event-receiver.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { post } from '../stories/account-pages.ts';
import {
  consoleUrl,
  formIds,
  formNamed,
  givenApplication,
  memberInBrowser,
  ownerInBrowser,
  type Someone,
} from '../stories/console-pages.ts';
import { catchUp, send } from './machine-time.ts';

let hosts: Hosts;
let receiver: Receiver;
let owner: Someone;
let applicationId: string;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_INTERNAL_DELIVERIES: 'true' });
  catchUp(hosts);
  receiver = await startReceiver();
  owner = await ownerInBrowser(hosts);
  applicationId = (await givenApplication(hosts, owner)).id;
});
afterAll(async () => {
  await receiver?.stop();
  await hosts?.stop();
});

const open = (who = owner) => who.browser.open(consoleUrl(hosts, applicationId, 'events'));
const endpoints = () => hosts.ports.events.listEndpoints(applicationId);
const allTypes = Object.fromEntries(EVENT_TYPES.map((type) => [`type-${type}`, 'on']));
const secretsOn = (text: string) => [...text.matchAll(/whsec_[A-Za-z0-9+/=]+/g)].map(([secret]) => secret);

describe('contract 60: the page "Events"', () => {
  let secret: string;

  test('refuses what is wrong, and keeps what was typed', async () => {
    const page = await open();
    const form = formNamed(page, 'endpoint');
    const refused = await owner.browser.submit(form, { url: 'ftp://shop.example', 'type-account.deleted': [] });
    expect(refused.status).toBe(400);
    expect(formNamed(refused, 'endpoint').values).toContainEqual(['url', 'ftp://shop.example']);
    expect(await endpoints()).toEqual([]);
  });

  test('adds an endpoint, and shows its secret once', async () => {
    const page = await open();
    const made = await owner.browser.submit(formNamed(page, 'endpoint'), {
      url: receiver.urlOf('/console'),
      ...allTypes,
    });
    [secret = ''] = secretsOn(made.text);
    expect(secret).toMatch(/^whsec_/);
    expect(secretsOn((await owner.browser.open(made.url.href)).text)).toEqual([]);
    expect(await endpoints()).toMatchObject([{ url: receiver.urlOf('/console'), types: EVENT_TYPES }]);
  });

  test('sends a test, lists deliveries without what was answered, and sends one again', async () => {
    const [endpoint] = await endpoints();
    const id = endpoint?.id ?? '';
    receiver.behave('/console', (response) => response.writeHead(200).end('a secret of the receiver'));
    await owner.browser.submit(formNamed(await open(), `test-${id}`));
    await send(hosts);
    expect(receiver.at('/console')).toHaveLength(1);
    const account = someAccount({ createdAt: hosts.clock.now() });
    await hosts.ports.accounts.insert(account);
    const now = hosts.clock.now();
    const agreement = { applicationId, accountId: account.id, sub: newSub(), answers: {}, now };
    await hosts.ports.connections.agree(agreement);
    await send(hosts);
    expect(receiver.at('/console')).toHaveLength(2);
    const message = receiver.at('/console')[1];
    expect(message && verified(message, secret)).toMatchObject({ type: 'connection.created' });
    const page = await open();
    expect(page.text.match(/Delivered/g)).toHaveLength(2);
    expect(page.text).not.toContain('a secret of the receiver');
    expect(page.text).not.toContain(agreement.sub);
    const again = formIds(page).find((form) => form.startsWith('again-')) ?? '';
    await owner.browser.submit(formNamed(page, again));
    await send(hosts);
    expect(receiver.at('/console')).toHaveLength(3);
    expect(receiver.at('/console')[2]?.headers['webhook-id']).toBe(message?.headers['webhook-id']);
  });

  test('makes a second secret, ends the older one, disables, and deletes', async () => {
    const [endpoint] = await endpoints();
    const id = endpoint?.id ?? '';
    const made = await owner.browser.submit(formNamed(await open(), `secret-${id}`));
    const [second] = secretsOn(made.text);
    expect(second).not.toBe(secret);
    expect(await hosts.ports.events.listSecrets(id)).toHaveLength(2);
    await owner.browser.submit(formNamed(await open(), `end-secret-${id}`));
    expect(await hosts.ports.events.listSecrets(id)).toHaveLength(1);
    const change = formNamed(await open(), `change-${id}`);
    await owner.browser.submit(change, { ...allTypes, enabled: [] });
    expect((await endpoints())[0]?.disabledAt).toBeDefined();
    expect(formIds(await open())).not.toContain(`test-${id}`);
    await owner.browser.submit(formNamed(await open(), `remove-${id}`));
    expect(await endpoints()).toEqual([]);
  });

  test('contract 25: a double click makes one endpoint and one secret, and the second click shows what was made', async () => {
    const form = formNamed(await open(), 'endpoint');
    const values = { url: receiver.urlOf('/double'), ...allTypes };
    const [first, second] = [await post(owner.browser, form, values), await post(owner.browser, form, values)];
    expect([first.status, second.status]).toEqual([303, 303]);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    const shown = await owner.browser.open(`${hosts.authUrl}${second.headers.get('location')}`);
    expect(secretsOn(shown.text)).toHaveLength(1);
    const [endpoint, ...others] = await endpoints();
    expect(others).toEqual([]);
    const id = endpoint?.id ?? '';
    const add = formNamed(await open(), `secret-${id}`);
    await post(owner.browser, add, {});
    const again = await post(owner.browser, add, {});
    const added = await owner.browser.open(`${hosts.authUrl}${again.headers.get('location')}`);
    expect(secretsOn(added.text)).toHaveLength(1);
    expect(await hosts.ports.events.listSecrets(id)).toHaveLength(2);
    // What was shown once is not made again by a form that was sent a third time.
    expect((await post(owner.browser, form, values)).status).toBe(409);
    await owner.browser.submit(formNamed(await open(), `remove-${id}`));
  });

  test('contract 60: a fourth endpoint and a third secret are refused with what to do', async () => {
    const form = formNamed(await open(), 'endpoint');
    const add = (name: string, newest: string) =>
      owner.browser.submit(form, { url: receiver.urlOf(name), ...allTypes, newest });
    for (const name of ['/1', '/2', '/3'])
      expect((await add(name, (await endpoints()).at(-1)?.id ?? '')).status).toBe(200);
    const three = await endpoints();
    const fourth = await add('/4', three.at(-1)?.id ?? '');
    expect([fourth.status, fourth.text]).toEqual([409, expect.stringContaining('There are already three endpoints.')]);
    expect(await endpoints()).toEqual(three);
    const id = three[0]?.id ?? '';
    const another = formNamed(await open(), `secret-${id}`);
    await owner.browser.submit(another);
    const [newest] = (await hosts.ports.events.listSecrets(id)).toReversed();
    const third = await owner.browser.submit(another, { newest: newest?.id ?? '' });
    expect([third.status, third.text]).toEqual([409, expect.stringContaining('The endpoint already has two secrets.')]);
    expect(await hosts.ports.events.listSecrets(id)).toHaveLength(2);
    for (const endpoint of three) await owner.browser.submit(formNamed(await open(), `remove-${endpoint.id}`));
  });

  test('a viewer sees it without forms, and a form that they send is refused', async () => {
    const page = await open();
    const viewer = await memberInBrowser(hosts, applicationId, 'viewer');
    expect(formIds(await open(viewer))).toEqual([]);
    const sent = await viewer.browser.submit(formNamed(page, 'endpoint'), { url: receiver.urlOf('/x') });
    expect(sent.status).toBe(403);
    expect(await endpoints()).toEqual([]);
  });

  test('contract 25: after ten minutes, an endpoint is added only after a confirmation', async () => {
    hosts.clock.advance(11 * 60_000);
    const page = await open();
    const asked = await owner.browser.submit(formNamed(page, 'endpoint'), {
      url: receiver.urlOf('/later'),
      ...allTypes,
    });
    expect(asked.text).toContain('password');
    expect(await endpoints()).toEqual([]);
  });
});
