// The only place that builds hosts on the ports. It turns settings into a server that starts and stops as a whole.
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { startFlushing } from '../background/flush-loop.ts';
import { systemTimers } from '../background/system-timers.ts';
import type { Counters } from '../core/applications/statistics/counters.ts';
import type { JobTimers } from '../core/ground/job-timers.ts';
import type { Tally } from '../core/ground/metrics/tally.ts';
import type { Finding } from '../core/operating/doctor/finding.ts';
import { createDoctor } from '../core/operating/doctor/latest-report.ts';
import type { Ports } from '../core/operating/ports.ts';
import { renewEmailKeys } from '../core/people/accounts/renew-email-keys.ts';
import { REQUEST_LINE } from '../http/log/request-log.ts';
import type { MetricsDocument } from '../http/metrics/metrics.ts';
import { createLogRateLimit } from '../http/routes/log-rate-limit.ts';
import { createLogger } from '../outside/logger.ts';
import type { Listen } from '../schema/settings/listen.ts';
import type { Settings } from '../settings/config.ts';
import { createBackground } from './background.ts';
import { countedAddress, proxyFacts } from './client-addresses.ts';
import { listenToEvents } from './event-listeners.ts';
import { explainTlsErrors } from './explain-tls-errors.ts';
import { followPolicy } from './follow-policy.ts';
import { closeAtOnce, type Listener, type ListenerName, listen, rateOf } from './listeners.ts';
import { composeOperations, type Operations, type Workers } from './operations.ts';
import { type OpenPorts, openPorts, type PortsOptions } from './ports.ts';
import { requireServerSecret } from './server-secret.ts';
import { settleUsernames } from './settle-usernames.ts';
import { startAudit } from './start-audit.ts';

export type ComposeOptions = Pick<PortsOptions, 'clock' | 'passwordHashing'> & {
  logger?: Logger;
  /** For background jobs. */
  timers?: JobTimers;
  /** Serves only this host in this process. */
  only?: HostName;
  share?: ProcessRole;
  /** Runs the checks of `latchkey doctor`, for the console. Absent: the console says that they cannot run. */
  examine?: () => Promise<readonly Finding[]>;
};

/** The role of this process in a server of several processes (`serve --workers`); absent: it is the whole server. */
export type ProcessRole =
  /** A worker: serves the hosts, and does none of the primary's work. */
  | { worker: number }
  /** The primary: serves operators and runs background jobs, because no request waits for its event loop. */
  | { workers: Workers };

/** Each refusal of an application is logged once in this interval, however often it occurs. */
const REFUSAL_LINES_MS = 60_000;

export type { MetricsDocument, Workers };

export type HostName = 'auth' | 'api';

/** The addresses in use, with the real ports where the settings said 0. */
export type Addresses = Partial<Record<ListenerName, Listen>>;

export type Server = {
  ports: Ports;
  /** What it counts: for operators, and for owners until it is stored. */
  tally: Tally;
  counters: Counters;
  logger: Logger;
  /** @throws StartRefused when an address cannot be listened on; nothing listens then. */
  start(): Promise<Addresses>;
  /** The metrics of this process. */
  readMetrics(): Promise<MetricsDocument>;
  /**
   * Reports not ready at once, and keeps serving until clients of the readiness check have seen it. Then finishes the
   * requests under way within `shutdownSeconds` and closes the database.
   */
  stop(): Promise<void>;
};

/**
 * Opens the database and builds the hosts; nothing listens before `start`.
 * @throws StartRefused when the database, the server's secret, the signing keys or the certificate cannot be used
 */
