// `latchkey serve`: runs the server until SIGTERM or SIGINT. What it prints is for the operator; the log goes to
// standard error. The setup link is a secret and is only printed, never logged.
import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import closeWithGrace from 'close-with-grace';
import { type Addresses, compose, type HostName, type Server } from '../compose/server.ts';
import { RELEASE_WARNING, sumOf } from '../core/doctor/examine-email.ts';
import { isProxied } from '../core/doctor/examine-proxy.ts';
import { oneTimeLinkUrl } from '../core/one-time-links/issue-one-time-link.ts';
import { issueSetupLink } from '../core/one-time-links/issue-setup-link.ts';
import { timeOrNull } from '../json/time.ts';
import {
  formatListen,
  isOnLoopback,
  loadSettings,
  type Settings,
  withholdsUnverifiedEmail,
} from '../settings/config.ts';
import type { Answer, CommandContext } from './command.ts';
import { runWorker } from './workers/run-worker.ts';
import { createWorkerPool, type WorkerPool } from './workers/worker-pool.ts';

/** Past `shutdown_seconds` the hosts cut what is left; this much later the process ends whatever happens. */
const LAST_GRACE_SECONDS = 5;
/** Then whoever uses up the limits of a network uses them up for everybody (contract 1). */
const ONE_NETWORK =
  'auth_url is https and the server has no certificate, so it runs behind a proxy. trust_proxy is empty, so all clients count as one network. Set trust_proxy to the address of the proxy';
const WITHHELD =
  'The server does not send email, so users cannot verify their addresses, and applications do not receive unverified addresses. If you know that the addresses are correct, run latchkey accounts set-email-verified. To release unverified addresses, set unverified_email to release';
/**
 * How V8 collects garbage. Set here, because with a flag on Node's own command line neither its modules nor ours come
 * compiled, which costs 120 ms of each start; these two are read at each collection (`--single-threaded-gc`, set so
 * late, stops the process for good).
 */
const HEAP_FLAGS = [
  // When the heap is 1.4 times what was alive, not up to four times: a quarter less memory, for a full collection every
  // two seconds or so under load (docs/performance.md).
  '--heap-growing-percent=40',
  // Young objects by the thread that made them: helpers have little to do here, and on a core that is busy they only
  // get in its way.
  '--no-parallel-scavenge',
];

export async function run({ flags, settingsInput, print }: CommandContext): Promise<undefined> {
  for (const flag of HEAP_FLAGS) setFlagsFromString(flag);
  // Started by a primary, which tells it everything.
  if (cluster.isWorker) {
    runWorker();
    return;
  }
  const settings = loadSettings(settingsInput);
  const only = flags.optional('only') as HostName | undefined;
  const { server, pool } = await composeServer(settings, only, Number(flags.optional('workers') ?? 0));
  const { logger } = server;

  // Before listening: a signal during the start stops as cleanly as one after it.
  const delay = (settings.shutdownSeconds + LAST_GRACE_SECONDS) * 1000;
  const signals = closeWithGrace({ delay, logger }, async ({ signal, err }) => {
    if (err) logger.fatal({ err }, 'Stopping after an uncaught error');
    else logger.info({ signal }, 'Stopping');
    await server.stop();
    logger.info('Stopped');
  });
  try {
    const own = await server.start();
    const shared = await pool?.start((death) => logger.error(death, 'A worker exited and is being restarted'));
    const addresses = { ...shared, ...own };
    const setupLink = only === 'api' ? undefined : await issueSetupLink(server.ports);
    await warnOfUnverifiedAddresses(server, settings);
    if (only !== 'api' && isProxied(settings) && settings.trustProxy.length === 0) logger.warn(ONE_NETWORK);
    logger.info({ listening: Object.fromEntries(shownAddresses(addresses)) }, 'Ready');
    const setup = setupLink && {
      url: oneTimeLinkUrl(settings.authUrl, 'setup', setupLink.token),
      until: timeOrNull(setupLink.expiresAt),
    };
    print(toAnswer(settings, addresses, setup));
  } catch (error) {
    signals.uninstall();
    await server.stop();
    throw error;
  }
}

/** While the server sends no mail, somebody has to say whose addresses they are, or nobody gets them (contract 2). */
async function warnOfUnverifiedAddresses({ ports, logger }: Server, settings: Settings): Promise<void> {
  if (!withholdsUnverifiedEmail(settings)) {
    if (!isOnLoopback(settings)) logger.warn(RELEASE_WARNING);
    return;
  }
  const withheld = sumOf(await ports.accounts.countUnverified());
  if (withheld > 0) logger.warn({ withheld }, WITHHELD);
}

/** @param workers how many processes serve; 0: this one */
async function composeServer(
  settings: Settings,
  only: HostName | undefined,
  workers: number,
): Promise<{ server: Server; pool?: WorkerPool }> {
  const options = only && { only };
  if (workers === 0) return { server: await compose(settings, options) };
  // The setting is for the machine; its workers share it.
  const passwordHashConcurrency = Math.ceil(settings.passwordHashConcurrency / workers);
  const pool = createWorkerPool({ count: workers, settings: { ...settings, passwordHashConcurrency }, only });
  return { server: await compose(settings, { ...options, share: { workers: pool } }), pool };
}

const shownAddresses = (addresses: Addresses): [string, string][] =>
  Object.entries(addresses).map(([name, listen]) => [name, formatListen(listen)]);

type Setup = { url: string; until: string | null };

function toAnswer({ authUrl, apiUrl }: Settings, addresses: Addresses, setup: Setup | undefined): Answer {
  const lines = [
    ...(addresses.auth ? [`Auth host   ${authUrl} (listening on ${formatListen(addresses.auth)})`] : []),
    ...(addresses.api ? [`API host    ${apiUrl} (listening on ${formatListen(addresses.api)})`] : []),
    ...(addresses.ops ? [`Operations  listening on ${formatListen(addresses.ops)}`] : []),
  ];
  if (setup)
    lines.push(
      '',
      `There is no operator account yet. To create one, open this link once before ${setup.until}:`,
      setup.url,
      '',
    );
  return {
    json: {
      auth_url: authUrl,
      api_url: apiUrl,
      listening: Object.fromEntries(shownAddresses(addresses)),
      setup_link: setup?.url ?? null,
      setup_link_expires_at: setup?.until ?? null,
    },
    text: lines.join('\n'),
  };
}
