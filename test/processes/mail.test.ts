// Mail of the real program to a real SMTP server: what arrives, what is tried again, what is given up, and what is in no
// log (contract 20).
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openPorts } from '../../src/compose/ports.ts';
import { createApiToken } from '../../src/core/applications/api-tokens/create-api-token.ts';
import { loadSettings } from '../../src/settings/config.ts';
import { Browser } from '../helpers/browser.ts';
import { HOSTILE_TEXTS, OF_HOSTILE_TEXTS } from '../helpers/hostile-texts.ts';
import { answer, headerOf, type MailServer, type Received, startMailServer } from '../helpers/mail-server.ts';
import { startServer } from '../helpers/program.ts';
import { createOwner, registerApplication, succeed, type TestServer } from '../helpers/server.ts';
import { PASSWORD, signIn } from '../stories/account-pages.ts';

const HEADERS = ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'];

let server: TestServer;
let mails: MailServer;
/** What the mail server answers to these recipients; undefined: it takes the mail. */
const refusals = new Map<string, (address: string) => Error | undefined>();

beforeAll(async () => {
  mails = await startMailServer({
    onRcptTo: ({ address }, _session, callback) => {
      const refusal = refusals.get(address)?.(address);
      return refusal ? callback(refusal) : callback();
    },
  });
  server = await startServer({
    LATCHKEY_SECRET: 'a-secret-of-more-than-thirty-two-bytes',
    LATCHKEY_REQUIRE_VERIFIED_EMAIL: 'false',
    LATCHKEY_SMTP_URL: mails.url,
    LATCHKEY_MAIL_FROM: 'login@example.com',
    LATCHKEY_SERVICE_NAME: 'Acme ID',
    LATCHKEY_OPEN_OWNERSHIP: 'true',
  });
});
afterAll(async () => {
  await server?.stop();
  await mails?.close();
});

const mailsTo = (email: string): Received[] => mails.received.filter(({ to }) => to.includes(email));
async function mailTo(email: string): Promise<Received> {
  await vi.waitUntil(() => mailsTo(email).length === 1, { timeout: 60_000, interval: 50 });
  return mailsTo(email)[0] as Received;
}
const logOf = (mailId: string) =>
  server
    .logs()
    .split('\n')
    .filter((line) => line.includes(`"mail":"${mailId}"`));
const idOf = (mail: Received) => /^<([0-9a-f]{32})@example\.com>$/.exec(headerOf(mail, 'message-id'))?.[1] ?? '';

/** Signed in there. */
async function givenAccount(browser: Browser, email: string) {
  await succeed(server, ['accounts', 'create', '--email', email, '--email-verified', '--password-stdin'], PASSWORD);
  await signIn(server as never, browser, email);
}

async function changePassword(browser: Browser) {
  const page = await browser.open(`${server.authUrl}/account/security`);
  const values = { current_password: PASSWORD, new_password: 'another long passphrase' };
  return browser.submit(page.form({ action: '/account/password' }), values);
}

describe('a changed password', () => {
  it.each([
    ['en', 'Your password was changed', 'If this wasn’t you', 'Firefox 145, Windows'],
    ['ko', '비밀번호가 변경되었어요', '본인이 변경하지 않았다면', 'Firefox 145, Windows'],
  ])('contract 20: is told by mail, in the language of the page (%s)', async (language, subject, advice, device) => {
    const browser = new Browser({
      'accept-language': language,
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
    });
    const email = `${language}.Person@example.org`;
    await givenAccount(browser, email);
    expect((await changePassword(browser)).status).toBe(200);
    const mail = await mailTo(email);
    expect([mail.from, mail.to]).toEqual(['login@example.com', [email]]);
    expect(headerOf(mail, 'subject')).toBe(subject);
    expect(headerOf(mail, 'from')).toBe('Acme ID <login@example.com>');
    for (const said of [subject, advice, device, '127.0.0.0/24', `${server.authUrl}/account`]) {
      expect(mail.text).toContain(said);
      expect(mail.html).toContain(said);
    }
    expect(mail.html).toContain(`lang="${language}"`);
  });

  it('contract 20: nothing of a mail loads from anywhere, and every link begins with the auth URL', async () => {
    for (const { html } of mails.received) {
      expect(html).not.toMatch(/<(?:img|link|script|iframe|style)\b|url\(|@import/i);
      const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, href]) => href);
      expect(links.filter((href) => !href?.startsWith(`${server.authUrl}/`))).toEqual([]);
      expect(links.length).toBeGreaterThan(0);
    }
  });

  it('contract 20: a wrong current password sends nothing', async () => {
    const browser = new Browser();
    const email = 'unchanged@example.org';
    await givenAccount(browser, email);
    const page = await browser.open(`${server.authUrl}/account/security`);
    const values = { current_password: 'wrong', new_password: 'another long passphrase' };
    expect((await browser.submit(page.form({ action: '/account/password' }), values)).status).toBe(400);
    await createOwner(server, 'sentinel@example.org');
    await mailTo('sentinel@example.org');
    expect(mailsTo(email)).toEqual([]);
  });
});

