// Gathers the facts that `latchkey doctor` evaluates: settings, database, files (`doctor-files.ts`), and what the
// public URLs answer. Changes nothing.
import { systemClock } from '../core/ground/clock.ts';
import { Unavailable } from '../core/ground/unavailable.ts';
import {
  examineAddress,
  examineListener,
  type HostFacts,
  type ListenerFacts,
} from '../core/operating/doctor/examine-addresses.ts';
import {
  type DatabaseFacts,
  examineDatabase,
  type UnusableDatabase,
} from '../core/operating/doctor/examine-database.ts';
import { examineEmail } from '../core/operating/doctor/examine-email.ts';
import { examineFactors } from '../core/operating/doctor/examine-factors.ts';
import { examineFiles } from '../core/operating/doctor/examine-files.ts';
import {
  examineKeys,
  examineSecrets,
  examineSignerKeys,
  type SecretFacts,
} from '../core/operating/doctor/examine-keys.ts';
import { examineLeaving } from '../core/operating/doctor/examine-leaving.ts';
import { examineClock, examineDisk } from '../core/operating/doctor/examine-machine.ts';
import { examineMail } from '../core/operating/doctor/examine-mail.ts';
import { examinePasskeys } from '../core/operating/doctor/examine-passkeys.ts';
import { examinePictures } from '../core/operating/doctor/examine-pictures.ts';
import { examinePolicy } from '../core/operating/doctor/examine-policy.ts';
import { examineProxy, isProxied, type ProxyObservation } from '../core/operating/doctor/examine-proxy.ts';
import { tellSettings } from '../core/operating/doctor/examine-settings.ts';
import { examineTls } from '../core/operating/doctor/examine-tls.ts';
import { examineTokens } from '../core/operating/doctor/examine-tokens.ts';
import { examineUsernames } from '../core/operating/doctor/examine-usernames.ts';
import type { Finding } from '../core/operating/doctor/finding.ts';
import { locksOf } from '../core/server/policy/compare-locks.ts';
import { followedPolicy } from '../core/server/policy/policy.ts';
import { createPictureEncoder } from '../outside/picture-encoder.ts';
import { probeHost } from '../outside/probe-host.ts';
import { probeMailServer } from '../outside/smtp-sender.ts';
import type { Listen } from '../schema/settings/listen.ts';
import type { SettingValues } from '../schema/settings/settings.ts';
import { readSmtpUrl, shownSmtpUrl } from '../schema/settings/smtp-url.ts';
import {
  formatListen,
  isOnLoopback,
  peekSettings,
  reachable,
  secretIn,
  withholdsUnverifiedEmail,
} from '../settings/config.ts';
import { SettingsError } from '../settings/fault.ts';
import { mailDelivery } from '../settings/mail-settings.ts';
import { passkeyRpIdOf } from '../settings/passkey-settings.ts';
import { policyKinds } from '../settings/policy-kinds.ts';
import { DEFAULT_CONFIG_FILE, type SettingsInput } from '../settings/sources.ts';
import { DatabaseRefused } from '../store/database-refused.ts';
import { databaseAt } from './databases/databases.ts';
import { disksOf, filesOf, ownCertificate } from './doctor-files.ts';

export type { Finding };

/** Returns the text of `/metrics` from the server on this machine; undefined: none answers. */
export type ReadMetrics = (listen: Listen) => Promise<string | undefined>;

/** @returns a finding for everything that was checked, in a fixed order */
export async function diagnose(input: SettingsInput, readMetrics: ReadMetrics): Promise<readonly Finding[]> {
  const settings = settingsOrFindings(input);
  if (Array.isArray(settings)) return settings;
  const { values, secret, previousSecret, policySources } = settings;
  const now = systemClock.now();
  const policy = policyKinds({ ...values, policySources });
  const database = await databaseFacts(values);
  const check = 'kind' in database ? database.secretCheck : undefined;
  const secrets: SecretFacts = { secret, previous: previousSecret, check, where: secretIn(values) };
  const hosts = [await hostFacts('auth', values), await hostFacts('api', values)];
  const [first] = hosts.map((host) => (host.public.reached ? host.public.aheadMs : undefined));
  const files = filesOf(values, input.configFile ?? DEFAULT_CONFIG_FILE);
  return [
    ...examineDatabase(database),
    ...('kind' in database ? examineKeys({ keys: database.keys, secrets, now }) : []),
    ...('kind' in database ? examineSignerKeys(database.signerKeys, secrets) : []),
    ...examineSecrets(secrets),
    ...('kind' in database ? examineUsernames(database.usernames) : []),
    ...('kind' in database ? examineLeaving(database.leaving) : []),
    ...('kind' in database ? examinePasskeys(database.passkeysElsewhere, passkeyRpIdOf(values)) : []),
    ...('kind' in database
      ? examineFactors(database.operatorsWithoutFactor, followedPolicy(policy, database.storedPolicy).secondFactor)
      : []),
    ...('kind' in database ? examineTokens(database.neglectedTokens) : []),
    ...examineFiles(files, now),
    ...disksOf(values).map((disk) => examineDisk(disk, database)),
    ...examineClock(database, now, first),
    ...[...hosts, ...(await operationsOf(values))].flatMap(examineListener),
    examineEmail({
      isWithheld: withholdsUnverifiedEmail(values),
      isOnLoopback: isOnLoopback(values),
      unverified: 'kind' in database ? database.unverified : undefined,
    }),
    await mailFinding(values, 'kind' in database ? database : undefined),
    examinePictures(await createPictureEncoder().trouble()),
    ...('kind' in database ? [examinePolicy(database.policyProcesses, locksOf(policy), now)] : []),
    ...hosts.map((host) => examineAddress(host, values.authUrl)),
    ...ownCertificate(values, now),
    ...hosts.map((host) => examineTls(host, now)),
    examineProxy({
      trustProxy: values.trustProxy,
      arrival: await arrivalOf(values, readMetrics),
      isProxied: isProxied(values),
    }),
  ];
}

