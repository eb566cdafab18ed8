// Sends mail to the operator's mail server, one connection a mail. nodemailer is loaded with the first mail, because
// most processes never send one. Only its connection and its composer are used: its queue and its parsing of addresses
// are not, so that the one recipient goes into the envelope as it is, and a connection can be cut off.
import type { MailAnswer, MailSender, RenderedMail } from '../core/server/mail/mail-sender.ts';

export type SmtpSenderOptions = {
  server: {
    host: string;
    port: number;
    isImplicitTls: boolean;
    needsTls: boolean;
    user: string | undefined;
    password: string | undefined;
  };
  /** The address of the sender. */
  from: string;
  /** Asked for each mail. */
  senderName(): string;
  /** For one mail, from connecting to the last response, in ms. Less than the claim of the outbox. Default 20 000. */
  timeLimitMs?: number;
  /** Certificates to trust besides the system's, as PEM; for tests. */
  trusted?: string;
};

/** How long a server may take to answer QUIT. The mail is sent by then. */
const QUIT_MS = 1_000;

export function createSmtpSender(options: SmtpSenderOptions): MailSender {
  const { from, timeLimitMs = 20_000 } = options;
  return {
    domain: from.slice(from.lastIndexOf('@') + 1),
    async send(mail, stopping) {
      const limit = AbortSignal.timeout(timeLimitMs);
      try {
        await deliver(options, mail, AbortSignal.any([limit, stopping]));
        return { kind: 'delivered', reason: undefined };
      } catch (error) {
        if (stopping.aborted) return { kind: 'failed', reason: 'stopped' };
        return limit.aborted ? { kind: 'failed', reason: `no answer within ${timeLimitMs} ms` } : answerOf(error);
      }
    },
  };
}

/**
 * Connects, signs in, and asks whether the server takes mail from the address, without sending any.
 * @returns `answer`: what it said to MAIL FROM · `trouble`: why it does not
 */
export async function probeMailServer(
  { server, from }: Pick<SmtpSenderOptions, 'server' | 'from'>,
  timeLimitMs = 5_000,
): Promise<{ answer: string } | { trouble: string }> {
  const limit = AbortSignal.timeout(timeLimitMs);
  let answer = '';
  try {
    await withConnection({ server, timeLimitMs }, limit, async (connection, step) => {
      await step((done) =>
        askSender(connection, from, (said) => {
          answer = said;
          done();
        }),
      );
      await step((done) => connection.reset(done));
    });
  } catch (error) {
    // A server that answers RSET wrongly has answered MAIL FROM.
    if (answer === '') {
      return { trouble: limit.aborted ? `no answer within ${timeLimitMs} ms` : (answerOf(error).reason ?? 'error') };
    }
  }
  return answer.startsWith('2') ? { answer } : { trouble: `MAIL FROM: ${answer}` };
}

/** Parts of the connection that nodemailer keeps to itself: its `send` names a recipient at once. */
type Commands = { _sendCommand(line: string): void; _responseActions: ((answer: string) => void)[] };

const MAX_ANSWER = 200;

function askSender(connection: Connection, from: string, onAnswer: (answer: string) => void): void {
  const commands = connection as unknown as Commands;
  commands._responseActions.push((answer) =>
    onAnswer(
      answer
        .replace(/[^!-~]+/g, ' ')
        .trim()
        .slice(0, MAX_ANSWER),
    ),
  );
  commands._sendCommand(`MAIL FROM:<${from}>`);
}

async function deliver(options: SmtpSenderOptions, mail: RenderedMail, signal: AbortSignal): Promise<void> {
  const message = await composeMessage(options, mail);
  await withConnection(options, signal, (connection, step) =>
    step((done) => connection.send({ from: options.from, to: [mail.to] }, message, done)),
  );
}

type ConnectionOptions = Pick<SmtpSenderOptions, 'server' | 'timeLimitMs' | 'trusted'>;
type Connection = Awaited<ReturnType<typeof openConnection>>;
/** Runs one command; rejects when the connection fails meanwhile, or was cut off. */
type Step = (run: (done: (error?: Error | null) => void) => void) => Promise<void>;