describe('the mail server', () => {
  it('contract 20: that refuses an address for good is asked once; the log has no address', async () => {
    const asked: string[] = [];
    const email = 'nobody.at.all@example.org';
    refusals.set(email, (address) => {
      asked.push(address);
      return answer(550, `5.1.1 <${address}> is unknown`);
    });
    await createOwner(server, email);
    await expect.poll(() => server.logs()).toContain('"reason":"RCPT TO 550 5.1.1"');
    expect(asked).toEqual([email]);
    const lines = server
      .logs()
      .split('\n')
      .filter((line) => line.includes('"event":"mail"'));
    expect(lines.filter((line) => line.includes('@'))).toEqual([]);
    const metrics = await (await fetch(`${server.opsUrl}/metrics`)).text();
    expect(metrics).toMatch(/latchkey_mails_total\{outcome="gave-up"\} 1\n/);
    expect(metrics).toMatch(/latchkey_mails_due 0\n/);
  });
});

const RANDOM_TEXTS = /[0-9a-f]{32}|token=[\w-]{43}|boundary=\\?"[^"]+"/g;

describe('an invitation', () => {
  it('contract 20: reaches the person by mail with a link that works, and shows it nowhere else', async () => {
    const owner = await createOwner(server, 'inviting@example.org');
    const call = (path: string, body: object) =>
      fetch(`${server.apiUrl}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.apiToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const registered = await call('/applications', { name: 'Evil <b>Shop</b> https://evil.example' });
    const invited = await call(`${registered.headers.get('location')?.replace(server.apiUrl, '')}/members`, {
      email: 'guest@example.net',
      role: 'editor',
    });
    expect([invited.status, await invited.text()]).toEqual([202, expect.not.stringContaining('token')]);
    const mail = await mailTo('guest@example.net');
    expect(mail.raw + mail.text + mail.html).not.toMatch(/evil|shop|inviting@/i);
    const link = new RegExp(`^${server.authUrl}/invitation\\?token=[\\w-]{43}$`, 'm').exec(mail.text)?.[0] ?? '';
    const page = await new Browser().open(link);
    expect(page.status).toBe(200);
    const token = link.split('=')[1] ?? '';
    expect(server.logs()).not.toContain(token);
    for (const [name, contents] of await server.contents())
      expect([name, contents.includes(token)]).toEqual([name, false]);
  });

  it('L2: 40 hostile names of applications and tokens leave nothing in any mail', async () => {
    const owner = await createOwner(server, 'hostile@example.org');
    const headers = { authorization: `Bearer ${owner.apiToken}`, 'content-type': 'application/json' };
    const post = (url: string, body: object) => fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const before = mails.received.length;
    let expected = 0;
    // In this process: forty commands would be forty processes. No argument of a command holds a NUL.
    const { ports, close } = await openPorts(loadSettings({ env: server.environment }));
    for (const [at, name] of HOSTILE_TEXTS.entries()) {
      // What cannot be stored is refused; what can be must not matter.
      const application = (await post(`${server.apiUrl}/applications`, { name })).headers.get('location');
      const invited =
        application && (await post(`${application}/members`, { email: `h${at}@example.net`, role: 'viewer' }));
      if (invited) expected += 1;
      const token = { email: owner.email, name: name.replaceAll('\u0000', ''), expiresInDays: 90 };
      const made = await createApiToken(ports, token);
      if (made.kind === 'created') expected += 1;
    }
    await close();
    expect(expected).toBeGreaterThan(20);
    // Notices past the fifth wait for their summary.
    await expect.poll(() => mailsTo('h0@example.net').length + mails.received.length).toBeGreaterThan(before + 5);
    await expect
      .poll(async () => (await (await fetch(`${server.opsUrl}/metrics`)).text()).includes('mails_due 0\n'))
      .toBe(true);
    for (const mail of mails.received.slice(before)) {
      expect(mail.to).toHaveLength(1);
      expect(mail.headers.map(([name]) => name).sort()).toEqual(HEADERS);
      // Ids, tokens and boundaries are random: any of them may contain a number of the hostile texts.
      const said = `${JSON.stringify(mail.headers)}${mail.text}${mail.html}`.replaceAll(RANDOM_TEXTS, '');
      expect(said).not.toMatch(OF_HOSTILE_TEXTS);
    }
  });

  it('contract 20: in the console, says that it was sent instead of showing a link', async () => {
    const owner = await createOwner(server, 'console@example.org');
    const { id } = await registerApplication(server, owner, { name: 'Shop' });
    const browser = new Browser();
    await signIn(server as never, browser, owner.email, owner.password);
    const team = await browser.open(`${server.authUrl}/console/applications/${id}/team`);
    const form = team.form({ fields: ['email', 'role'] });
    const answered = await browser.submit(form, { email: 'guest2@example.net', role: 'viewer' }, { press: 'invite' });
    expect(answered.html).toContain('The invitation was sent by email.');
    expect(answered.html).not.toContain('/invitation?token=');
    await mailTo('guest2@example.net');
  });
});

describe.concurrent('a mail server that asks to come back', () => {
  it('L4: gets the mail later, once', async ({ expect }) => {
    let asked = 0;
    const email = 'greylisted@example.org';
    refusals.set(email, () => (++asked === 1 ? answer(451, '4.7.1 come back later') : undefined));
    await createOwner(server, email);
    const mail = await mailTo(email);
    expect(asked).toBe(2);
    const results = () => logOf(idOf(mail)).map((line) => (JSON.parse(line) as { result: string }).result);
    await expect.poll(results).toEqual(['put-back', 'delivered']);
  });

  it('contract 20: an invitation that was withdrawn meanwhile is not sent', async ({ expect }) => {
    const owner = await createOwner(server, 'withdrawing@example.org');
    const headers = { authorization: `Bearer ${owner.apiToken}`, 'content-type': 'application/json' };
    const send = (method: string, url: string, body?: object) =>
      fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    let asked = 0;
    const email = 'withdrawn@example.net';
    refusals.set(email, () => (++asked === 1 ? answer(451, 'later') : undefined));
    const application = (await send('POST', `${server.apiUrl}/applications`, { name: 'Shop' })).headers.get('location');
    const invited = await send('POST', `${application}/members`, { email, role: 'viewer' });
    const { id } = (await invited.json()) as { id: string };
    await expect.poll(() => asked).toBe(1);
    expect((await send('DELETE', `${application}/members/${id}`)).status).toBe(204);
    await expect.poll(() => server.logs()).toContain('"result":"dropped"');
    expect(mailsTo(email)).toEqual([]);
  });
});

it('contract 20: doctor and config check say how mail leaves', async () => {
  const said = (await server.command(['doctor'])).stdout;
  expect(said).toMatch(new RegExp(`(ok|warning) +mail +${mails.url} takes mail from \\S+: 250 `));
  expect((await server.command(['config', 'check'])).stdout).toContain('Mail is sent.');
  const gone = await server.command(['doctor'], '', { LATCHKEY_SMTP_URL: 'smtp://user:secret-word@127.0.0.1:1' });
  expect(gone.stdout).toMatch(/mail +smtp:\/\/user:not-shown@127\.0\.0\.1:1: .*ECONNREFUSED/);
  expect(gone.stdout).not.toContain('secret-word');
});
