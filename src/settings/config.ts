// Reads the settings into one frozen object. `LATCHKEY_*` variables override the YAML file, which overrides the
// defaults. All faults are reported at once: each key, its value (never of a secret), and what is allowed (contract 1).
import { accessSync, constants, lstatSync } from 'node:fs';
import { randomSecret } from '../core/ground/secrets.ts';
import { POLICY, POLICY_SETTINGS, type PolicySetting } from '../schema/policy/policy-keys.ts';
import { readDatabaseUrl } from '../schema/settings/database-url.ts';
import type { Listen } from '../schema/settings/listen.ts';
import type { Setting } from '../schema/settings/setting.ts';
import { SETTING_KEYS, SETTINGS, type SettingKey, type SettingValues, yamlName } from '../schema/settings/settings.ts';
import { readWritten, type WrittenFault } from '../schema/written.ts';
import { type SettingFault, SettingsError } from './fault.ts';
import { isLoopbackHost, readMailSettings } from './mail-settings.ts';
import { passkeyFaults } from './passkey-settings.ts';
import { type Origins, readPreviousSecret, readSecret } from './secret-settings.ts';
import { readSources, type SettingsInput, type Source } from './sources.ts';

/**
 * The settings of a running program. URLs are origins without a trailing slash; durations are in the unit their name
 * ends in.
 */
export type Settings = Readonly<
  Omit<SettingValues, 'secret' | 'secretFile' | 'secretPrevious' | 'secretPreviousFile'> & {
    /** The server's secret, at least 32 bytes. */
    secret: Buffer;
    /** The secret before the last change, still accepted. */
    previousSecret: Buffer | undefined;
    /** Where the settings give a key of the policy, which locks it (contract 29). */
    policySources: Readonly<Partial<Record<PolicySetting, string>>>;
    /** How long the server waits for requests in progress when it stops (contract 1). */
    shutdownSeconds: number;
  }
>;

/** Longer than any request takes, and shorter than what process managers wait before they kill. */
const SHUTDOWN_SECONDS = 10;

/**
 * Reads the settings and the secrets. Creates the secret's file at the first start on a new SQLite database.
 * @param options.create false: creates nothing; where the first start would create a secret, a random one is returned
 * @throws SettingsError with every fault
 */
export function loadSettings(input: SettingsInput, { create = true }: { create?: boolean } = {}): Settings {
  const { values, origins, policySources } = readValues(input);
  // Checked before the secret is created: a database that exists already has its secret.
  const database = existingFile(values.databaseUrl);
  const faults: SettingFault[] = [];
  const secret = readSecret(values, { database, create }, faults, origins);
  const previousSecret = readPreviousSecret(values, faults, origins);
  if (faults.length > 0 || (!secret && create)) throw new SettingsError(faults);
  const { secret: _s, secretFile: _f, secretPrevious: _p, secretPreviousFile: _q, ...rest } = values;
  return Object.freeze({
    ...rest,
    policySources,
    secret: secret ?? Buffer.from(randomSecret()),
    previousSecret,
    shutdownSeconds: SHUTDOWN_SECONDS,
  });
}

/**
 * Makes the same checks without creating anything, for `latchkey config check`.
 * @throws SettingsError with every fault
 */
export const checkSettings = (input: SettingsInput): SettingValues => peekSettings(input).values;

/**
 * Reads the settings and the secrets without creating anything. `secret` is undefined when the first start would create
 * it.
 * @throws SettingsError with every fault
 */
export function peekSettings(input: SettingsInput): {
  values: SettingValues;
  secret: Buffer | undefined;
  previousSecret: Buffer | undefined;
  policySources: Settings['policySources'];
} {
  const { values, origins, policySources } = readValues(input);
  const database = existingFile(values.databaseUrl);
  const faults: SettingFault[] = [];
  const secret = readSecret(values, { database, create: false }, faults, origins);
  const previousSecret = readPreviousSecret(values, faults, origins);
  if (faults.length > 0) throw new SettingsError(faults);
  return { values, secret, previousSecret, policySources };
}

/**
 * Whether unverified addresses are withheld from applications (contract 2). By default they are released only when both
 * public URLs are loopback, which is for experiments. Where strangers can sign up, an unverified address identifies
 * nobody.
 */
export const withholdsUnverifiedEmail = (
  values: Pick<SettingValues, 'unverifiedEmail' | 'authUrl' | 'apiUrl'>,
): boolean => (values.unverifiedEmail ?? (isOnLoopback(values) ? 'release' : 'withhold')) === 'withhold';

/** Whether the public URLs reach the server from this machine only. */
export const isOnLoopback = ({ authUrl, apiUrl }: Pick<SettingValues, 'authUrl' | 'apiUrl'>): boolean =>
  isLoopback(authUrl) && isLoopback(apiUrl);

/** The file of an SQLite database that exists. A dangling link counts as one, because a database was there. */
function existingFile(databaseUrl: string): string | undefined {
  const { file } = readDatabaseUrl(databaseUrl);
  return file !== undefined && lstatSync(file, { throwIfNoEntry: false }) ? file : undefined;
}

/** Says where the secret is, never what it is. */
export const secretIn = ({ secret, secretFile }: SettingValues): string =>
  secret === undefined ? `secret_file: ${secretFile}` : 'the setting secret';

type ReadValues = { values: SettingValues; origins: Origins; policySources: Settings['policySources'] };