export async function compose(settings: Settings, options: ComposeOptions = {}): Promise<Server> {
  const logger = options.logger ?? (await createLogger({ level: settings.logLevel, gathered: REQUEST_LINE }));
  const { clock, passwordHashing } = options;
  const opened = await openPorts(settings, {
    logger,
    ...(clock && { clock }),
    ...(passwordHashing && { passwordHashing }),
  });
  try {
    if (numberOf(options.share) === undefined) {
      await requireServerSecret(opened.ports, logger);
      await settleUsernames(opened.ports, logger);
      await opened.ports.clientDocuments.settle(opened.ports.rules.clientDocuments, opened.ports.clock.now());
      await renewEmailKeys(opened.ports);
      await opened.ports.events.setEmailReleased(!opened.ports.rules.withholdUnverifiedEmail);
      await startAudit(opened.ports, settings);
    }
    return await assemble(settings, opened, logger, options);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function assemble(
  settings: Settings,
  opened: OpenPorts,
  bare: Logger,
  { only, share, timers = systemTimers, examine = cannotExamine }: ComposeOptions,
): Promise<Server> {
  const [worker, workers] = [numberOf(share), workersOf(share)];
  const logger = worker === undefined ? bare : bare.child({ worker });
  const names = listenersOf(share, only);
  const background = worker === undefined ? createBackground(opened.ports, settings, logger, timers) : undefined;
  listenToEvents(opened, background, logger);
  let draining = false;
  const loops: (() => unknown)[] = [];
  const isDraining = () => draining;
  const mailbox = background?.mailbox;
  const operations = composeOperations({ settings, opened, timers, logger, worker, workers, isDraining, mailbox });
  const listeners = await buildListeners({ settings, opened, logger, operations, examine }, names);

  const stop = async (): Promise<void> => {
    draining = true;
    await pause(operations.watched.noticeMs());
    const hosts = listeners.filter(({ name }) => name !== 'ops');
    await Promise.all([...hosts.map(({ app }) => app.close()), workers?.stop(), background?.stop()]);
    await Promise.all(loops.map((end) => end()));
    // The operations listener is closed late, because it reports until here that this process is draining.
    for (const { app } of listeners.filter(({ name }) => name === 'ops')) await closeAtOnce(app);
    await opened.close();
  };
  let stopping: Promise<void> | undefined;

  return {
    ports: opened.ports,
    tally: opened.tally,
    counters: opened.counters,
    logger,
    async start() {
      try {
        const addresses: Addresses = {};
        for (const listener of listeners) addresses[listener.name] = await listen(listener);
        loops.push(followPolicy(opened.ports, logger, timers));
        background?.start();
        if (!workers) loops.push(operations.watchLoad());
        if (names.includes('auth')) loops.push(...startFlushing(opened, logger, timers));
        return addresses;
      } catch (error) {
        stopping ??= stop();
        await stopping;
        throw error;
      }
    },
    readMetrics: () => operations.metrics.registry.getMetricsAsJSON(),
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}

const cannotExamine = () => Promise.reject(new Error('This server was started by no command'));

const numberOf = (share: ProcessRole | undefined) => (share && 'worker' in share ? share.worker : undefined);

const workersOf = (share: ProcessRole | undefined) => (share && 'workers' in share ? share.workers : undefined);

/** All listeners, or those of a worker or of the primary. */
function listenersOf(share: ProcessRole | undefined, only: HostName | undefined): readonly ListenerName[] {
  const hosts: readonly HostName[] = only ? [only] : ['auth', 'api'];
  if (workersOf(share)) return ['ops'];
  return share ? hosts : [...hosts, 'ops'];
}

type ListenerParts = {
  settings: Settings;
  opened: OpenPorts;
  logger: Logger;
  operations: Operations;
  examine: () => Promise<readonly Finding[]>;
};

async function buildListeners(parts: ListenerParts, names: readonly ListenerName[]): Promise<Listener[]> {
  const listeners: Listener[] = [];
  if (names.includes('auth')) listeners.push(await explainTlsErrors(parts.settings, () => authListener(parts)));
  if (names.includes('api')) listeners.push(await explainTlsErrors(parts.settings, () => apiListener(parts)));
  const { opsListen } = parts.settings;
  if (names.includes('ops') && opsListen !== 'off') {
    listeners.push({ name: 'ops', app: parts.operations.buildListener(), listen: opsListen });
  }
  return listeners;
}

/** Each host is loaded only where it is served: an API process holds no pages (`--only`). */
async function authListener({
  settings,
  opened: { ports, tally },
  logger,
  operations,
  examine,
}: ListenerParts): Promise<Listener> {
  const { buildAuthHost } = await import('../http/hosts/auth-host.ts');
  const { liveAssets, liveBrand } = await import('./brand.ts');
  const { authUrl, apiUrl, authListen } = settings;
  const brand = liveBrand(ports.livePolicy, settings);
  const assets = liveAssets(brand, ports.livePolicy);
  const app = buildAuthHost({
    deps: {
      ports,
      authUrl,
      apiUrl,
      clientAddressOf: countedAddress(tally, settings),
      proxyFactsOf: proxyFacts(settings),
      doctor: createDoctor(examine, ports.clock, (err) => logger.warn({ err }, 'The checks for the console failed')),
      build: operations.build,
      refusals: createLogRateLimit(ports.clock, REFUSAL_LINES_MS),
      brand,
      assets: assets.paths,
    },
    files: assets,
    settings: { ...settings, ...rateOf(settings), publicUrl: authUrl, listen: authListen },
    logger: logger.child({ host: 'auth' }),
    onFinished: operations.metrics.observe('auth'),
    gate: operations.gate,
  });
  return { name: 'auth', app, listen: authListen };
}

async function apiListener({
  settings,
  opened: { ports, tally },
  logger,
  operations,
}: ListenerParts): Promise<Listener> {
  const { buildApiHost } = await import('../http/hosts/api-host.ts');
  const { apiUrl, apiListen } = settings;
  const app = buildApiHost({
    ports,
    clientAddressOf: countedAddress(tally, settings),
    settings: { ...settings, ...rateOf(settings), publicUrl: apiUrl, listen: apiListen },
    logger: logger.child({ host: 'api' }),
    onFinished: operations.metrics.observe('api'),
    gate: operations.gate,
  });
  return { name: 'api', app, listen: apiListen };
}
