// The only place that puts hosts on top of the ports: settings in, a server out that starts and stops as one.
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type OpenPorts, openPorts } from './compose-ports.ts';
import { formatListen, type Settings } from './config.ts';
import type { Clock } from './core/clock.ts';
import type { Ports } from './core/ports.ts';
import { buildApiHost } from './http/api-host.ts';
import { buildAuthHost } from './http/auth-host.ts';
import { createMetrics } from './http/metrics.ts';
import { buildOpsHost } from './http/ops-host.ts';
import { createClientNetwork } from './http/plugins/client-address.ts';
import { createLogger } from './outside/logger.ts';
import { startPurgeLoop } from './purge-loop.ts';
import type { Listen } from './settings-schema.ts';
import { StartRefused } from './start-refused.ts';
import { assetPaths, loadAssets } from './views/assets.ts';

export type ComposeOptions = {
  clock?: Clock;
  logger?: Logger;
  /** Serves one of the two hosts in this process. */
  only?: HostName;
};

export type HostName = 'auth' | 'api';
export type ListenerName = HostName | 'ops';

/** Where it listens; the ports are those in use also where the settings said 0. */
export type Addresses = Partial<Record<ListenerName, Listen>>;

export type Server = {
  ports: Ports;
  logger: Logger;
  /** @throws StartRefused when an address cannot be listened on; nothing listens then. */
  start(): Promise<Addresses>;
  /** Not ready at once; then finishes what is under way within `shutdownSeconds` and closes the database. */
  stop(): Promise<void>;
};

/**
 * Opens the database and builds the hosts; nothing listens before `start`.
 * @throws StartRefused when the database or the certificate cannot be used
 */
export async function compose(settings: Settings, options: ComposeOptions = {}): Promise<Server> {
  const logger = options.logger ?? (await createLogger({ level: settings.logLevel, format: settings.logFormat }));
  const opened = await openPorts(settings, { logger, ...(options.clock && { clock: options.clock }) });
  try {
    return assemble(settings, opened, logger, options.only);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function assemble(settings: Settings, opened: OpenPorts, logger: Logger, only: HostName | undefined): Server {
  const { ports } = opened;
  let draining = false;
  const listeners = buildListeners({ settings, opened, logger, only, isDraining: () => draining });
  let stopPurge = async () => {};

  const stop = async (): Promise<void> => {
    draining = true;
    const hosts = listeners.filter(({ name }) => name !== 'ops');
    await Promise.all(hosts.map(({ app }) => app.close()));
    await stopPurge();
    // Until here the operations listener tells that this process is draining.
    for (const { app } of listeners.filter(({ name }) => name === 'ops')) await closeAtOnce(app);
    await opened.close();
  };
  let stopping: Promise<void> | undefined;

  return {
    ports,
    logger,
    async start() {
      try {
        const addresses: Addresses = {};
        for (const listener of listeners) addresses[listener.name] = await listen(listener);
        stopPurge = startPurgeLoop(ports, { onFailure: (err) => logger.warn({ err }, 'Purging expired rows failed') });
        return addresses;
      } catch (error) {
        stopping ??= stop();
        await stopping;
        throw error;
      }
    },
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}

type Listener = { name: ListenerName; app: FastifyInstance; listen: Listen };

type ListenerParts = {
  settings: Settings;
  opened: OpenPorts;
  logger: Logger;
  only: HostName | undefined;
  isDraining: () => boolean;
};

function buildListeners({ settings, opened, logger, only, isDraining }: ListenerParts): Listener[] {
  const { ports } = opened;
  const { authListen, apiListen, opsListen, authUrl, apiUrl } = settings;
  const metrics = createMetrics();
  const listeners: Listener[] = [];
  if (only !== 'api') {
    const brand = {
      serviceName: settings.serviceName,
      accentColor: settings.accentColor,
      supportContact: settings.supportContact,
    };
    const files = loadAssets(brand);
    const networkOf = createClientNetwork(settings.trustProxy);
    const app = orRefuseTls(settings, () =>
      buildAuthHost({
        deps: { ports, authUrl, apiUrl, networkOf, brand, assets: assetPaths(files) },
        files,
        settings: { ...settings, publicUrl: authUrl, listen: authListen },
        logger: logger.child({ host: 'auth' }),
        onFinished: metrics.observe('auth'),
      }),
    );
    listeners.push({ name: 'auth', app, listen: authListen });
  }
  if (only !== 'auth') {
    const app = orRefuseTls(settings, () =>
      buildApiHost({
        ports,
        settings: { ...settings, publicUrl: apiUrl, listen: apiListen },
        logger: logger.child({ host: 'api' }),
        onFinished: metrics.observe('api'),
      }),
    );
    listeners.push({ name: 'api', app, listen: apiListen });
  }
  if (opsListen !== 'off') {
    const app = buildOpsHost({ database: opened, registry: metrics.registry, isDraining });
    listeners.push({ name: 'ops', app, listen: opsListen });
  }
  return listeners;
}

/** OpenSSL's words about a certificate or key, with the settings they are about. */
function orRefuseTls<Result>({ tlsCertificateFile }: Settings, build: () => Result): Result {
  try {
    return build();
  } catch (error) {
    const isTls =
      tlsCertificateFile !== undefined && /^ERR_(OSSL|SSL|TLS)/.test((error as NodeJS.ErrnoException).code ?? '');
    if (!isTls) throw error;
    const { message } = error as Error;
    throw new StartRefused(`tls_certificate_file and tls_key_file cannot be used (${message})`, { cause: error });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process listens there',
  EACCES: 'this user may not listen there',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'this name leads to no address',
};

async function listen({ name, app, listen: at }: Listener): Promise<Listen> {
  try {
    await app.listen({ host: at.host, port: at.port });
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
    if (reason === undefined) throw error;
    throw new StartRefused(`${name}_listen: cannot listen on ${formatListen(at)}: ${reason}`, { cause: error });
  }
  return { host: at.host, port: (app.server.address() as AddressInfo).port };
}

async function closeAtOnce(app: FastifyInstance): Promise<void> {
  const closed = app.close();
  app.server.closeAllConnections();
  await closed;
}
