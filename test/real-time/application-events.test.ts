// Events to applications (contract 60), from their cause on pages and in the API to a receiver that checks them with the
// libraries that applications use.
import { Webhook as Svix } from 'svix';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LISTED_AFTER_MS } from '../../src/core/applications/application-events/read-events.ts';
import { deleteAccount, setAccountDisabled, setEmailVerified } from '../helpers/administer-accounts.ts';
import { APPLICATION, type Client, givenClient } from '../helpers/client.ts';
import { type Received, type Receiver, startReceiver, verified } from '../helpers/event-receiver.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { catchUp, send } from './machine-time.ts';

const DAY = 24 * 3_600_000;
/** Longer than the time for which a used refresh token returns the same answer. */
const REPEATABLE_MS = 31_000;

let hosts: Hosts;
let receiver: Receiver;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_INTERNAL_DELIVERIES: 'true' });
  // Events have the time of the database's machine.
  catchUp(hosts);
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver?.stop();
  await hosts?.stop();
});

type Endpoint = { id: string; secret: string; url: string };
type Answer = { status: number; body: unknown; headers: Headers };

async function call(client: Client, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${hosts.apiUrl}/applications/${client.applicationId}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${client.owner.apiToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined, headers: response.headers };
}

let made = 0;
async function given(more: object = {}): Promise<{ client: Client; endpoint: Endpoint; path: string }> {
  made += 1;
  const path = `/receiver-${made}`;
  const client = await givenClient(hosts, { ...APPLICATION, id_token_signed_response_alg: 'ES256', ...more });
  const { status, body } = await call(client, 'POST', '/event-endpoints', { url: receiver.urlOf(path) });
  expect(status).toBe(200);
  return { client, endpoint: body as Endpoint, path };
}

const accountOf = async (client: Client) => {
  const found = await hosts.ports.accounts.findByEmailKey(client.email);
  if (!found) throw new Error(`no account ${client.email}`);
  return found;
};
const subOf = async (client: Client) => {
  const { id } = await accountOf(client);
  return (await hosts.ports.connections.find(client.applicationId, id))?.sub;
};

/** The bodies of what has arrived at the path, which are so many. */
async function arrived({ path, endpoint }: { path: string; endpoint: Endpoint }, count = 1) {
  await send(hosts);
  expect(receiver.at(path)).toHaveLength(count);
  return receiver.at(path).map((message) => verified(message, endpoint.secret));
}

