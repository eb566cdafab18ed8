// What the server does beside answering requests: removing expired rows, keeping the next signing keys in place and
// telling applications of ended sessions. Done by every process but workers, whose primary does it for them.
import type { Logger } from 'pino';
import { startKeyLoop } from '../background/key-loop.ts';
import { createOutboxLoop } from '../background/outbox-loop.ts';
import { startPurgeLoop } from '../background/purge-loop.ts';
import type { KeyChange } from '../core/keys/key-changes.ts';
import type { SigningKey } from '../core/keys/signing-key.ts';
import type { Delivery, MessageKind } from '../core/outbox/message-kind.ts';
import type { Ports } from '../core/ports.ts';
import { sessionEndMessages } from '../core/sessions/session-end-messages.ts';
import { createFormDelivery } from '../outside/form-delivery.ts';
import type { Settings } from '../settings/config.ts';

export type Background = {
  /** The same ports; acts that end sessions here are told to applications at once. */
  ports: Ports;
  start(): void;
  /** Resolves when nothing of it is under way. */
  stop(): Promise<void>;
};

export function createBackground(
  ports: Ports,
  { internalDeliveries }: Pick<Settings, 'internalDeliveries'>,
  logger: Logger,
): Background {
  const formDelivery = createFormDelivery({ allowInternal: internalDeliveries });
  const sessionEnds: MessageKind = {
    ...sessionEndMessages({ ...ports, formDelivery }),
    onDelivery: (delivery) => {
      ports.tally.count('sessionEndMessages', delivery.result);
      logSessionEndDelivery(logger, delivery);
    },
    onFailure: (err) => logger.warn({ err }, 'Back-channel logout messages cannot be delivered'),
  };
  const deliveries = createOutboxLoop(ports.clock, [sessionEnds]);
  let stopPurge = async () => {};
  let stopKeys = async () => {};
  return {
    ports: wakeOnSessionEnd(ports, () => deliveries.wake()),
    start() {
      stopPurge = startPurgeLoop(ports, {
        onRemoved: (rows) => ports.tally.count('purgedRows', 'removed', rows),
        onFailure: (err) => logger.warn({ err }, 'Expired rows cannot be deleted'),
      });
      stopKeys = startKeyLoop(ports, {
        onMade: (made) => logNewKeys(logger, made),
        onChanged: (changes) => logKeyChanges(logger, changes),
        onFailure: (err) => logger.warn({ err }, 'The next signing keys cannot be created'),
      });
      deliveries.start();
    },
    async stop() {
      await Promise.all([stopPurge(), stopKeys(), deliveries.stop()]);
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

/** Names the application by its id. Never logs the token, nor the address, which may hold a secret of the owner. */
function logSessionEndDelivery(logger: Logger, { result, recipient, tries, reason }: Delivery): void {
  const level = result === 'gave-up' ? 'warn' : 'info';
  const details = { application: recipient, tries, reason };
  logger[level]({ event: 'session-end-delivery', result, ...details }, 'session-end-delivery');
}

/** Tells `wake` after each act that may have ended sessions. */
function wakeOnSessionEnd(ports: Ports, wake: () => void): Ports {
  const waking =
    <Input extends readonly unknown[], Result>(act: (...input: Input) => Promise<Result>) =>
    async (...input: Input): Promise<Result> => {
      const result = await act(...input);
      wake();
      return result;
    };
  const { sessions, accounts, links } = ports;
  return {
    ...ports,
    sessions: {
      ...sessions,
      start: waking(sessions.start),
      end: waking(sessions.end),
      endAll: waking(sessions.endAll),
      endOthers: waking(sessions.endOthers),
    },
    accounts: {
      ...accounts,
      changePassword: waking(accounts.changePassword),
      setDisabled: waking(accounts.setDisabled),
      remove: waking(accounts.remove),
    },
    links: { ...links, redeemForPassword: waking(links.redeemForPassword) },
  };
}
