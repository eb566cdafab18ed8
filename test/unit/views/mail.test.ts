// What mails say: in both languages, the same in text and HTML, and never anything that a stranger chose (contract 20).
import { describe, expect, it } from 'vitest';
import { MAIL_KINDS, type MailFacts, type MailKind } from '../../../src/core/server/mail/mail-kinds.ts';
import type { DueMail } from '../../../src/core/server/mail/mail-store.ts';
import { EXAMPLES } from '../../../src/views/mail/example-mails.ts';
import { renderMailbox } from '../../../src/views/mail/mailbox-page.tsx';
import { createMailRenderer } from '../../../src/views/mail/render-mail.ts';
import { HOSTILE_TEXTS, OF_HOSTILE_TEXTS } from '../../helpers/hostile-texts.ts';

const AT = Date.UTC(2030, 4, 3, 14, 5);
const ACT = { at: AT, device: { browser: 'Firefox 145', system: 'Windows' }, network: '2001:db8:1::/48' };
/** The examples, as what the tests expect: at their time, on their device. */
const FACTS = Object.fromEntries(
  Object.entries({
    ...EXAMPLES,
    'operators-told': { at: AT, what: 'role', accountId: 'a1', role: 'operator' },
    'applications-received': { at: AT, applications: [{ id: 'a1', name: 'Bookshop' }, { id: 'a2' }] },
  }).map(([kind, facts]) => [kind, { ...facts, ...('device' in facts ? ACT : { at: AT }) }]),
) as Record<string, unknown> as { readonly [Kind in MailKind]: MailFacts[Kind] };
const KINDS = Object.keys(MAIL_KINDS) as MailKind[];
const SECRETS = { token: 'Jm2cQ4vX7tYb0sKpLd9wRzHf3uNaGe6oCi1xVb5TqMk', code: '12345678' };

const someMail = (values: Partial<DueMail> = {}): DueMail => ({
  id: '0197',
  kind: 'password-changed',
  accountId: 'a1',
  sealed: undefined,
  createdAt: AT,
  email: 'person@example.com',
  language: 'en',
  facts: ACT,
  expiresAt: AT,
  summed: 0,
  toFormer: false,
  toUnproven: false,
  tries: 0,
  claimedUntil: 0,
  ...values,
});

const render = (mail: DueMail, brand: { serviceName?: string; supportContact?: string } = {}) =>
  createMailRenderer({
    authUrl: 'https://id.example.com',
    brand: { serviceName: 'Acme ID', accentColor: '#2456c7', supportContact: undefined, ...brand },
  })(mail, SECRETS);