describe('contract 60: from cause to receiver', () => {
  test('a message is what Standard Webhooks says, and names nobody but by sub', async () => {
    const one = await given();
    const sub = await subOf(one.client);
    await setAccountDisabled(hosts.ports, one.client.email, true);
    const [body] = await arrived(one);
    expect(body).toEqual({
      type: 'account.disabled',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      application: one.client.applicationId,
      sequence: 1,
      data: { sub },
    });
    const [message] = receiver.at(one.path) as [Received];
    expect(message.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^[0-9a-f]{32}$/),
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
    const headers = message.headers as Record<string, string>;
    expect(new Svix(one.endpoint.secret).verify(message.text, headers)).toEqual(body);
    expect(() =>
      verified({ ...message, text: message.text.replace('disabled', 'enabled') }, one.endpoint.secret),
    ).toThrow();
    await setAccountDisabled(hosts.ports, one.client.email, false);
    expect((await arrived(one, 2))[1]?.type).toBe('account.enabled');
  });

  test('a person who leaves and comes back', async () => {
    const one = await given();
    const { id } = await accountOf(one.client);
    const { unlink } = await import('../../src/core/grants/consent/unlink.ts');
    await unlink(hosts.ports, { applicationId: one.client.applicationId, accountId: id });
    expect((await arrived(one))[0]).toMatchObject({ type: 'connection.ended', data: { by: 'person' } });
    const consent = await one.client.browser.open(one.client.authorizeUrl());
    await one.client.browser.submit(
      consent.form({ action: '/consent' }),
      {},
      { press: 'agree', stopAt: 'http://localhost:3999' },
    );
    expect((await arrived(one, 2))[1]).toMatchObject({ type: 'connection.created', sequence: 2 });
  });

  test('an owner’s program that ends all connections', async () => {
    const all = await given();
    expect((await call(all.client, 'DELETE', '/connections')).status).toBe(204);
    expect((await arrived(all))[0]).toMatchObject({
      ...{ type: 'connection.ended', data: { by: 'application' }, part_of: expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
  });

  test('an address that an operator verified, without the address', async () => {
    const one = await given();
    await setEmailVerified(hosts.ports, one.client.email);
    expect((await arrived(one))[0]).toMatchObject({ type: 'account.updated', data: { items: ['email'] } });
    expect(receiver.at(one.path)[0]?.text).not.toContain(one.client.email);
  });

  test('a deleted account: connection.ended, then account.deleted, and nothing keeps the sub but these', async () => {
    const one = await given();
    const sub = await subOf(one.client);
    await setEmailVerified(hosts.ports, one.client.email);
    await arrived(one);
    await deleteAccount(hosts.ports, one.client.email);
    expect((await arrived(one, 3)).map(({ type, data }) => [type, data.sub])).toEqual([
      ['account.updated', sub],
      ['connection.ended', sub],
      ['account.deleted', sub],
    ]);
    hosts.clock.advance(LISTED_AFTER_MS + 1);
    const listed = (await call(one.client, 'GET', '/events')).body as { type: string; data: object }[];
    expect(listed.map(({ type, data }) => [type, 'sub' in data])).toEqual([
      ['account.updated', false],
      ['connection.ended', true],
      ['account.deleted', true],
    ]);
    const deliveries = await hosts.rowsIn('event_deliveries');
    expect(deliveries.length).toBeGreaterThan(0);
    expect(deliveries.filter((row) => row.sub === sub)).toEqual([]);
  });

  test('a code and a refresh token that are used twice', async () => {
    const one = await given();
    const form = one.client.codeForm(await one.client.code());
    await one.client.token(form);
    expect((await one.client.token(form)).status).toBe(400);
    const { refresh_token } = await one.client.tokens();
    const again = one.client.refreshForm(refresh_token);
    await one.client.token(again);
    // After the time for which a repeated refresh is answered.
    hosts.clock.advance(REPEATABLE_MS);
    expect((await one.client.token(again)).status).toBe(400);
    expect((await arrived(one, 2)).map(({ type, data }) => [type, data.reason])).toEqual([
      ['tokens.revoked', 'code-reused'],
      ['tokens.revoked', 'refresh-token-reused'],
    ]);
  });
});

describe('contract 60: delivery', () => {
  test('is tried again with the same id, a new time and a new signature', async () => {
    const one = await given();
    receiver.behave(one.path, (response) => response.writeHead(receiver.at(one.path).length < 2 ? 500 : 204).end());
    await setEmailVerified(hosts.ports, one.client.email);
    await send(hosts);
    expect(receiver.at(one.path)).toHaveLength(1);
    hosts.clock.advance(6_000);
    await arrived(one, 2);
    const [first, second] = receiver.at(one.path) as [Received, Received];
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.text).toBe(first.text);
    expect(Number(second.headers['webhook-timestamp'])).toBeGreaterThan(Number(first.headers['webhook-timestamp']));
    expect((await call(one.client, 'GET', `/event-endpoints/${one.endpoint.id}/deliveries`)).body).toMatchObject([
      { status: 'delivered', tries: 2, last_status: 204, failure: null },
    ]);
  });

  test('says why at each try, and 429 with Retry-After is left alone until then', async () => {
    const one = await given();
    const answers = [
      { status: 302, headers: { location: receiver.urlOf('/moved') } },
      { status: 429, headers: { 'retry-after': '90' } },
    ];
    receiver.behave(one.path, (response) => {
      const { status, headers } = answers[receiver.at(one.path).length - 1] ?? { status: 204, headers: {} };
      response.writeHead(status, headers).end();
    });
    const deliveries = async () =>
      (await call(one.client, 'GET', `/event-endpoints/${one.endpoint.id}/deliveries`)).body;
    const logged = () =>
      hosts.logs
        .filter((line) => line.event === 'event-delivery' && line.application === one.client.applicationId)
        .map(({ reason }) => reason);
    await setEmailVerified(hosts.ports, one.client.email);
    await send(hosts);
    expect(await deliveries()).toMatchObject([{ status: 'pending', last_status: 302, last_failure: 'redirect' }]);
    hosts.clock.advance(6_000);
    await arrived(one, 2);
    const restsUntil = new Date(hosts.clock.now() + 90_000).toISOString();
    expect(await deliveries()).toMatchObject([
      { status: 'pending', last_status: 429, last_failure: 'status', next_try_at: restsUntil },
    ]);
    // Somebody else's event, and the owner's test, wait as well.
    await call(one.client, 'POST', `/event-endpoints/${one.endpoint.id}/deliveries`, { test: true });
    hosts.clock.advance(89_000);
    await arrived(one, 2);
    hosts.clock.advance(1_000);
    await arrived(one, 4);
    expect(await deliveries()).toMatchObject([{ last_failure: null }, { last_failure: null }]);
    expect(logged()).toEqual(['redirect 302', 'answered 429', 'answered 204', 'answered 204']);
  });

  test('is signed with both secrets while there are two, and with the newest afterwards', async () => {
    const one = await given();
    const path = `/event-endpoints/${one.endpoint.id}`;
    const { secret } = (await call(one.client, 'POST', `${path}/secrets`)).body as { secret: string };
    expect((await call(one.client, 'POST', `${path}/secrets`)).body).toMatchObject({
      type: `${hosts.authUrl}/errors#event-secrets-too-many`,
    });
    await setAccountDisabled(hosts.ports, one.client.email, true);
    await arrived(one);
    expect(verified(receiver.at(one.path)[0] as Received, secret)).toMatchObject({ type: 'account.disabled' });
    expect((await call(one.client, 'DELETE', `${path}/secrets`)).status).toBe(204);
    await setAccountDisabled(hosts.ports, one.client.email, false);
    await send(hosts);
    expect(receiver.at(one.path)).toHaveLength(2);
    const last = receiver.at(one.path)[1] as Received;
    expect(verified(last, secret)).toMatchObject({ type: 'account.enabled' });
    expect(() => verified(last, one.endpoint.secret)).toThrow();
  });

  test('410 disables at once; PATCH enables, and what was missed can be read and sent again', async () => {
    const one = await given();
    const path = `/event-endpoints/${one.endpoint.id}`;
    receiver.behave(one.path, (response) => response.writeHead(410).end());
    await setAccountDisabled(hosts.ports, one.client.email, true);
    await send(hosts);
    const shown = (await call(one.client, 'GET', path)).body as { disabled_at: unknown; missed_from: string };
    expect(shown.disabled_at).not.toBeNull();
    const { missed_from } = shown;
    expect((await call(one.client, 'POST', `${path}/deliveries`, { test: true })).body).toMatchObject({
      type: `${hosts.authUrl}/errors#event-endpoint-disabled`,
    });
    await setAccountDisabled(hosts.ports, one.client.email, false);
    const events = async () => (await call(one.client, 'GET', '/events')).body as { id: string; type: string }[];
    catchUp(hosts);
    hosts.clock.advance(LISTED_AFTER_MS + 1);
    expect((await events()).map(({ type }) => type)).toEqual(['account.disabled', 'account.enabled']);
    expect((await events())[0]?.id).toBe(missed_from);
    receiver.behave(one.path, (response) => response.writeHead(204).end());
    expect((await call(one.client, 'PATCH', path, { disabled_at: null })).body).toMatchObject({
      ...{ disabled_at: null, missed_from: null },
    });
    expect((await call(one.client, 'POST', `${path}/deliveries`, { event: missed_from })).status).toBe(202);
    expect((await arrived(one, 2))[1]?.type).toBe('account.disabled');
  });

  test('five days of failure disable, counted from the first failed try', async () => {
    const one = await given();
    receiver.behave(one.path, (response) => response.writeHead(302, { location: receiver.urlOf('/moved') }).end());
    await setAccountDisabled(hosts.ports, one.client.email, true);
    await send(hosts);
    expect(receiver.at(one.path)).toHaveLength(1);
    const endpoint = () => hosts.ports.events.findEndpoint(one.endpoint.id);
    expect((await endpoint())?.failingSince).toBeDefined();
    await hosts.execute(`update event_endpoints set failing_since = failing_since - ${5 * DAY}`);
    hosts.clock.advance(6_000);
    await send(hosts);
    expect((await endpoint())?.disabledAt).toBeDefined();
    expect(receiver.at('/moved')).toEqual([]);
  });
});

describe('contract 60: the API', () => {
  test('every input error at once, and what is right is kept', async () => {
    const { client, endpoint } = await given();
    const wrong = {
      url: 'ftp://x',
      types: ['account.deleted', 'nothing', 'account.deleted'],
      disabled_at: 'soon',
      a: 1,
    };
    const refused = await call(client, 'POST', '/event-endpoints', wrong);
    expect(refused.status).toBe(400);
    const { errors } = refused.body as { errors: { pointer: string; code: string }[] };
    expect(errors.map(({ pointer, code }) => [pointer, code]).sort()).toEqual([
      ['/a', 'member-unknown'],
      ['/disabled_at', 'time-malformed'],
      ['/types/1', 'event-type-unknown'],
      ['/types/2', 'event-type-twice'],
      ['/url', 'backchannel-uri-scheme'],
    ]);
    expect((await call(client, 'POST', '/event-endpoints', {})).body).toMatchObject({
      errors: [{ pointer: '/url', code: 'event-url-missing' }],
    });
    const path = `/event-endpoints/${endpoint.id}/deliveries`;
    for (const body of [{}, { test: false }, { test: true, event: 'x' }]) {
      expect((await call(client, 'POST', path, body)).body).toMatchObject({ errors: [{ code: 'event-to-send' }] });
    }
    expect((await call(client, 'POST', path, { event: 'x' })).body).toMatchObject({
      errors: [{ pointer: '/event', code: 'event-unknown' }],
    });
  });

  test('case N9: of simultaneous changes with If-Match one succeeds, and merges lose nothing', async () => {
    const { client, endpoint } = await given();
    const at = `${hosts.apiUrl}/applications/${client.applicationId}/event-endpoints/${endpoint.id}`;
    const authorization = `Bearer ${client.owner.apiToken}`;
    const patch = (body: object, match?: string) =>
      fetch(at, {
        method: 'PATCH',
        headers: { authorization, 'content-type': 'application/json', ...(match && { 'if-match': match }) },
        body: JSON.stringify(body),
      });
    const tag = (await fetch(at, { headers: { authorization } })).headers.get('etag') ?? '';
    const urlOf = (index: number) => receiver.urlOf(`/race-${index}`);
    const all = await Promise.all(Array.from({ length: 10 }, (_, index) => patch({ url: urlOf(index) }, tag)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)]);
    const merged = await Promise.all([
      patch({ url: urlOf(99) }),
      patch({ types: ['account.deleted'] }),
      patch({ disabled_at: '2026-01-01T00:00:00Z' }),
    ]);
    expect(merged.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await call(client, 'GET', `/event-endpoints/${endpoint.id}`)).body).toMatchObject({
      ...{ url: urlOf(99), types: ['account.deleted'], disabled_at: expect.any(String) },
    });
  });

  test('three endpoints, which others cannot see', async () => {
    const { client, endpoint } = await given();
    const url = receiver.urlOf('/more');
    const body = { url, types: ['account.deleted'], disabled_at: '2026-01-01T00:00:00Z' };
    expect((await call(client, 'POST', '/event-endpoints', body)).body).toMatchObject({
      ...{ url, types: ['account.deleted'], disabled_at: expect.any(String), secret: expect.stringMatching(/^whsec_/) },
    });
    await call(client, 'POST', '/event-endpoints', { url });
    const fourth = await call(client, 'POST', '/event-endpoints', { url });
    expect(fourth.body).toMatchObject({ status: 409, type: `${hosts.authUrl}/errors#event-endpoints-too-many` });
    const listed = (await call(client, 'GET', '/event-endpoints')).body as Endpoint[];
    expect(listed).toHaveLength(3);
    expect(listed[0]).not.toHaveProperty('secret');
    const stranger = await given();
    for (const [method, path] of [
      ['GET', '/event-endpoints'],
      ['GET', `/event-endpoints/${endpoint.id}`],
      ['DELETE', `/event-endpoints/${endpoint.id}`],
      ['POST', `/event-endpoints/${endpoint.id}/secrets`],
      ['GET', `/event-endpoints/${endpoint.id}/deliveries`],
      ['GET', '/events'],
    ] as const) {
      const foreign = { ...stranger.client, applicationId: client.applicationId } as Client;
      expect((await call(foreign, method, path)).status).toBe(404);
    }
    expect((await call(stranger.client, 'GET', `/event-endpoints/${endpoint.id}`)).status).toBe(404);
    expect((await call(client, 'DELETE', `/event-endpoints/${endpoint.id}`)).status).toBe(204);
  });

  test('the list of events continues after a cursor', async () => {
    const one = await given();
    for (const disabled of [true, false, true]) await setAccountDisabled(hosts.ports, one.client.email, disabled);
    await arrived(one, 3);
    hosts.clock.advance(LISTED_AFTER_MS + 1);
    const first = await call(one.client, 'GET', '/events?limit=2');
    const next = /cursor=([0-9a-f]+)/.exec(first.headers.get('link') ?? '')?.[1];
    const rest = (await call(one.client, 'GET', `/events?limit=2&cursor=${next}`)).body;
    expect(rest).toMatchObject([{ type: 'account.disabled', sequence: 3, id: expect.any(String) }]);
  });

  test('a test arrives at its endpoint alone, signed', async () => {
    const one = await given();
    expect(
      (await call(one.client, 'POST', `/event-endpoints/${one.endpoint.id}/deliveries`, { test: true })).status,
    ).toBe(202);
    expect(await arrived(one)).toMatchObject([{ type: 'test', sequence: 0, data: {} }]);
  });
});

test('case N7: without the setting, an internal endpoint is not connected to', async () => {
  const guarded = await startHosts();
  try {
    catchUp(guarded);
    const client = await givenClient(guarded);
    const create = await fetch(`${guarded.apiUrl}/applications/${client.applicationId}/event-endpoints`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.owner.apiToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: receiver.urlOf('/internal') }),
    });
    expect(create.status).toBe(200);
    await setAccountDisabled(guarded.ports, client.email, true);
    const tried = () => guarded.logs.find((line) => line.event === 'event-delivery');
    await send(guarded);
    expect(tried()).toMatchObject({ result: 'put-back' });
    expect(tried()?.reason).toBe('refused-address internal_deliveries');
    expect(receiver.at('/internal')).toEqual([]);
  } finally {
    await guarded.stop();
  }
});
