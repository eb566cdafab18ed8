// The file with everything that the server keeps about a person (contract 27).
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { APPLICATION, type Client, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { png } from '../helpers/images.ts';
import { account, post } from './account-pages.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts();
});
afterAll(() => hosts.stop());

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
addFormats.default(ajv);
const isValid = ajv.compile(JSON.parse(readFileSync('docs/account-data.schema.json', 'utf8')) as object);

const ACTION = { action: '/account/data/download' };
const PURPOSE = 'To greet you, 안녕';
const items = [
  { item: 'nickname', consent: 'required', purpose: PURPOSE, retention: 'Until you leave' },
  { item: 'email', consent: 'optional' },
];
const given = () => givenClient(hosts, { ...APPLICATION, consent_items: items });

async function download(client: Client) {
  const page = await account(hosts, client.browser, 'data');
  return client.browser.submit(page.form(ACTION));
}

type Document = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

test('contract 27: has everything as its schema describes it, and nothing of another person', async () => {
  const client = await given();
  const other = await given();
  const profile = (await account(hosts, client.browser)).form({ action: '/account/profile' });
  const typed = { name: '김미나', birthdate: '1990-05-17', street_address: '1 First Street', locality: 'Seoul' };
  await client.browser.submit(profile, typed);
  const picture = new File([new Uint8Array(png(20))], 'me.png');
  const upload = (await account(hosts, client.browser)).form({ action: '/account/picture' });
  await client.browser.submitFiles(upload, [['picture', picture]]);
  const answer = await download(client);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="account-\d{4}-\d\d-\d\d\.json"$/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const document = JSON.parse(answer.html) as Document;
  isValid(document);
  expect(isValid.errors).toBeNull();
  for (const value of [client.email, ...Object.values(typed), PURPOSE]) expect(answer.html).toContain(value);
  expect(document.connections).toMatchObject([{ application_id: client.applicationId, application_name: 'Acme Shop' }]);
  expect(document.agreements).toMatchObject([{ kind: 'consent', texts: { items: [{ purpose: PURPOSE }, {}] } }]);
  expect(document.sessions).toHaveLength(1);
  expect(Buffer.from(String(document.pictures?.[0]?.image), 'base64').toString('latin1')).toMatch(/^RIFF.{4}WEBP/s);
  for (const value of [other.email, other.applicationId]) expect(answer.html).not.toContain(value);
  // Nothing with which somebody could sign in or act.
  expect(answer.html).not.toMatch(/argon2|_hash|sealed|secret|lk_/);
});

test('contract 25: needs a confirmation of the last ten minutes, before the form is shown and when it is sent', async () => {
  const client = await given();
  const page = await account(hosts, client.browser, 'data');
  hosts.clock.advance(11 * 60_000);
  const late = await post(client.browser, page.form(ACTION), {});
  expect([late.status, late.headers.get('location')]).toEqual([303, '/confirm?to=/account/data']);
  const asked = await account(hosts, client.browser, 'data');
  expect(asked.html).not.toContain(ACTION.action);
  const confirm = await client.browser.open(asked.link('/confirm'));
  const back = await client.browser.submit(confirm.form({ action: '/confirm' }), { password: client.password });
  expect(back.url.pathname).toBe('/account/data');
  expect((await client.browser.submit(back.form(ACTION))).status).toBe(200);
});

test('N1: another person’s token sends nothing', async () => {
  const [client, other] = [await given(), await given()];
  const form = (await account(hosts, client.browser, 'data')).form(ACTION);
  const stolen = await post(other.browser, form, {});
  expect(stolen.status).toBe(403);
  expect(stolen.headers.get('content-type')).toContain('text/html');
});
