// Documents of the service in a real Chromium against the real program, which reads them from its YAML file: at sign-up
// and after a new version, in both languages, with JavaScript and without (contract 28).

import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../helpers/program.ts';
import { createOwner, registerApplication, type TestServer } from '../helpers/server.ts';
import { openChromium } from './chromium.ts';
import { axeFindings, hearComplaints } from './proof.ts';

let server: TestServer;
let chromium: Browser;
let shop: Server;
let origin: string;
let apiKey: string;
const complaints: string[] = [];

const writeDocuments = (version: string) => {
  mkdirSync(join(server.folder, 'config'), { recursive: true });
  const file = join(server.folder, 'config', 'latchkey.yaml');
  const text = `minimum_age: 14
documents:
  - id: terms
    kind: agree
    required: true
    version: "${version}"
    title: { en: Terms of Service, ko: 이용약관 }
    uri: { en: "https://acme.example/terms", ko: "https://acme.example/ko/terms" }
  - id: news
    kind: consent
    required: false
    version: "1"
    title: { en: news by email, ko: 이메일 소식 수신 }
    uri: "https://acme.example/news"
`;
  writeFileSync(file, text);
};

beforeAll(async () => {
  [server, chromium] = await Promise.all([startServer(), openChromium()]);
  shop = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<h1>Back at the shop</h1>');
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  origin = `http://localhost:${(shop.address() as AddressInfo).port}`;
  const owner = await createOwner(server);
  const application = {
    name: 'Acme Shop',
    login_activation: 'ON',
    platforms: [{ platform: 'Web', site_domains: [origin] }],
    redirect_uris: [`${origin}/callback`],
  };
  apiKey = (await registerApplication(server, owner, application)).platforms[0]?.api_key ?? '';
});
afterAll(async () => {
  await chromium?.close();
  shop?.close();
  await server?.stop();
});

const restartWith = (version: string) => server.restart('SIGTERM', () => writeDocuments(version));
const authorization = () =>
  `${server.authUrl}/oauth/authorize?${new URLSearchParams({ client_id: apiKey, redirect_uri: `${origin}/callback`, response_type: 'code' })}`;
const pathOf = (page: Page) => new URL(page.url()).pathname;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const WORDS = {
  'en-US': {
    create: 'Create account',
    fault: 'Agree to everything that is required.',
    age: 'I am 14 or older',
    terms: /I agree to the Terms of Service/,
    review: 'Review and agree',
    goOn: 'Agree and continue',
  },
  'ko-KR': {
    create: '계정 만들기',
    fault: '필수 항목에 모두 동의해 주세요.',
    age: '만 14세 이상이에요',
    terms: /이용약관/,
    review: '약관 동의',
    goOn: '동의하고 계속하기',
  },
} as const;

describe.each([
  { locale: 'en-US', javaScriptEnabled: true },
  { locale: 'ko-KR', javaScriptEnabled: false },
] as const)('contract 28: in $locale, JavaScript $javaScriptEnabled', ({ locale, javaScriptEnabled }) => {
  const words = WORDS[locale];

  test('sign-up needs the required boxes; a new version is asked before the code', async () => {
    await restartWith('1');
    const context = await chromium.newContext({ locale, javaScriptEnabled });
    hearComplaints(context, complaints);
    const page = await context.newPage();
    await page.goto(authorization());
    await page.click('a[href^="/sign-up"]');
    expect(await page.locator('input[type=checkbox]:checked').count()).toBe(0);
    await page.fill('input[name=email]', `reader-${locale}@example.com`);
    await page.fill('input[name=password]', 'seven quiet harbour lights');
    await page.fill('input[name=nickname]', 'Mina');
    await page.getByLabel(words.age).check();
    await press(page, words.create);
    expect(await page.getByRole('alert').textContent()).toContain(words.fault);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('documents');
    await page.fill('input[name=password]', 'seven quiet harbour lights');
    await page.getByLabel(words.terms).check({ position: { x: 5, y: 5 } });
    await press(page, words.create);
    expect(pathOf(page)).toBe('/consent');
    await page.locator('button[value=agree], form[action^="/consent"] .primary').first().click();
    await page.waitForURL(/\/callback\?.*code=/);

    await restartWith('2');
    await page.goto(authorization());
    expect([pathOf(page), await page.locator('h1').textContent()]).toEqual(['/documents', words.review]);
    if (javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel(words.terms).check({ position: { x: 5, y: 5 } });
    await press(page, words.goOn);
    await page.waitForURL(/\/callback\?.*code=/);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
