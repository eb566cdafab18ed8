// The documents of the service as an operator edits them in the console (contract 28, 29).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { newEmail } from './account-pages.ts';
import { formNamed } from './console-pages.ts';

let hosts: Hosts;
let browser: Browser;
beforeAll(async () => {
  hosts = await startHosts();
  ({ browser } = await givenPerson(hosts, { email: newEmail(), role: 'operator' }));
});
afterAll(() => hosts?.stop());

const open = (query = '') => browser.open(`${hosts.authUrl}/console/policy/documents${query}`);
const stored = async () => {
  await hosts.ports.livePolicy.refresh();
  return hosts.ports.livePolicy.values().documents;
};

test('contract 28, 29: each fault is at its field, nothing typed is lost, and the sign-up page has what was added', async () => {
  const policy = await browser.open(`${hosts.authUrl}/console/policy`);
  const page = await browser.open(policy.link('Edit documents'));
  const typed = { id: 'Terms', kind: 'notice', document_version: '1 2', title_ko: '이용약관', uri_en: 'acme.example' };
  const back = await browser.submit(formNamed(page, 'document'), { ...typed, required: 'on' });
  expect(back.status).toBe(400);
  for (const field of ['id', 'required', 'document_version', 'uri_en']) {
    expect(back.html).toContain(`id="document-${field}-fault"`);
    expect(back.html).toContain(`href="#document-${field}"`);
  }
  expect(back.html).not.toContain('id="document-title_en-fault"');
  const form = formNamed(back, 'document');
  expect(Object.fromEntries(form.values)).toMatchObject({ ...typed, required: 'on' });
  expect(await stored()).toEqual([]);

  const right = { id: 'terms', kind: 'agree', document_version: '2026-01', uri_en: 'https://acme.example/terms' };
  const added = await browser.submit(form, right);
  expect(added.text).toContain('Added.');
  expect(await stored()).toEqual([
    {
      ...{ id: 'terms', kind: 'agree', required: true, version: '2026-01' },
      ...{ title: { ko: '이용약관' }, uri: { en: 'https://acme.example/terms' } },
    },
  ]);
  expect((await new Browser().open(`${hosts.authUrl}/sign-up`)).text).toContain('이용약관');
  const [entry] = await hosts.ports.audit.list({ limit: 1 });
  expect(entry).toMatchObject({ action: 'policy', role: 'operator', fields: ['documents'] });
});

test('contract 28, 29: a document keeps its id; what somebody else changed meanwhile is shown, and not overwritten', async () => {
  const page = await open('?edit=terms');
  const sent = { id: 'other', document_version: '2026-02' };
  const saved = await browser.submit(formNamed(page, 'document'), sent);
  expect(saved.text).toContain('Saved.');
  expect(await stored()).toMatchObject([{ id: 'terms', version: '2026-02' }]);

  const late = await browser.submit(formNamed(page, 'document'), { document_version: '2026-03' });
  expect(late.status).toBe(409);
  expect(late.text).toContain('Current value: 2026-02');
  const removed = await browser.submit(formNamed(await open('?edit=terms'), 'document-remove'));
  expect(removed.text).toContain('Removed.');
  // The form is of one that is gone: what was typed is kept in the form that adds it.
  const gone = await browser.submit(formNamed(late, 'document'), {});
  expect(gone.status).toBe(409);
  expect(Object.fromEntries(formNamed(gone, 'document').values)).toMatchObject({
    ...{ action: 'add', id: 'terms', document_version: '2026-03', title_ko: '이용약관' },
  });
  expect((await open('?edit=terms')).status).toBe(404);
});

test('contract 29: the form of the policy leaves the documents as they are, and one moves before another', async () => {
  for (const id of ['terms', 'ads']) {
    const typed = { id, document_version: '1', title_en: id, uri_en: `https://acme.example/${id}` };
    expect((await browser.submit(formNamed(await open(), 'document'), typed)).text).toContain('Added.');
  }
  const policy = await browser.open(`${hosts.authUrl}/console/policy`);
  await browser.submit(formNamed(policy, 'policy'), { minimum_age: '15' });
  const moved = await browser.submit(formNamed(await open(), 'document-move'), {}, { press: 'ads' });
  expect(moved.text).toContain('Saved.');
  expect(await stored()).toMatchObject([{ id: 'ads' }, { id: 'terms' }]);
});