function readValues(input: SettingsInput): ReadValues {
  const { sources, faults } = readSources(input);
  const chosen = new Map<SettingKey, { raw: unknown; label: string }>();
  for (const source of sources) overlay(chosen, source, faults);
  const origins: Origins = (key) => chosen.get(key)?.label ?? yamlName(key);

  const values: Partial<Record<SettingKey, unknown>> = {};
  for (const key of SETTING_KEYS) {
    const setting: Setting = SETTINGS[key];
    const raw = chosen.has(key) ? chosen.get(key)?.raw : setting.fallback;
    const read = readWritten(setting.schema, raw);
    if ('value' in read) values[key] = read.value;
    else faults.push(...read.faults.map((fault) => inSetting(fault, origins(key), isShown(key))));
  }
  values.smtpUrl = readMailSettings(values as Partial<SettingValues>, faults, origins);
  faults.push(...findConflicts(values as Partial<SettingValues>, origins));
  if (faults.length > 0) throw new SettingsError(faults);
  const given = (Object.keys(POLICY_SETTINGS) as PolicySetting[])
    .filter((key) => chosen.has(key))
    .map((key) => [key, origins(key)]);
  return { values: values as SettingValues, origins, policySources: Object.fromEntries(given) };
}

/** `[1].title.ko` follows the name of the setting. */
function inSetting({ path, found, allowed }: WrittenFault, name: string, mayShow: boolean): SettingFault {
  const at = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return { key: `${name}${at}`, found: mayShow ? found : '(not shown)', allowed };
}

/** A secret can be given as text or in a file. Either one in a later source replaces both of an earlier one. */
const ALTERNATIVES: readonly (readonly [SettingKey, SettingKey])[] = [
  ['secret', 'secretFile'],
  ['secretPrevious', 'secretPreviousFile'],
  ['smtpUrl', 'smtpUrlFile'],
];

function overlay(chosen: Map<SettingKey, { raw: unknown; label: string }>, source: Source, faults: SettingFault[]) {
  for (const [one, other] of ALTERNATIVES) {
    const both = source.values.has(one) && source.values.has(other);
    if (both)
      faults.push({ key: source.label(one), found: 'set twice', allowed: `either this or ${source.label(other)}` });
    if (source.values.has(one)) chosen.delete(other);
    if (source.values.has(other)) chosen.delete(one);
  }
  for (const [key, raw] of source.values) chosen.set(key, { raw, label: source.label(key) });
}

/** The URL of a database or a mail server may contain a password. */
const isShown = (key: SettingKey): boolean =>
  !(SETTINGS[key] as Setting).secret && key !== 'databaseUrl' && key !== 'smtpUrl';

/** Finds settings that are valid alone but not together. Invalid settings are absent from `values`. */
function findConflicts(values: Partial<SettingValues>, origins: Origins): SettingFault[] {
  const faults: SettingFault[] = [];
  const { requireVerifiedEmail, smtpUrl } = values;
  for (const key of ['authUrl', 'apiUrl'] as const) {
    const url = values[key];
    if (url === undefined || url.startsWith('https:') || isLoopback(url) || values.insecureHttp === true) continue;
    faults.push({
      key: origins(key),
      found: JSON.stringify(url),
      allowed: 'https; http only for localhost, 127.0.0.0/8 and [::1], or with insecure_http',
    });
  }
  if (
    values.allowedEmailDomains?.length &&
    !(requireVerifiedEmail ?? POLICY.requireVerifiedEmail.defaultOf({ smtpUrl }))
  ) {
    faults.push({
      key: origins('allowedEmailDomains'),
      found: JSON.stringify(values.allowedEmailDomains),
      allowed: 'an empty list, or require_verified_email: anybody can type one of these domains',
    });
  }
  faults.push(...passkeyFaults(values, origins));
  faults.push(...findTlsFaults(values, origins), ...findDuplicateListens(values, origins));
  return faults;
}

function findTlsFaults(values: Partial<SettingValues>, origins: Origins): SettingFault[] {
  const faults: SettingFault[] = [];
  const keys = ['tlsCertificateFile', 'tlsKeyFile'] as const;
  const given = keys.filter((key) => values[key] !== undefined);
  for (const key of keys) {
    const file = values[key];
    if (file === undefined && given.length > 0) {
      faults.push({
        key: yamlName(key),
        found: 'missing',
        allowed: 'both tls_certificate_file and tls_key_file, or neither',
      });
    }
    if (file !== undefined && !isReadable(file)) {
      faults.push({ key: origins(key), found: JSON.stringify(file), allowed: 'a file that this process can read' });
    }
  }
  return faults;
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

const isLoopback = (url: string): boolean => isLoopbackHost(new URL(url).hostname);

function findDuplicateListens(values: Partial<SettingValues>, origins: Origins): SettingFault[] {
  const faults: SettingFault[] = [];
  const taken = new Map<string, SettingKey>();
  for (const key of ['authListen', 'apiListen', 'opsListen'] as const) {
    const listen = values[key];
    if (listen === undefined || listen === 'off' || listen.port === 0) continue;
    const address = formatListen(listen);
    const first = taken.get(address);
    if (first === undefined) taken.set(address, key);
    else faults.push({ key: origins(key), found: address, allowed: `a different address than ${yamlName(first)}` });
  }
  return faults;
}

/** The address where this machine reaches the listener: loopback where it listens on every address. */
export function reachable({ host, port }: Listen): Listen {
  if (host === '0.0.0.0') return { host: '127.0.0.1', port };
  return host === '::' ? { host: '::1', port } : { host, port };
}

/** `127.0.0.1:4000`, `[::1]:4000`. */
export const formatListen = ({ host, port }: Listen): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;
