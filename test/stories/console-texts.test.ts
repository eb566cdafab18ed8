// The texts of an application in each language of the pages, typed in the console (contract 3, `translations`).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import {
  consoleUrl,
  formNamed,
  givenApplication,
  memberInBrowser,
  ownerInBrowser,
  type Someone,
} from './console-pages.ts';

let hosts: Hosts;
let owner: Someone;
beforeAll(async () => {
  hosts = await startHosts();
  owner = await ownerInBrowser(hosts);
});
afterAll(() => hosts.stop());

const stored = async (id: string) => {
  const application = await hosts.ports.applications.find(id);
  if (!application) throw new Error('Gone');
  return application;
};
const open = (id: string, section: string, who: Someone = owner) => who.browser.open(consoleUrl(hosts, id, section));

test('contract 3: the name in another language is saved with the settings, and an empty field ends it', async () => {
  const { id } = await givenApplication(hosts, owner, 'Acme Shop');
  const saved = await owner.browser.submit(formNamed(await open(id, 'settings'), 'settings'), {
    name_ko: ' 아크메 상점 ',
  });
  expect((await stored(id)).translations).toEqual({ ko: { name: '아크메 상점' } });
  await owner.browser.submit(formNamed(saved, 'settings'), { name_ko: '' });
  expect((await stored(id)).translations).toBeUndefined();
});

test('contract 3: purpose and retention in each language are saved with their item, and shown in the preview', async () => {
  const { id } = await givenApplication(hosts, owner, 'Asking');
  const saved = await owner.browser.submit(
    formNamed(await open(id, 'consent-items?edit=item-nickname'), 'item-nickname'),
    {
      purpose_en: 'To say hello',
      purpose_ko: '인사하려고',
      retention_ko: '탈퇴할 때까지',
    },
  );
  const translations = {
    en: { purpose: 'To say hello' },
    ko: { purpose: '인사하려고', retention: '탈퇴할 때까지' },
  };
  expect((await stored(id)).consentItems[0]).toMatchObject({ purpose: 'To greet you', translations });
  const preview = saved.html.slice(saved.html.indexOf('data-preview'));
  expect(preview).toContain('To say hello');
  expect(preview).not.toContain('To greet you');
  const added = { item: 'email', consent: 'optional', purpose_ko: '영수증을 보내려고' };
  await owner.browser.submit(formNamed(saved, 'item'), added);
  expect((await stored(id)).consentItems[1]?.translations).toEqual({ ko: { purpose: '영수증을 보내려고' } });
});

test('contract 3: a fault in one language names that field alone, and the form comes back unfolded as typed', async () => {
  const { id } = await givenApplication(hosts, owner, 'Wordy');
  const back = await owner.browser.submit(formNamed(await open(id, 'settings'), 'settings'), {
    name_ko: 'x'.repeat(61),
  });
  expect(back.status).toBe(400);
  expect(back.html).toContain('id="settings-name_ko-fault"');
  expect(back.html).not.toContain('id="settings-name-fault"');
  expect(back.html).toContain('href="#settings-name_ko"');
  expect(back.html).toContain('<details class="fold" open>');
  const items = await owner.browser.submit(
    formNamed(await open(id, 'consent-items?edit=item-nickname'), 'item-nickname'),
    {
      retention_en: 'x'.repeat(201),
    },
  );
  expect(items.html).toContain('id="item-nickname-retention_en-fault"');
  expect(items.html).not.toContain('id="item-nickname-retention-fault"');
});

test('contract 3: a translated name that passes for this service is refused', async () => {
  const { id } = await givenApplication(hosts, owner, 'Honest');
  const back = await owner.browser.submit(formNamed(await open(id, 'settings'), 'settings'), {
    name_en: hosts.ports.serviceName,
  });
  expect(back.html).toContain('id="settings-name_en-fault"');
  expect((await stored(id)).translations).toBeUndefined();
});

test('a viewer sees the texts in each language', async () => {
  const { id } = await givenApplication(hosts, owner, 'Watched');
  await owner.browser.submit(formNamed(await open(id, 'settings'), 'settings'), { name_ko: '보이는 이름' });
  await owner.browser.submit(formNamed(await open(id, 'consent-items?edit=item-nickname'), 'item-nickname'), {
    purpose_ko: '보이는 목적',
  });
  const viewer = await memberInBrowser(hosts, id, 'viewer');
  expect((await open(id, 'settings', viewer)).text).toContain('보이는 이름');
  expect((await open(id, 'consent-items', viewer)).text).toContain('Purpose in Korean: 보이는 목적');
});