/** Intl puts narrow spaces into times. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

const words = (html: string) =>
  plain(html)
    .replace(/<title>.*?<\/title>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

describe('a notice to an address that nobody proved', () => {
  it.each([
    ['en', 'at most one email a day'],
    ['ko', '하루에 한 통까지만'],
  ])('contract 20: says why there are few, where it is one of them (%s)', async (language, why) => {
    for (const toUnproven of [true, false]) {
      const { text, html } = await render(someMail({ kind: 'passkey-added', toUnproven, language }));
      expect([text, html].map((part) => plain(part).includes(why))).toEqual([toUnproven, toUnproven]);
    }
  });

  it('contract 20: the first one leads to a link for a new password, and names nobody where the server acted', async () => {
    const { text } = await render(someMail({ kind: 'account-unclaimed', facts: { ...ACT, device: undefined } }));
    expect(text).toContain('https://id.example.com/forgot-password');
    expect(text).not.toContain('the operators of the service\n');
  });
});

describe.each(KINDS)('the mail %s', (kind) => {
  it.each(['en', 'ko'])(
    'contract 20: says everything in its text that its HTML says, and the other way round (%s)',
    async (language) => {
      const { subject, text, html } = await render(someMail({ kind, facts: FACTS[kind], language }));
      expect(subject.length).toBeGreaterThan(5);
      expect(html).toMatch(new RegExp(`^<!doctype html><html lang="${language}">`));
      for (const line of plain(text).split('\n')) {
        const shown = line.replace(/:$/, '').trim();
        if (shown === '' || shown === '--' || shown.startsWith('https://')) continue;
        for (const part of shown.split(/: (?=\S)/)) expect(words(html)).toContain(part);
      }
      for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) expect(text).toContain(href);
    },
  );

  it.each([
    ['en', 'When: May 3, 2030, 2:05 PM UTC'],
    ['ko', '일시: 2030년 5월 3일'],
  ])('contract 20: says when it happened (%s)', async (language, when) => {
    expect(plain((await render(someMail({ kind, facts: FACTS[kind], language }))).text)).toContain(when);
  });

  it('contract 20: differs in every sentence between the languages', async () => {
    const [en, ko] = [
      await render(someMail({ kind, facts: FACTS[kind] })),
      await render(someMail({ kind, facts: FACTS[kind], language: 'ko-KR' })),
    ];
    expect(ko.subject).toMatch(/[가-힣]/);
    const same = en.text.split('\n').filter((line) => /[a-z]{4}/.test(line) && ko.text.includes(line));
    expect(same.filter((line) => !line.startsWith('https://'))).toEqual([]);
  });

  it('contract 20: loads nothing, and its links begin with the auth URL', async () => {
    const { html } = await render(someMail({ kind, facts: FACTS[kind] }));
    expect(html).not.toMatch(/<(?:img|link|script|iframe|style|form|object)\b|url\(|@import|src=/i);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(links).not.toHaveLength(0);
    expect(links.filter((href) => !href.startsWith('https://id.example.com/'))).toEqual([]);
  });
});

const BY_NOBODY: readonly MailKind[] = ['event-endpoint-disabled', 'operators-told', 'applications-received'];

it.each(KINDS.filter((kind) => !BY_NOBODY.includes(kind)))(
  'contract 20: the mail %s says on which device somebody acted, and from which network',
  async (kind) => {
    const text = plain((await render(someMail({ kind, facts: FACTS[kind] }))).text);
    expect(text).toContain('Device: Firefox 145, Windows\nNetwork: 2001:db8:1::/48');
  },
);

it('contract 20: an invitation from before it told of device and network says when', async () => {
  const facts = { at: AT, expiresAt: AT + 1, device: undefined, network: undefined };
  const { text } = await render(someMail({ kind: 'invitation', facts }));
  expect(plain(text)).toContain('When: May 3, 2030, 2:05 PM UTC\n\n');
  expect(text).not.toContain('By:');
});

it('contract 20: a notice says when, on which device, and from which network', async () => {
  const text = plain((await render(someMail())).text);
  expect(text).toContain('When: May 3, 2030, 2:05 PM UTC');
  expect(text).toContain('Device: Firefox 145, Windows');
  expect(text).toContain('Network: 2001:db8:1::/48');
  const byOperator = await render(someMail({ facts: { at: AT, device: undefined, network: undefined } }));
  expect(byOperator.text).toContain('By: the operators of the service');
});

it('contract 20: a summary says how many notices it stands for', async () => {
  const { subject, text } = await render(someMail({ summed: 7 }));
  expect(subject).toBe('Your password was changed (7 more times)');
  expect(text).toContain('This happened 7 more times within an hour.');
  const one = await render(someMail({ summed: 1 }));
  expect(one.subject).toBe('Your password was changed (once more)');
  expect(one.text).toContain('This happened once more within an hour.');
});

it('contract 20: a language that is not there is English', async () => {
  for (const language of ['fr', undefined, 'kok', '']) {
    expect((await render(someMail({ language }))).subject).toBe('Your password was changed');
  }
});

it('contract 20: the name of the service is text, whatever it is', async () => {
  const { html } = await render(someMail(), { serviceName: '<b>A</b> & "co"', supportContact: '<i>@x' });
  expect(html).not.toContain('<b>');
  expect(html).not.toContain('<i>');
});

/** A user agent is the one text of a notice that comes from a request. */
it.each(HOSTILE_TEXTS)('L2: a browser that calls itself %j leaves no text in a mail', async (text) => {
  const { describeDevice } = await import('../../../src/core/ground/texts/describe-device.ts');
  for (const userAgent of [text, `Mozilla/5.0 (Windows NT 10.0) Firefox/145.0 ${text}`]) {
    const {
      subject,
      text: said,
      html,
    } = await render(someMail({ facts: { ...ACT, device: describeDevice(userAgent) } }));
    for (const part of [subject, said, html]) expect(part).not.toMatch(OF_HOSTILE_TEXTS);
    for (const kind of KINDS.filter((one) => 'device' in FACTS[one])) {
      const mail = someMail({ kind, facts: { ...FACTS[kind], device: describeDevice(userAgent) } as typeof ACT });
      expect(JSON.stringify(await render(mail)), kind).not.toMatch(OF_HOSTILE_TEXTS);
    }
  }
});

it('contract 20: the page of mails in memory shows what strangers wrote as text, and links only whole lines', () => {
  const mail = {
    messageId: '<1>',
    to: '<b>@example.com',
    date: AT,
    subject: '<script>',
    text: 'see https://evil.example\nhttps://id.example.com/x\n<a href="x">',
  };
  const html = renderMailbox([mail]);
  expect(html).not.toContain('<script');
  expect(html).not.toContain('<b>');
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['https://id.example.com/x']);
  expect(renderMailbox([])).toContain('No mail yet.');
});
