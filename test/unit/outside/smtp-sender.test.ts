// Sending to a real SMTP server on loopback: what is protected, what is refused, and how each trouble ends.
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RenderedMail } from '../../../src/core/server/mail/mail-sender.ts';
import { createSmtpSender, probeMailServer, type SmtpSenderOptions } from '../../../src/outside/smtp-sender.ts';
import {
  answer,
  headerOf,
  type MailServer,
  type MailServerBehaviour,
  makeCertificate,
  startMailServer,
} from '../../helpers/mail-server.ts';

const MAIL: RenderedMail = {
  messageId: '<0197@example.com>',
  to: 'person@example.org',
  date: Date.UTC(2030, 0, 1),
  subject: '비밀번호가 변경되었어요',
  text: 'Your password was changed.\n',
  html: '<!doctype html><p>Your password was changed.</p>',
};

const tls = makeCertificate();
const other = makeCertificate();
const never = new AbortController().signal;
/** Far more than any time limit here, far less than a test may take. */
const GENEROUS_MS = 10_000;

let servers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});
const given = async (behaviour?: MailServerBehaviour): Promise<MailServer> => {
  const server = await startMailServer(behaviour);
  servers.push(server);
  return server;
};
const senderTo = (
  { port }: { port: number },
  {
    server = {},
    ...more
  }: Partial<Omit<SmtpSenderOptions, 'server'>> & { server?: Partial<SmtpSenderOptions['server']> } = {},
) =>
  createSmtpSender({
    server: {
      ...{ host: 'localhost', port, isImplicitTls: false, needsTls: false, user: undefined, password: undefined },
      ...server,
    },
    ...{ from: 'login@example.com', senderName: () => 'Acme "Login", Inc.', timeLimitMs: GENEROUS_MS },
    ...more,
  });

describe('a mail', () => {
  it('contract 20: arrives with one recipient, its Message-ID, and text and HTML that say the same', async () => {
    const server = await given();
    const sent = await senderTo(server).send(MAIL, never);
    expect(sent).toEqual({ kind: 'delivered', reason: undefined });
    const [mail, ...others] = server.received;
    expect(others).toEqual([]);
    expect([mail?.from, mail?.to]).toEqual(['login@example.com', ['person@example.org']]);
    const header = (name: string) => (mail ? headerOf(mail, name) : '');
    expect(header('message-id')).toBe('<0197@example.com>');
    expect(header('to')).toBe('person@example.org');
    expect(header('from')).toBe('"Acme \\"Login\\", Inc." <login@example.com>');
    expect(header('subject')).toBe(MAIL.subject);
    expect(Date.parse(header('date'))).toBe(MAIL.date);
    expect(header('auto-submitted')).toBe('auto-generated');
    expect(mail?.text.trim()).toBe(MAIL.text.trim());
    expect(mail?.html.trim()).toBe(MAIL.html);
    expect(mail?.headers.map(([name]) => name).sort()).toEqual(
      [...['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to']].sort(),
    );
  });

  it('contract 20: the sender says which domain Message-IDs have', async () => {
    expect(senderTo({ port: 1 }).domain).toBe('example.com');
  });
});

describe('TLS', () => {
  const needsTls = { server: { needsTls: true }, trusted: tls.cert };

  it('contract 20: STARTTLS is used before anything is said', async () => {
    const server = await given({ tls });
    expect((await senderTo(server, needsTls).send(MAIL, never)).kind).toBe('delivered');
    expect(server.received[0]?.isEncrypted).toBe(true);
  });

  it('contract 20: smtps: TLS from the first byte', async () => {
    const server = await given({ tls, secure: true });
    const secure = { ...needsTls, server: { needsTls: true, isImplicitTls: true } };
    expect((await senderTo(server, secure).send(MAIL, never)).kind).toBe('delivered');
  });

  it('L5: a server without STARTTLS gets nothing', async () => {
    const server = await given();
    expect(await senderTo(server, needsTls).send(MAIL, never)).toMatchObject({ kind: 'failed', reason: /TLS/ });
    expect(server.received).toEqual([]);
  });

  it.each([
    ['that nobody signed', { ...needsTls, trusted: other.cert }],
    ['of another name', { ...needsTls, server: { needsTls: true, host: '127.0.0.2' } }],
  ])('L5: a certificate %s gets nothing, and the mail is tried again', async (_, options) => {
    const server = await given({ tls });
    expect((await senderTo(server, options).send(MAIL, never)).kind).toBe('failed');
    expect(server.received).toEqual([]);
  });

  it('contract 20: with ?tls=optional TLS is used whatever the certificate, and not missed', async () => {
    const [encrypted, plain] = [await given({ tls }), await given()];
    for (const server of [encrypted, plain]) {
      expect((await senderTo(server).send(MAIL, never)).kind).toBe('delivered');
    }
    expect([encrypted.received[0]?.isEncrypted, plain.received[0]?.isEncrypted]).toEqual([true, false]);
  });
});

