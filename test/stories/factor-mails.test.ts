// What a person hears of their second factors by mail (contract 24).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFactorsOf } from '../helpers/administer-accounts.ts';
import { Browser } from '../helpers/browser.ts';
import type { Hosts } from '../helpers/hosts.ts';
import type { Form } from '../helpers/html-page.ts';
import { signIn } from './account-pages.ts';
import { codeForm, personWithFactor, STEP_MS, signInWithCode, wrongCode } from './factor-pages.ts';
import { mailsTo, startWithMail } from './sent-mail.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startWithMail({ LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000' });
});
afterAll(() => hosts?.stop());

const kindsTo = async (email: string) => (await mailsTo(hosts, email)).map(({ kind }) => kind);

describe('what is mailed', () => {
  test('contract 24: turning two-step verification on and off, and new recovery codes', async () => {
    const { browser, email } = await personWithFactor(hosts, { verified: true });
    expect(await kindsTo(email)).toEqual(['two-step-on']);
    const page = await browser.open(`${hosts.authUrl}/account/two-step`);
    await browser.submit(page.form({ action: '/account/two-step' }), {}, { press: 'new-codes' });
    const again = await browser.open(`${hosts.authUrl}/account/two-step`);
    await browser.submit(again.forms.at(-1) as Form, {}, { press: 'remove' });
    expect(await kindsTo(email)).toEqual(['two-step-on', 'recovery-codes-replaced', 'two-step-off']);
  });

  test('contract 24: a recovery code that was used, and none that was wrong', async () => {
    const { email, recoveryCodes } = await personWithFactor(hosts, { verified: true });
    const browser = new Browser();
    const page = await signIn(hosts, browser, email);
    const wrong = await browser.submit(codeForm(page), { code: '0000-0000-0000-0000-0000-0000' });
    expect([wrong.status, await kindsTo(email)]).toEqual([401, ['two-step-on']]);
    await browser.submit(codeForm(wrong), { code: recoveryCodes[0] ?? '' });
    expect(await kindsTo(email)).toEqual(['two-step-on', 'recovery-code-used']);
  });

  test('contract 24: the fifth wrong code in a row, of either kind, and not the sixth', async () => {
    const { email, secret } = await personWithFactor(hosts, { verified: true });
    const browser = new Browser();
    let page = await signIn(hosts, browser, email);
    const wrong = [wrongCode(hosts, secret), '0000-0000-0000-0000-0000-0000'];
    for (let tries = 1; tries <= 6; tries += 1) {
      page = await browser.submit(codeForm(page), { code: wrong[tries % 2] ?? '' });
      expect((await kindsTo(email)).includes('wrong-codes')).toBe(tries >= 5);
    }
    expect(await kindsTo(email)).toEqual(['two-step-on', 'wrong-codes']);
  });

  test('contract 24: a right code in between starts the count anew', async () => {
    const { email, secret } = await personWithFactor(hosts, { verified: true });
    for (let round = 0; round < 2; round += 1) {
      const browser = new Browser();
      let page = await signIn(hosts, browser, email);
      for (let tries = 0; tries < 4; tries += 1) {
        page = await browser.submit(codeForm(page), { code: wrongCode(hosts, secret) });
      }
      hosts.clock.advance(STEP_MS);
      await signInWithCode(hosts, browser, email, secret);
      hosts.clock.advance(STEP_MS);
    }
    expect(await kindsTo(email)).toEqual(['two-step-on']);
  });

  test('contract 24: that an operator removed the factors, which the audit tells too', async () => {
    const { email } = await personWithFactor(hosts, { verified: true });
    const act = {
      actor: { role: 'operator', command: 'accounts remove-factors' },
      action: 'accounts remove-factors',
    } as const;
    const ports = hosts.ports.recording(act);
    await removeFactorsOf(ports, email);
    await removeFactorsOf(ports, email);
    const account = await hosts.ports.accounts.findByEmailKey(email);
    const entries = await hosts.ports.audit.list({ limit: 9 });
    const told = { role: 'operator', command: act.action, subjectId: account?.id, fields: ['second_factors'] };
    expect(entries.filter(({ action }) => action === act.action)).toMatchObject([told]);
    expect(await kindsTo(email)).toEqual(['two-step-on', 'factors-removed']);
  });
});
