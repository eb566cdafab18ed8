// Each type of event from its cause to a receiver that checks it with the libraries that applications use (contract 60).
// A new type without a cause fails here.
import { Webhook as Svix } from 'svix';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENT_TYPES, type EventType } from '../../src/core/applications/application-events/application-event.ts';
import { deleteAccount, setAccountDisabled } from '../helpers/administer-accounts.ts';
import { APPLICATION, givenClient } from '../helpers/client.ts';
import { CAUSES, type Place, subOf } from '../helpers/event-causes.ts';
import { type Receiver, startReceiver, verified } from '../helpers/event-receiver.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { ApiDocument, type Media, type Schema } from '../helpers/openapi-document.ts';
import { catchUp, send } from './machine-time.ts';

let hosts: Hosts;
let receiver: Receiver;
let document: ApiDocument;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_INTERNAL_DELIVERIES: 'true' });
  // Events have the time of the database's machine.
  catchUp(hosts);
  receiver = await startReceiver();
  document = new ApiDocument(await (await fetch(`${hosts.authUrl}/openapi`)).json());
});
afterAll(async () => {
  await receiver?.stop();
  await hosts?.stop();
});

/** What the document at /openapi says of a message. */
const schemaOf = (type: string): Schema => {
  const { webhooks } = document.document as { webhooks: Record<string, Webhook> };
  return webhooks[type]?.post.requestBody.content['application/json']?.schema ?? {};
};
const namesOf = (type: string): string[] => {
  const { properties } = document.resolve(schemaOf(type)) as { properties: { data: { properties: object } } };
  return Object.keys(properties.data.properties);
};
type Webhook = { post: { requestBody: { content: Record<string, Media> } } };

const OWN = { id_token_signed_response_alg: 'ES256' };

/** What each cause makes, the last of it being of the type. */
const MADE: Readonly<Record<EventType, readonly [EventType, object?][]>> = {
  'connection.created': [['connection.ended', { by: 'application' }], ['connection.created']],
  'connection.ended': [['connection.ended', { by: 'application' }]],
  'consent.changed': [['consent.changed', { agreed: [], withdrawn: ['email'] }]],
  'account.updated': [['account.updated', { items: ['nickname'] }]],
  'account.disabled': [['account.disabled']],
  'account.enabled': [['account.disabled'], ['account.enabled']],
  'account.deleted': [['connection.ended', { by: 'deletion' }], ['account.deleted']],
  'session.ended': [['session.ended', { sid: expect.stringMatching(/^.{16,}$/) }]],
  'tokens.revoked': [
    ['tokens.revoked', { reason: 'application' }],
    ['tokens.revoked', { reason: 'application', token: 'access_token' }],
  ],
};

describe('contract 60: from cause to receiver', () => {
  test.each(EVENT_TYPES)('%s', async (type) => {
    const client = await givenClient(hosts, { ...APPLICATION, ...OWN });
    const place: Place = {
      server: hosts,
      client,
      operator: {
        setDisabled: async (email, disabled) => void (await setAccountDisabled(hosts.ports, email, disabled)),
        remove: async (email) => void (await deleteAccount(hosts.ports, email)),
      },
    };
    const created = await fetch(`${hosts.apiUrl}/applications/${client.applicationId}/event-endpoints`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.owner.apiToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: receiver.urlOf(`/${type}`) }),
    });
    const { secret } = (await created.json()) as { secret: string };
    const sub = await subOf(place);
    await CAUSES[type](place);
    const made = MADE[type];
    await send(hosts);
    const messages = receiver.at(`/${type}`);
    expect(messages.map((message) => verified(message, secret))).toEqual(
      made.map(([of, data], index) => ({
        type: of,
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        application: client.applicationId,
        sequence: index + 1,
        data: { sub, ...data },
      })),
    );
    expect(made.at(-1)?.[0]).toBe(type);
    for (const { headers, text, body } of messages) {
      expect(new Svix(secret).verify(text, headers as Record<string, string>)).toEqual(body);
      expect(text).not.toContain(client.email);
      expect(document.faultsOf(schemaOf(body.type), body)).toEqual([]);
      expect(Object.keys(body.data).filter((name) => !namesOf(body.type).includes(name))).toEqual([]);
    }
  });
});