describe('signing in', () => {
  const account = { needsTls: true, user: 'latch key', password: 'p@ss:wörd' };
  const onAuth: MailServerBehaviour['onAuth'] = ({ username, password }, _session, callback) =>
    username === account.user && password === account.password
      ? callback(null, { user: username })
      : callback(answer(535, '5.7.8 wrong'));

  it('contract 20: the user and password of the URL are used', async () => {
    const server = await given({ tls, onAuth, authOptional: false });
    expect((await senderTo(server, { server: account, trusted: tls.cert }).send(MAIL, never)).kind).toBe('delivered');
    expect(server.received[0]?.user).toBe('latch key');
  });

  it('decision 44: a wrong password is tried again, because the operator can mend it', async () => {
    const server = await given({ tls, onAuth, authOptional: false });
    const wrong = { server: { ...account, password: 'wrong' }, trusted: tls.cert };
    expect(await senderTo(server, wrong).send(MAIL, never)).toMatchObject({
      ...{ kind: 'failed', reason: /535/, refused: 'sender' },
    });
  });
});

describe('a server that does not take the mail', () => {
  it.each([
    [550, 'refused'],
    [553, 'refused'],
    [450, 'deferred'],
    [451, 'deferred'],
  ])('contract 20: %i to the recipient: %s, without the address in the reason', async (code, kind) => {
    const server = await given({
      onRcptTo: ({ address }, _session, callback) => callback(answer(code, `5.1.1 <${address}> is unknown`)),
    });
    const sent = await senderTo(server).send(MAIL, never);
    expect(sent.kind).toBe(kind);
    expect(sent.reason).toContain(String(code));
    expect(sent.reason).not.toContain('person');
  });

  it.each([550, 553, 451])('contract 20: %i to the sender is tried again: no mail would get through', async (code) => {
    const server = await given({
      onMailFrom: (_address, _session, callback) => callback(answer(code, '5.7.1 Sender is not allowed')),
    });
    const sent = await senderTo(server).send(MAIL, never);
    const refused = code >= 500 ? { refused: 'sender' } : {};
    expect(sent).toEqual({ kind: 'failed', reason: `MAIL FROM ${code} 5.7.1`, ...refused });
  });

  it.each([
    [550, '5.7.1 Relaying denied', { kind: 'refused', reason: 'RCPT TO 550 5.7.1', refused: 'recipient' }],
    [554, '5.7.26 Not authenticated', { kind: 'refused', reason: 'RCPT TO 554 5.7.26', refused: 'recipient' }],
    [550, '5.1.1 Unknown', { kind: 'refused', reason: 'RCPT TO 550 5.1.1' }],
    [550, 'Unknown', { kind: 'refused', reason: 'RCPT TO 550' }],
    [450, '4.7.1 Greylisted', { kind: 'deferred', reason: 'RCPT TO 450 4.7.1' }],
  ])('contract 20: %i %s to the recipient is by policy or not', async (code, text, sent) => {
    const server = await given({ onRcptTo: (_address, _session, callback) => callback(answer(code, text)) });
    expect(await senderTo(server).send(MAIL, never)).toEqual(sent);
  });

  it('contract 20: 5.7.x to the mail is by policy as well', async () => {
    const server = await given({
      onMail: () => {
        throw answer(554, '5.7.1 Refused by policy');
      },
    });
    expect(await senderTo(server).send(MAIL, never)).toEqual({
      ...{ kind: 'refused', reason: 'DATA 554 5.7.1', refused: 'recipient' },
    });
  });

  it.each([
    [554, 'refused'],
    [452, 'deferred'],
  ])('contract 20: %i to the mail: %s', async (code, kind) => {
    const server = await given({
      onMail: () => {
        throw answer(code, 'no');
      },
    });
    expect(await senderTo(server).send(MAIL, never)).toEqual({ kind, reason: `DATA ${code}` });
  });

  it('contract 20: nobody listens: tried again', async () => {
    expect(await senderTo({ port: 1 }).send(MAIL, never)).toMatchObject({ kind: 'failed', reason: /ECONNREFUSED/ });
  });

  it('contract 20: a server that greets with 554 is tried again', async () => {
    const server = await given({ onConnect: (_session, callback) => callback(answer(554, 'busy')) });
    expect((await senderTo(server).send(MAIL, never)).kind).toBe('failed');
  });

  it.each(['says nothing', 'greets and says nothing more', 'dies at once', 'dies in the middle of a line'])(
    'L4: a server that %s is given up within the time limit, and tried again',
    async (what) => {
      const sockets: Socket[] = [];
      const silent = createServer((socket) => {
        sockets.push(socket);
        socket.on('error', () => undefined);
        if (what === 'dies at once') socket.destroy();
        if (what === 'greets and says nothing more') socket.write('220 here\r\n');
        if (what === 'dies in the middle of a line') socket.end('220 he');
      });
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      const close = () => {
        for (const socket of sockets) socket.destroy();
        return new Promise<void>((resolve) => silent.close(() => resolve()));
      };
      servers.push({ close });
      const { port } = silent.address() as { port: number };
      const startedAt = performance.now();
      const sent = await senderTo({ port }, { timeLimitMs: 300 }).send(MAIL, never);
      expect(sent.kind).toBe('failed');
      expect(performance.now() - startedAt).toBeLessThan(GENEROUS_MS);
    },
  );

  it('decision 41: stopping cuts it off at once', async () => {
    const stopping = new AbortController();
    let abortedAt = 0;
    // The server has the mail, and never says whether it takes it.
    const onMail = () => {
      abortedAt = performance.now();
      stopping.abort();
      return new Promise<void>(() => {});
    };
    const server = await given({ onMail });
    const sent = await senderTo(server, { timeLimitMs: 2 * GENEROUS_MS }).send(MAIL, stopping.signal);
    expect(sent).toEqual({ kind: 'failed', reason: 'stopped' });
    expect(performance.now() - abortedAt).toBeLessThan(GENEROUS_MS);
  });

  it('contract 20: a server that never answers QUIT holds nothing up for long', async () => {
    const server = await given({ disabledCommands: ['STARTTLS', 'QUIT'] });
    expect((await senderTo(server).send(MAIL, never)).kind).toBe('delivered');
  });
});

