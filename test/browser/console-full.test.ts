// The console of the running server with 0, 1 and 200 applications, and each section of one that is as full as it may
// be: long, right-to-left and Korean names, as many redirect URIs as there may be, a team of five, secrets that have
// ended.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerApplication } from '../../src/core/applications/applications/register-application.ts';
import { createClientSecret } from '../../src/core/applications/client-secrets/create-client-secret.ts';
import { CONSENT_ITEMS } from '../../src/core/ground/consent-items.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { SECTIONS, sectionPath } from '../../src/views/console/parts/sections.ts';
import { givenGroup } from '../helpers/given-group.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { givenMember as letIn } from '../helpers/membership.ts';
import { ARABIC_NAME, KOREAN_NAME, LONG_NAME, UNBROKEN_NAME } from '../unit/views/people.ts';
import { openChromium } from './chromium.ts';
import { axeFindings, openEverything, overflowOf, refusedOn, watch } from './proof.ts';
import { openVariant, type Variant } from './variants.ts';

/**
 * The designed states are looked at in more ways (pages.test.ts, console-pages.test.ts): here each setting is met once.
 */
const VARIANTS: readonly Variant[] = [
  { language: 'ko', theme: 'dark', width: 360 },
  { language: 'en', theme: 'light', width: 1280 },
];
const NAMES = ['Acme Shop', KOREAN_NAME, LONG_NAME, ARABIC_NAME, UNBROKEN_NAME];
const MANY = 200;
const PAGE = 20;
const DAY = 24 * 60 * 60 * 1000;
const GROUPS = ['on-call', `a-${'very-'.repeat(5)}long-name`];

let hosts: Hosts;
let chromium: Browser;

beforeAll(async () => {
  hosts = await startHosts();
  chromium = await openChromium();
});
afterAll(async () => {
  await chromium?.close();
  await hosts?.stop();
});

const accountIdOf = async (email: string): Promise<string> =>
  (await hosts.ports.accounts.findByEmailKey(email))?.id ?? '';

async function register(ownerId: string, name: string, full = false) {
  const registration = await registerApplication(hosts.ports, {
    ownerId,
    draft: {
      name,
      loginActivation: 'ON',
      platforms: [
        {
          platform: 'Web',
          siteDomains: full ? tenOf((at) => `https://a-long-subdomain-${at}.shop.example`) : ['http://localhost:3000'],
        },
        ...(full ? [{ platform: 'Android', packageName: `com.example.${'long'.repeat(20)}` }] : []),
      ],
      redirectUris: full
        ? [...tenOf((at) => longUri(at)), ...tenOf((at) => longUri(10 + at))]
        : ['http://localhost:3000/callback'],
      postLogoutRedirectUris: full ? tenOf(longUri) : [],
      consentItems: full
        ? CONSENT_ITEMS.map((item) => ({ item, consent: 'optional', purpose: 'A long reason. '.repeat(13).trim() }))
        : [{ item: 'nickname', consent: 'required' }],
      groups: full ? GROUPS : [],
    },
  });
  if (registration.kind !== 'registered') throw new Error(JSON.stringify(registration));
  return registration.application;
}

const tenOf = (make: (at: number) => string): string[] => Array.from({ length: 10 }, (_, at) => make(at));
/** As long as one may be: 2,000 characters, without a place to break at. */
const longUri = (at: number): string => `https://shop.example/${at}/`.padEnd(2000, 'callback');

/** An owner signed in, in a window of these settings. */
async function ownerIn(variant: Variant, email: string): Promise<Page> {
  const page = await openVariant(chromium, variant);
  await watch(page);
  await page.goto(`${hosts.authUrl}/login?to=/console&ui_locales=${variant.language}`);
  await page.fill('#email', email);
  await page.fill('#password', 'correct horse battery staple');
  await page.press('#password', 'Enter');
  await page.waitForURL('**/console');
  return page;
}

async function expectProven(page: Page, where: string): Promise<void> {
  await openEverything(page);
  expect(await refusedOn(page), where).toEqual([]);
  expect(await overflowOf(page), where).toEqual([]);
  expect(await axeFindings(page), where).toEqual([]);
}

test.each(VARIANTS)('pages: the list with 0, 1 and 200 applications: $language, $theme, $width px', async (variant) => {
  const { email } = await hosts.owner(`many-${variant.language}-${variant.width}@example.com`);
  const ownerId = await accountIdOf(email);
  const page = await ownerIn(variant, email);
  expect(await page.locator('a[href="/console/applications/new"]').count()).toBe(1);
  await expectProven(page, 'none');
  await register(ownerId, LONG_NAME);
  await page.reload();
  expect(await page.locator('.listed').count()).toBe(1);
  await Promise.all(Array.from({ length: MANY - 1 }, (_, at) => register(ownerId, NAMES[at % NAMES.length] ?? '')));
  await page.reload();
  let listed = 0;
  for (let shown = 1; shown <= MANY / PAGE; shown += 1) {
    listed += await page.locator('.listed').count();
    // The first, one between, the last: they differ in the links below the list.
    if ([1, 2, MANY / PAGE].includes(shown)) await expectProven(page, `page ${shown}`);
    else expect(await overflowOf(page)).toEqual([]);
    if (shown === MANY / PAGE) break;
    await Promise.all([page.waitForNavigation(), page.locator('.pager a[href*="after="]').click()]);
  }
  expect(listed).toBe(MANY);
  expect(await page.locator('.pager a[href*="after="]').count()).toBe(0);
  await page.context().close();
});

describe('each section of an application that is as full as it may be', () => {
  let email: string;
  const ids: string[] = [];

  beforeAll(async () => {
    ({ email } = await hosts.owner('full@example.com'));
    const ownerId = await accountIdOf(email);
    for (const group of GROUPS) await givenGroup(hosts, group, { label: KOREAN_NAME });
    for (const name of [UNBROKEN_NAME, ARABIC_NAME]) {
      const { id } = await register(ownerId, name, true);
      ids.push(id);
      for (const [at, nickname] of [KOREAN_NAME, ARABIC_NAME, LONG_NAME, 'Jun'].entries()) {
        await givenMember(id, `${'member-'.repeat(8)}${ids.length}-${at}@example.com`, nickname);
      }
      const caller = { accountId: ownerId, role: 'owner' as const };
      // Two that have ended by the time they are looked at, and a third that lives.
      for (const days of [1, 2]) {
        const expiresAt = hosts.clock.now() + days * DAY;
        await createClientSecret(hosts.ports, { caller, applicationId: id, expiresAt });
      }
    }
    hosts.clock.advance(3 * DAY);
    for (const id of ids) {
      const caller = { accountId: ownerId, role: 'owner' as const };
      await createClientSecret(hosts.ports, { caller, applicationId: id, expiresAt: undefined });
    }
  });

  async function givenMember(applicationId: string, address: string, nickname: string): Promise<void> {
    await createAccount(hosts.ports, { email: address, role: 'user', nickname, password: undefined });
    const accountId = await accountIdOf(address);
    await letIn(hosts.ports, { applicationId, accountId, role: 'editor', now: hosts.clock.now() });
  }

  test.each(VARIANTS)('pages: nothing is found in any: $language, $theme, $width px', async (variant) => {
    const page = await ownerIn(variant, email);
    const id = ids[variant.width === 360 ? 0 : 1] ?? '';
    for (const section of SECTIONS) {
      await page.goto(hosts.authUrl + sectionPath(id, section));
      await expectProven(page, section);
    }
    await page.goto(`${hosts.authUrl}/console/api-tokens`);
    await expectProven(page, 'api-tokens');
    await page.context().close();
  });
});
