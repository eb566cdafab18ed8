// Every kind of mail, sent to a real mail server with hostile addresses and names (L1, L2; contract 20). A new kind does
// not compile before it is in the table.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createServerSecrets, randomSecret } from '../../../src/core/ground/secrets.ts';
import { describeDevice } from '../../../src/core/ground/texts/describe-device.ts';
import { type Act, MAIL_KINDS, type MailFacts, type MailKind } from '../../../src/core/server/mail/mail-kinds.ts';
import { mailMessages } from '../../../src/core/server/mail/mail-messages.ts';
import type { DueMail } from '../../../src/core/server/mail/mail-store.ts';
import { createSmtpSender } from '../../../src/outside/smtp-sender.ts';
import { createMailRenderer } from '../../../src/views/mail/render-mail.ts';
import { HOSTILE_ADDRESSES, HOSTILE_TEXTS, OF_HOSTILE_TEXTS } from '../../helpers/hostile-texts.ts';
import { type MailServer, startMailServer } from '../../helpers/mail-server.ts';
import { newId } from '../../helpers/new-id.ts';

const AT = Date.UTC(2030, 4, 3, 14, 5);
const LATER = AT + 86_400_000;
const act = (text: string): Act => ({ at: AT, device: describeDevice(text), network: '192.0.2.0/24' });
const until = (text: string) => ({ ...act(text), until: LATER });

/**
 * What each kind knows, where `text` is all that a stranger wrote. A kind with a text of a person or an owner would have
 * it here.
 */
const FACTS: { readonly [Kind in MailKind]: (text: string) => MailFacts[Kind] } = {
  'password-changed': act,
  'api-token-created': act,
  'new-device': act,
  'passkey-added': act,
  'passkey-removed': act,
  'passkey-copied': act,
  'passkey-synced': act,
  'two-step-on': act,
  'two-step-off': act,
  'factors-removed': act,
  'recovery-codes-replaced': act,
  'recovery-code-used': act,
  'wrong-codes': act,
  'factor-code': act,
  // The id of the application, which this server made.
  'event-endpoint-disabled': () => ({ at: AT, applicationId: '0'.repeat(32) }),
  invitation: (text) => ({ ...act(text), expiresAt: LATER }),
  'verify-email': act,
  'reset-password': act,
  'account-created': act,
  'sign-up-code': act,
  'account-exists': act,
  'address-taken': act,
  'address-reserved': until,
  'email-change-asked': act,
  'email-changed': until,
  'email-taken-back': act,
  'take-back-link': (text) => ({ ...act(text), until: Date.UTC(2030, 0, 8) }),
  'reset-link-sent': act,
  'delete-code': act,
  'account-leaving': until,
  'account-restored': act,
  'account-deleted': act,
  'account-unclaimed': act,
  // An id and words of this server.
  'operators-told': () => ({ at: AT, what: 'machine-token', scopes: ['accounts:write', 'roles'], days: 90 }),
  // A member of each knows it by the name that its owner chose; who has no verified address gets its id.
  'applications-received': () => ({ at: AT, applications: [{ id: 'a1', name: 'Bookshop' }, { id: 'a2' }] }),
  'test-mail': act,
};
const KINDS = Object.keys(MAIL_KINDS) as MailKind[];
const HEADERS = ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'];
/** Each may hold a number of the hostile texts by chance. */
const RANDOM_TEXTS = /[0-9a-f]{32}|token=[\w-]{43}|\d{4} \d{4}|boundary=\\?"[^"]+"/g;

const secrets = createServerSecrets(Buffer.alloc(32, 1));
let server: MailServer;
let deliver: ReturnType<typeof mailMessages>['deliver'];
beforeAll(async () => {
  server = await startMailServer();
  const sender = createSmtpSender({
    server: {
      ...{ host: '127.0.0.1', port: server.port, isImplicitTls: false, needsTls: false },
      ...{ user: undefined, password: undefined },
    },
    from: 'login@example.com',
    senderName: () => 'Acme ID',
  });
  const brand = { serviceName: 'Acme ID', accentColor: '#2456c7', supportContact: undefined };
  const render = createMailRenderer({ authUrl: 'https://id.example.com', brand });
  const ports = {
    ...{ clock: { now: () => AT }, mails: { noteTaken: async () => undefined }, secrets },
    // Every link still works.
    isStillWanted: async () => true,
  };
  ({ deliver } = mailMessages({ ...ports, sender, render } as unknown as Parameters<typeof mailMessages>[0]));
});
afterAll(() => server?.close());
beforeEach(() => {
  server.received.length = 0;
});

function someMail(kind: MailKind, { email = 'person@example.org', text = '' }): DueMail {
  const id = newId();
  const sealed = secrets.seal('mail', id, Buffer.from(JSON.stringify({ token: randomSecret(), code: '12345678' })));
  return {
    ...{
      id,
      kind,
      accountId: 'a1',
      email,
      sealed,
      language: 'en',
      facts: FACTS[kind](text),
      summed: 0,
      toFormer: false,
      toUnproven: false,
    },
    ...{ tries: 0, claimedUntil: 0, createdAt: AT, expiresAt: LATER },
  };
}
const send = (mail: DueMail) => deliver(mail, new AbortController().signal);

it('L1, L2: there are 12 hostile addresses and 40 hostile names, and the check sees each name', () => {
  expect(new Set(HOSTILE_ADDRESSES).size).toBe(12);
  expect(new Set(HOSTILE_TEXTS).size).toBe(40);
  const unseen = HOSTILE_TEXTS.filter((text) => !OF_HOSTILE_TEXTS.test(text));
  // Of an empty name nothing could be seen.
  expect(unseen).toEqual(['\u0000']);
});

describe.each(KINDS)('the mail %s', (kind) => {
  it('L1: goes to no hostile address, also to one that got into the database', async () => {
    for (const email of HOSTILE_ADDRESSES) {
      const { kind: result, reason } = await send(someMail(kind, { email }));
      expect([result, reason]).toEqual(['refused', 'address']);
    }
    expect(server.received).toEqual([]);
  });

  it('L2: has one recipient, its own headers, and no text of 40 hostile browsers', async () => {
    const texts = HOSTILE_TEXTS.map((text) => `Mozilla/5.0 (Windows NT 10.0) Firefox/145.0 ${text}`);
    // Of browsers that the mail knows the same of, it is the same.
    const known = new Map(texts.map((text) => [JSON.stringify(FACTS[kind](text)), text]));
    const answers = [...known.values()].map((text) => send(someMail(kind, { text })));
    expect((await Promise.all(answers)).filter((answer) => answer.kind !== 'delivered')).toEqual([]);
    expect(server.received).toHaveLength(known.size);
    for (const mail of server.received) {
      expect(mail.to).toEqual(['person@example.org']);
      expect(mail.headers.map(([name]) => name).sort()).toEqual(HEADERS);
      const said = `${JSON.stringify(mail.headers)}${mail.text}${mail.html}`.replaceAll(RANDOM_TEXTS, '');
      expect(said).not.toMatch(OF_HOSTILE_TEXTS);
    }
  });
});
