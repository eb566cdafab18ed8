// One worker of `serve --workers`: both hosts on listeners that all workers share. It obeys its primary alone: signals
// to the process group are the primary's to hear, and when the primary is gone node:cluster ends the worker at once.
import closeWithGrace from 'close-with-grace';
import { compose, type Server } from '../../compose/server.ts';
import type { ToPrimary, ToWorker } from './messages.ts';

/** What closeWithGrace would listen to and the primary hears too; Ctrl-C reaches every process of the terminal. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;
/** Past `shutdownSeconds` the hosts cut what is left; this much later the process ends whatever happens. */
const LAST_GRACE_SECONDS = 2;

/** Waits for the primary's word and serves until its next. */
export function runWorker(): void {
  for (const signal of SIGNALS) process.on(signal, () => {});
  let stop = (): void => process.exit(0);
  let showMetrics = (_id: number): void => {};
  process.on('message', (message: ToWorker) => {
    if (message.tell === 'stop') stop();
    else if (message.tell === 'show-metrics') showMetrics(message.id);
    else {
      serve(message, (server, stopServing) => {
        stop = stopServing;
        showMetrics = (id) => tellMetrics(server, id);
      }).catch(refuse);
    }
  });
  send({ tell: 'awake' });
}

/** A question about numbers never ends who is asked. */
function tellMetrics({ readMetrics, logger }: Server, id: number): void {
  readMetrics()
    .then((metrics) => send({ tell: 'metrics', id, metrics }))
    .catch((err) => logger.error({ err }, 'The metrics cannot be reported'));
}

type Begin = Extract<ToWorker, { tell: 'begin' }>;

async function serve(
  { settings, only, number }: Begin,
  onComposed: (server: Server, stop: () => void) => void,
): Promise<void> {
  const server = await compose(settings, { share: { worker: number }, ...(only && { only }) });
  const { logger } = server;
  const delay = (settings.shutdownSeconds + LAST_GRACE_SECONDS) * 1000;
  const grace = closeWithGrace({ delay, logger, skip: [...SIGNALS] }, async ({ err }) => {
    if (err) {
      send({ tell: 'leaving' });
      logger.fatal({ err }, 'Stopping after an uncaught error');
    }
    await server.stop();
  });
  onComposed(server, grace.close);
  send({ tell: 'listening', addresses: await server.start() });
}

const TOLD_BY_MESSAGE = new Set(['StartRefused', 'Unavailable']);

/** Exits when the primary has the reason. */
function refuse(error: unknown): void {
  const { name, message, stack = message } = error instanceof Error ? error : new Error(String(error));
  send({ tell: 'refused', reason: TOLD_BY_MESSAGE.has(name) ? message : stack }, () => process.exit(1));
}

function send(message: ToPrimary, onSent?: () => void): void {
  // Without the primary nobody listens, and node:cluster is ending this process.
  process.send?.(message, undefined, undefined, () => onSent?.());
}