describe('contract 20: doctor asks MAIL FROM', () => {
  const asked = ({ port }: { port: number }, from = 'login@example.com') =>
    probeMailServer({
      server: { host: 'localhost', port, isImplicitTls: false, needsTls: false, user: undefined, password: undefined },
      from,
    });

  it('and says what was answered, without sending anything', async () => {
    const senders: string[] = [];
    const server = await given({
      onMailFrom: ({ address }, _session, callback) => {
        senders.push(address);
        callback();
      },
      onRcptTo: () => expect.unreachable('No recipient is named'),
    });
    expect(await asked(server)).toEqual({ answer: expect.stringMatching(/^250 /) });
    expect([senders, server.received]).toEqual([['login@example.com'], []]);
  });

  it('and says why it is refused', async () => {
    const server = await given({
      onMailFrom: (_address, _session, callback) =>
        callback(answer(550, '5.7.60 Not allowed to send as\u0007 this sender')),
    });
    expect(await asked(server)).toEqual({ trouble: 'MAIL FROM: 550 5.7.60 Not allowed to send as this sender' });
  });

  it('and says why it could not be asked', async () => {
    expect(await asked({ port: 1 })).toEqual({ trouble: expect.stringContaining('ECONNREFUSED') });
    const server = await given({ onConnect: (_session, callback) => callback(answer(554, '5.7.1 blocked')) });
    expect(await asked(server)).toEqual({ trouble: expect.stringContaining('554') });
  });
});

it('contract 20: nothing listens to a signal once a mail was sent: Node would keep it for ever', async () => {
  const server = await given();
  const signals = [1, 2, 3].map(() => new AbortController().signal);
  // Of these alone, and of signals that follow them: what other tests left under way has signals of its own.
  const following = vi.spyOn(AbortSignal, 'any');
  const isOwn = (signal: unknown) => {
    const at = following.mock.results.findIndex(({ value }) => value === signal);
    return [signal, ...(following.mock.calls[at]?.[0] ?? [])].some((one) => signals.includes(one as AbortSignal));
  };
  const counted = (method: 'addEventListener' | 'removeEventListener') => {
    const spy = vi.spyOn(AbortSignal.prototype, method);
    return () => spy.mock.calls.filter(([type], at) => type === 'abort' && isOwn(spy.mock.contexts[at])).length;
  };
  const [added, removed] = [counted('addEventListener'), counted('removeEventListener')];
  try {
    for (const signal of signals) await senderTo(server).send(MAIL, signal);
    expect(added()).toBeGreaterThanOrEqual(3);
    expect(removed()).toBe(added());
  } finally {
    vi.restoreAllMocks();
  }
});

describe('hostile addresses', () => {
  it.each([
    'a@example.org\r\nRCPT TO:<b@example.org>',
    'a@example.org>\r\nRCPT TO:<b@example.org',
    'a@example.org,b@example.org',
    'a@example.org b@example.org',
    '<a@example.org>, <b@example.org>',
    'a@example.org\nBcc: b@example.org',
  ])('L1: %j gives no second recipient and no header, even past every check before', async (to) => {
    const server = await given();
    await senderTo(server).send({ ...MAIL, to }, never);
    for (const mail of server.received) {
      expect(mail.to).toHaveLength(1);
      expect(mail.headers.map(([name]) => name)).not.toContain('bcc');
    }
  });
});