async function withConnection(
  options: ConnectionOptions,
  signal: AbortSignal,
  work: (connection: Connection, step: Step) => Promise<void>,
): Promise<void> {
  const connection = await openConnection(options);
  const { user, password: pass } = options.server;
  let stopListening = (): void => undefined;
  const failed = new Promise<never>((_, reject) => {
    connection.on('error', reject);
    connection.on('end', () => reject(new Error('The connection was closed')));
    signal.addEventListener('abort', reject);
    stopListening = () => signal.removeEventListener('abort', reject);
    if (signal.aborted) reject();
  });
  // It is also rejected after the work is done, when nobody waits for it.
  failed.catch(() => undefined);
  const step: Step = (run) =>
    Promise.race([new Promise<void>((resolve, reject) => run((error) => (error ? reject(error) : resolve()))), failed]);
  try {
    await step((done) => connection.connect(done));
    if (user !== undefined) await step((done) => connection.login({ user, pass }, done));
    await work(connection, step);
    connection.quit();
    await Promise.race([failed.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, QUIT_MS).unref())]);
  } finally {
    // Node keeps a signal made of others, and what listens to it, for as long as something listens.
    stopListening();
    connection.close();
  }
}

async function openConnection({ server, timeLimitMs = 20_000, trusted }: ConnectionOptions) {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
  const { host, port, isImplicitTls, needsTls } = server;
  return new SMTPConnection({
    ...{ host, port, secure: isImplicitTls, requireTLS: needsTls, opportunisticTLS: !needsTls },
    tls: { rejectUnauthorized: needsTls, ...(trusted !== undefined && { ca: trusted }) },
    ...{ connectionTimeout: timeLimitMs, greetingTimeout: timeLimitMs, socketTimeout: timeLimitMs },
    ...{ dnsTimeout: timeLimitMs, socketCloseTimeout: 0, allowInternalNetworkInterfaces: true },
  });
}

async function composeMessage({ from, senderName }: SmtpSenderOptions, mail: RenderedMail): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const { subject, text, html, messageId, to, date } = mail;
  return new MailComposer({
    ...{ subject, text, html, messageId, date: new Date(date) },
    // As objects: a text would be parsed, and could become several recipients.
    from: { name: senderName(), address: from },
    to: { name: '', address: to },
    // No vacation notice answers it (RFC 3834).
    headers: { 'auto-submitted': 'auto-generated' },
    ...{ newline: 'win', disableFileAccess: true, disableUrlAccess: true },
  })
    .compile()
    .build();
}

/** Enhanced status codes of security and policy (RFC 3463 3.8). */
const BY_POLICY = /[ -]5\.7\.\d/;

type SmtpError = { code?: string; originalCode?: string; command?: string; response?: string; responseCode?: number };

/**
 * The commands whose refusal is about this mail. Others are about the connection, or about the sender, which is the
 * same in every mail (MAIL FROM): operators can mend both, so they are tried again.
 */
const ABOUT_THE_MAIL: readonly (string | undefined)[] = ['RCPT TO', 'DATA'];

/** The reason has no text of the server, which may repeat the address. */
function answerOf(error: unknown): MailAnswer {
  const { code = 'error', originalCode, command, response = '', responseCode } = error as SmtpError;
  if (responseCode === undefined) {
    // The server takes no address like this one.
    const kind = code === 'EENVELOPE' ? 'refused' : 'failed';
    return { kind, reason: originalCode === undefined ? code : `${code} ${originalCode}` };
  }
  const reason = `${command ?? code} ${/^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response)?.[0] ?? responseCode}`;
  const isForGood = responseCode >= 500;
  if (!ABOUT_THE_MAIL.includes(command)) return { kind: 'failed', reason, ...(isForGood && { refused: 'sender' }) };
  if (!isForGood) return { kind: 'deferred', reason };
  return { kind: 'refused', reason, ...(BY_POLICY.test(reason) && { refused: 'recipient' }) };
}
