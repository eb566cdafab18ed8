// A worker of `serve --workers`: both hosts on listeners that all workers share. It obeys its primary only: it ignores
// signals to the process group, which the primary handles, and when the primary is gone node:cluster ends it at once.
import closeWithGrace from 'close-with-grace';
import { doctorProcess } from '../../compose/doctor-process.ts';
import { hashConcurrency } from '../../compose/hash-concurrency.ts';
import { compose, type Server } from '../../compose/server.ts';
import type { SettingsInput } from '../../settings/sources.ts';
import type { ToPrimary, ToWorker } from './messages.ts';

/**
 * Signals that closeWithGrace would handle and that the primary receives too: Ctrl-C reaches every process of the
 * terminal.
 */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;
/** After `shutdownSeconds` the hosts cut the remaining requests; this much later the process exits in any case. */
const EXIT_GRACE_SECONDS = 2;

/**
 * Waits for `begin` from the primary and serves until `stop`.
 * @param settingsInput for commands that the console runs
 */
export function runWorker(settingsInput: SettingsInput): void {
  for (const signal of SIGNALS) process.on(signal, () => {});
  let stop = (): void => process.exit(0);
  let showMetrics = (_id: number): void => {};
  process.on('message', (message: ToWorker) => {
    if (message.type === 'stop') stop();
    else if (message.type === 'show-metrics') showMetrics(message.id);
    else {
      serve(message, settingsInput, (server, stopServing) => {
        stop = stopServing;
        showMetrics = (id) => sendMetrics(server, id);
      }).catch(refuse);
    }
  });
  send({ type: 'awake' });
}

/** Failing to read the metrics must not end the worker. */
function sendMetrics({ readMetrics, logger }: Server, id: number): void {
  readMetrics()
    .then((metrics) => send({ type: 'metrics', id, metrics }))
    .catch((err) => logger.error({ err }, 'The metrics cannot be reported'));
}

type Begin = Extract<ToWorker, { type: 'begin' }>;

async function serve(
  { settings, only, number, count }: Begin,
  settingsInput: SettingsInput,
  onComposed: (server: Server, stop: () => void) => void,
): Promise<void> {
  const passwordHashing = { concurrency: hashConcurrency(count) };
  const examine = doctorProcess(settingsInput);
  const server = await compose(settings, {
    ...{ share: { worker: number }, passwordHashing, examine },
    ...(only && { only }),
  });
  const { logger } = server;
  const delay = (settings.shutdownSeconds + EXIT_GRACE_SECONDS) * 1000;
  const grace = closeWithGrace({ delay, logger, skip: [...SIGNALS] }, async ({ err }) => {
    if (err) {
      send({ type: 'leaving' });
      logger.fatal({ err }, 'Stopping after an uncaught error');
    }
    await server.stop();
  });
  onComposed(server, grace.close);
  send({ type: 'listening', addresses: await server.start() });
}

const OPERATOR_ERRORS = new Set(['StartRefused', 'Unavailable']);

/** Sends the reason to the primary, then exits. */
function refuse(error: unknown): void {
  const { name, message, stack = message } = error instanceof Error ? error : new Error(String(error));
  send({ type: 'refused', reason: OPERATOR_ERRORS.has(name) ? message : stack }, () => process.exit(1));
}

function send(message: ToPrimary, onSent?: () => void): void {
  // Without the primary nobody receives it, and node:cluster is ending this process.
  process.send?.(message, undefined, undefined, () => onSent?.());
}
