// Every listener to the domain events of this process, in one list (decision 40). Add a listener here.
import type { Logger } from 'pino';
import { refusedUriListener } from '../core/applications/refused-uris/refused-uri-listener.ts';
import { statisticsListener } from '../core/applications/statistics/statistics-listener.ts';
import type { DomainEvent } from '../core/ground/events/domain-event.ts';
import type { EventListener } from '../core/ground/events/publisher.ts';
import { metricsListener } from '../core/ground/metrics/metrics-listener.ts';
import type { Background } from './background.ts';
import type { OpenPorts } from './ports.ts';

export function listenToEvents(
  {
    ports,
    listen,
    tally,
    counters,
    failures,
    failedRequests,
  }: Pick<OpenPorts, 'ports' | 'listen' | 'tally' | 'counters' | 'failures' | 'failedRequests'>,
  background: Background | undefined,
  logger: Logger,
): void {
  const listeners: EventListener[] = [
    metricsListener(tally),
    statisticsListener(counters, ports.issuer),
    refusedUriListener(ports),
    failures.listener,
    failedRequests.listener,
    (event) => logDelivery(event, logger),
    (event) => logEventDelivery(event, logger),
    (event) => logMail(event, logger),
    (event) => logMailTrouble(event, logger),
    (event) => logDeletion(event, logger),
    (event) => {
      if (mayEndSessions(event)) background?.wakeSessionEnds();
      if (mayRecordEvents(event)) background?.wakeEvents();
      if (event.kind === 'mail-queued') background?.wakeMail();
      if (event.kind === 'reset-requested') background?.wakeResets();
    },
  ];
  listen(listeners, (err, { kind }) => logger.error({ err, kind }, 'A listener of events failed'));
}

/** A sign-in ends the last session of a full device, and the oldest ones of an account that has too many. */
const mayEndSessions = (event: DomainEvent): boolean =>
  event.kind === 'sessions-ended' || (event.kind === 'sign-in-attempted' && event.result === 'verified');

/**
 * What may have written an event to applications. An act that is missing here delays its event by the pause between two
 * looks (3 s), and loses none.
 */
const mayRecordEvents = (event: DomainEvent): boolean =>
  event.kind === 'application-events-due' ||
  event.kind === 'consent-given' ||
  event.kind === 'code-replayed' ||
  event.kind === 'mail-queued' ||
  (event.kind === 'refresh-token-used' && event.result === 'replayed') ||
  (event.kind === 'username-requested' && (event.result === 'taken' || event.result === 'changed')) ||
  mayEndSessions(event);

/** Names the application by its id, never the address. */
function logEventDelivery(event: DomainEvent, logger: Logger): void {
  if (event.kind !== 'event-delivery-attempted') return;
  const { result, applicationId: application, tries, reason } = event;
  const level = result === 'gave-up' ? 'warn' : 'info';
  logger[level]({ event: 'event-delivery', result, application, tries, reason }, 'event-delivery');
}

/** Names the application by its id. Never logs the token, nor the address, which may contain a secret of its owner. */
function logDelivery(event: DomainEvent, logger: Logger): void {
  if (event.kind !== 'logout-delivery-attempted') return;
  const { result, applicationId: application, tries, reason } = event;
  const level = result === 'gave-up' ? 'warn' : 'info';
  logger[level]({ event: 'session-end-delivery', result, application, tries, reason }, 'session-end-delivery');
}

/** Names the mail by its id, never by its address. */
function logMail(event: DomainEvent, logger: Logger): void {
  if (event.kind !== 'mail-attempted') return;
  const { result, mailId: mail, tries, reason } = event;
  const level = result === 'gave-up' ? 'warn' : 'info';
  logger[level]({ event: 'mail', result, mail, tries, reason }, 'mail');
}

/** Once for each trouble, on whichever process it began. */
function logMailTrouble(event: DomainEvent, logger: Logger): void {
  if (event.kind !== 'mail-trouble-began') return;
  const text = 'The mail server refuses the mail of this server: people get no links and codes';
  logger.error({ event: 'mail-trouble', reason: event.reason }, text);
}

/** The deletion list as the log carries it: `latchkey accounts delete-again` reads these lines. */
function logDeletion(event: DomainEvent, logger: Logger): void {
  if (event.kind !== 'account-deleted') return;
  const { accountId: account, at } = event;
  logger.info({ event: 'account-deleted', account, at: new Date(at).toISOString() }, 'account-deleted');
}
