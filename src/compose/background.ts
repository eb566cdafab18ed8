// Background jobs: deletes expired rows, creates the next signing keys, seals the audit, tells applications of ended
// sessions and of events, and sends mail. Every process runs them except workers, whose primary does.
import type { Logger } from 'pino';
import { startAuditLoop } from '../background/audit-loop.ts';
import { startKeyLoop } from '../background/key-loop.ts';
import { createOutboxLoop } from '../background/outbox-loop.ts';
import { startPasswordKindLoop } from '../background/password-kind-loop.ts';
import { startPurgeLoop } from '../background/purge-loop.ts';
import { eventMessages } from '../core/applications/application-events/event-messages.ts';
import { sessionEndMessages } from '../core/grants/sign-out/session-end-messages.ts';
import type { JobTimers } from '../core/ground/job-timers.ts';
import type { MessageKind } from '../core/ground/outbox/message-kind.ts';
import type { Ports } from '../core/operating/ports.ts';
import { resetRequests } from '../core/people/verification/answer-reset-requests.ts';
import { SERVER } from '../core/server/audit/act.ts';
import type { KeyChange } from '../core/server/keys/key-changes.ts';
import type { SigningKey } from '../core/server/keys/signing-key.ts';
import { createFormDelivery } from '../outside/form-delivery.ts';
import type { Mailbox } from '../outside/mailbox.ts';
import type { Settings } from '../settings/config.ts';
import { composeMail } from './mail.ts';

export type Background = {
  start(): void;
  /** Mail that is kept in memory instead of being sent. */
  mailbox: Mailbox | undefined;
  /** Sessions may have ended: tells applications at once. */
  wakeSessionEnds(): void;
  /** Events may have been recorded: sends them at once. */
  wakeEvents(): void;
  /** A mail may have been queued: sends it at once. */
  wakeMail(): void;
  /** Somebody forgot their password: answers at once. */
  wakeResets(): void;
  /** Resolves when nothing of it is under way. */
  stop(): Promise<void>;
};

export function createBackground(ports: Ports, settings: Settings, logger: Logger, timers: JobTimers): Background {
  const formDelivery = createFormDelivery({ allowInternal: settings.internalDeliveries, now: () => ports.clock.now() });
  const sessionEnds: MessageKind = {
    ...sessionEndMessages({ ...ports, formDelivery }),
    onDelivery: ({ recipient, ...delivery }) =>
      ports.publish({ kind: 'logout-delivery-attempted', applicationId: recipient, ...delivery }),
    onFailure: (err) => logger.warn({ err }, 'Back-channel logout messages cannot be delivered'),
  };
  const events: MessageKind = {
    ...eventMessages({ ...ports, eventPost: formDelivery }),
    onDelivery: ({ recipient, ...delivery }) =>
      ports.publish({ kind: 'event-delivery-attempted', applicationId: recipient, ...delivery }),
    onFailure: (err) => logger.warn({ err }, 'Events cannot be delivered to applications'),
  };
  const { kind, mailbox } = composeMail(ports, settings);
  const mail: MessageKind | undefined = kind && {
    ...kind,
    onDelivery: ({ recipient, ...delivery }) =>
      ports.publish({ kind: 'mail-attempted', mailId: recipient, ...delivery }),
    onFailure: (err) => logger.warn({ err }, 'Mail cannot be sent'),
  };
  const resets: MessageKind = {
    ...resetRequests(ports),
    onFailure: (err) => logger.warn({ err }, 'Requests for a new password cannot be answered'),
  };
  const outbox = createOutboxLoop(ports.clock, mail ? [sessionEnds, events, mail, resets] : [sessionEnds, events], {
    timers,
  });
  let stopPurge = async () => {};
  let stopKeys = async () => {};
  let stopKinds = async () => {};
  let stopAudit = async () => {};
  return {
    start() {
      stopPurge = startPurgeLoop(ports, {
        timers,
        onRemoved: (rows) => ports.publish({ kind: 'rows-purged', rows }),
        onFailure: (err) => logger.warn({ err }, 'Expired rows cannot be deleted'),
      });
      stopKeys = startKeyLoop(ports.recording({ actor: SERVER, action: 'keep signing keys' }), {
        timers,
        onMade: (made) => logNewKeys(logger, made),
        onChanged: (changes) => logKeyChanges(logger, changes),
        onFailure: (err) => logger.warn({ err }, 'The next signing keys cannot be created'),
      });
      stopKinds = startPasswordKindLoop(ports, {
        timers,
        onFailure: (err) => logger.warn({ err }, 'The kinds of password hashes cannot be counted'),
      });
      stopAudit = startAuditLoop(ports, {
        timers,
        days: settings.auditDays,
        onHead: (head) => logger.info({ event: 'audit-head', head }, 'audit-head'),
        onFailure: (err) => logger.warn({ err }, 'The audit cannot be sealed'),
      });
      outbox.start();
    },
    mailbox,
    wakeSessionEnds: () => outbox.wake(sessionEnds),
    wakeEvents: () => outbox.wake(events),
    wakeMail: () => mail && outbox.wake(mail),
    wakeResets: () => mail && outbox.wake(resets),
    async stop() {
      await Promise.all([stopPurge(), stopKeys(), stopKinds(), stopAudit(), outbox.stop()]);
      await formDelivery.close();
    },
  };
}

const logNewKeys = (logger: Logger, made: readonly SigningKey[]): void => {
  const keys = made.map(({ id, algorithm, signsFrom }) => ({
    id,
    algorithm,
    signsFrom: new Date(signsFrom).toISOString(),
  }));
  logger.info({ event: 'signing-key', result: 'made', keys }, 'signing-key');
};

const logKeyChanges = (logger: Logger, changes: readonly KeyChange[]): void => {
  for (const { key, result } of changes) {
    const { id, algorithm } = key;
    logger.info({ event: 'signing-key', result, keys: [{ id, algorithm }] }, 'signing-key');
  }
};