async function mailFinding(values: SettingValues, database: DatabaseFacts | undefined): Promise<Finding> {
  const { smtpUrl, mailFrom } = values;
  return examineMail({
    delivery: mailDelivery(values),
    server: smtpUrl && shownSmtpUrl(smtpUrl),
    from: mailFrom,
    givenUp: database?.mailsGivenUp,
    troubles: database?.mailTroubles,
    asked:
      smtpUrl !== undefined && mailFrom !== undefined
        ? await probeMailServer({ server: readSmtpUrl(smtpUrl), from: mailFrom })
        : undefined,
    isOnLoopback: isOnLoopback(values),
  });
}

function settingsOrFindings(input: SettingsInput): ReturnType<typeof peekSettings> | Finding[] {
  try {
    return peekSettings(input);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return tellSettings(error.faults);
  }
}

async function databaseFacts(values: SettingValues): Promise<DatabaseFacts | UnusableDatabase> {
  try {
    return await databaseAt(values.databaseUrl).examine(values, systemClock.now);
  } catch (error) {
    if (error instanceof DatabaseRefused || error instanceof Unavailable) return { refused: error.message };
    throw error;
  }
}

const PROBE_PATHS = { auth: '/.well-known/openid-configuration', api: '/user-info' } as const;

async function hostFacts(name: HostFacts['name'], values: SettingValues): Promise<HostFacts> {
  const [url, listen] = name === 'auth' ? [values.authUrl, values.authListen] : [values.apiUrl, values.apiListen];
  const probe = { url, path: PROBE_PATHS[name], now: systemClock.now };
  const at = { ...reachable(listen), tls: values.tlsCertificateFile !== undefined };
  const [publicAnswer, listener] = await Promise.all([probeHost(probe), probeHost({ ...probe, at })]);
  return { name, url, listen: formatListen(listen), public: publicAnswer, listener };
}

/** The operations listener, unless it is off. */
async function operationsOf({ opsListen }: SettingValues): Promise<ListenerFacts[]> {
  if (opsListen === 'off') return [];
  const at = { ...reachable(opsListen), tls: false };
  const probe = { url: `http://${formatListen(at)}`, path: '/health/live', at, now: systemClock.now };
  return [{ name: 'ops', listen: formatListen(opsListen), listener: await probeHost(probe) }];
}

/** Sends a request whose client address the server counts, and returns the outcome whose count rose. */
async function arrivalOf({ authUrl, opsListen }: SettingValues, readMetrics: ReadMetrics): Promise<ProxyObservation> {
  if (opsListen === 'off') return 'unknown';
  const counts = async () => countsIn((await readMetrics(opsListen)) ?? '');
  const before = await counts();
  await probeHost({ url: authUrl, path: '/oauth/introspection', form: 'token=none', now: systemClock.now });
  const after = await counts();
  const risen = (['unbelieved', 'forwarded', 'direct'] as const).find(
    (outcome) => (after.get(outcome) ?? 0) > (before.get(outcome) ?? 0),
  );
  return risen ?? 'unknown';
}

/** Sums the counts of all processes of one server. */
function countsIn(metrics: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [, labels = '', value] of metrics.matchAll(/^latchkey_client_addresses_total\{([^}]*)\} (\d+)/gm)) {
    const outcome = /outcome="([^"]*)"/.exec(labels)?.[1] ?? '';
    counts.set(outcome, (counts.get(outcome) ?? 0) + Number(value));
  }
  return counts;
}
