// `latchkey serve`: runs the server until SIGTERM or SIGINT. Standard output is for the operator; the log goes to
// standard error. The setup link is a secret, so it is printed but never logged.
import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import closeWithGrace from 'close-with-grace';
import { doctorProcess } from '../compose/doctor-process.ts';
import { type Addresses, type ComposeOptions, compose, type HostName, type Server } from '../compose/server.ts';
import { RELEASE_WARNING, sumOf } from '../core/operating/doctor/examine-email.ts';
import { OTHER_RP_WARNING } from '../core/operating/doctor/examine-passkeys.ts';
import { isProxied } from '../core/operating/doctor/examine-proxy.ts';
import { oneTimeLinkUrl } from '../core/people/one-time-links/issue-one-time-link.ts';
import { issueSetupLink } from '../core/people/one-time-links/issue-setup-link.ts';
import { timeOrNull } from '../json/time.ts';
import {
  formatListen,
  isOnLoopback,
  loadSettings,
  type Settings,
  withholdsUnverifiedEmail,
} from '../settings/config.ts';
import type { CommandAnswer, CommandContext } from './frame/command.ts';
import { runWorker } from './workers/run-worker.ts';
import { createWorkerPool, type WorkerPool } from './workers/worker-pool.ts';

/** After `shutdownSeconds` the hosts cut the remaining requests; this much later the process exits in any case. */
const EXIT_GRACE_SECONDS = 5;
/** One client could then use up the limits of a network for everybody (contract 1). */
const ONE_NETWORK =
  'auth_url is https and the server has no certificate, so it runs behind a proxy. trust_proxy is empty, so all clients count as one network. Set trust_proxy to the address of the proxy';
const WITHHELD =
  'The server does not send email, so users cannot verify their addresses, and applications do not receive unverified addresses. If you know that the addresses are correct, run latchkey accounts set-email-verified. To release unverified addresses, set unverified_email to release';
/**
 * Flags of V8's garbage collector. They are set here because a flag on Node's command line makes it compile its own
 * modules and ours at each start, which costs 120 ms (decision 38). V8 reads these two at each collection.
 * (`--single-threaded-gc`, set this late, would stop the process for good.)
 */
const HEAP_FLAGS = [
  // Collects when the heap has 1.4 times the size of the live objects, not up to four times: a quarter less memory, for
  // a full collection every two seconds or so under load (decision 38).
  '--heap-growing-percent=40',
  // Collects young objects on the thread that made them: helper threads have little to do here, and on a busy core they
  // only get in the way.
  '--no-parallel-scavenge',
];

export async function run({ flags, settingsInput, print }: CommandContext): Promise<undefined> {
  for (const flag of HEAP_FLAGS) setFlagsFromString(flag);
  // The primary sends a worker all it needs.
  if (cluster.isWorker) {
    runWorker(settingsInput);
    return;
  }
  const settings = loadSettings(settingsInput);
  const only = flags.optional('only') as HostName | undefined;
  const { server, pool } = await composeServer(
    settings,
    { ...(only && { only }), examine: doctorProcess(settingsInput) },
    Number(flags.optional('workers') ?? 0),
  );
  const { logger } = server;

  // Installed before listening, so that a signal during the start stops the server cleanly too.
  const delay = (settings.shutdownSeconds + EXIT_GRACE_SECONDS) * 1000;
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
    await warnOfOtherPasskeys(server);
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

/** The server sends no mail, so applications receive no address until somebody vouches for it (contract 2). */
async function warnOfUnverifiedAddresses({ ports, logger }: Server, settings: Settings): Promise<void> {
  if (!withholdsUnverifiedEmail(settings)) {
    if (!isOnLoopback(settings)) logger.warn(RELEASE_WARNING);
    return;
  }
  const withheld = sumOf(await ports.accounts.countUnverified());
  if (withheld > 0) logger.warn({ withheld }, WITHHELD);
}

/** Their domain was chosen when they were added, and browsers use them for no other one (contract 23). */
async function warnOfOtherPasskeys({ ports, logger }: Server): Promise<void> {
  const passkeys = await ports.passkeys.countOfOtherRps(ports.rules.passkeyRpId ?? '');
  if (passkeys > 0) logger.warn({ passkeys }, `Some ${OTHER_RP_WARNING}. Run latchkey doctor`);
}

/** @param workers number of worker processes; 0: this process serves */
async function composeServer(
  settings: Settings,
  options: Pick<ComposeOptions, 'only' | 'examine'>,
  workers: number,
): Promise<{ server: Server; pool?: WorkerPool }> {
  if (workers === 0) return { server: await compose(settings, options) };
  const pool = createWorkerPool({ count: workers, settings, only: options.only });
  return { server: await compose(settings, { ...options, share: { workers: pool } }), pool };
}

const shownAddresses = (addresses: Addresses): [string, string][] =>
  Object.entries(addresses).map(([name, listen]) => [name, formatListen(listen)]);

type Setup = { url: string; until: string | null };

function toAnswer({ authUrl, apiUrl }: Settings, addresses: Addresses, setup: Setup | undefined): CommandAnswer {
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
