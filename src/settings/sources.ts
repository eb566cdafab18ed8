// Reads the sources of settings: the YAML file and the environment, which overrides it. Names that are no setting are
// faults.
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Setting } from '../schema/settings/setting.ts';
import { SETTING_KEYS, SETTINGS, type SettingKey, variableName, yamlName } from '../schema/settings/settings.ts';
import type { SettingFault } from './fault.ts';

export type SettingsInput = {
  /** `--config FILE`, which must exist. Undefined: `config/latchkey.yaml` if it exists. */
  configFile?: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
};

export type Source = {
  values: ReadonlyMap<SettingKey, unknown>;
  /** How a fault names a setting of this source. */
  label(key: SettingKey): string;
};

export const DEFAULT_CONFIG_FILE = 'config/latchkey.yaml';

export function readSources({ configFile, env }: SettingsInput): { sources: Source[]; faults: SettingFault[] } {
  const faults: SettingFault[] = [];
  const file = readFileSource(configFile, faults);
  const environment = readEnvironment(env, faults);
  return { sources: file ? [file, environment] : [environment], faults };
}

function readFileSource(configFile: string | undefined, faults: SettingFault[]): Source | undefined {
  const path = configFile ?? DEFAULT_CONFIG_FILE;
  const fault = (found: string, allowed: string) =>
    faults.push({ key: configFile === undefined ? path : `--config ${path}`, found, allowed });
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!missing || configFile !== undefined) {
      fault(
        missing ? 'missing' : `unreadable (${(error as NodeJS.ErrnoException).code})`,
        'a file that this process can read',
      );
    }
    return undefined;
  }
  const entries = parseYaml(content, fault);
  if (!entries) return undefined;
  const label = (key: SettingKey) => `${yamlName(key)} in ${path}`;
  const values = collect(entries, yamlName, (name) => `${name} in ${path}`, faults);
  const holdsSecret = [...values].some(([key, raw]) => (SETTINGS[key] as Setting).secret || isUrlWithPassword(raw));
  if (holdsSecret && (statSync(path).mode & 0o077) !== 0) {
    fault('contains a secret and other users can read it', 'mode 0600, or the secret in a separate file');
  }
  return { values, label };
}

const isUrlWithPassword = (raw: unknown): boolean =>
  typeof raw === 'string' && /^(?:postgres|smtp).*(:[^/@]+@|password=)/.test(raw);

function parseYaml(content: string, fault: (found: string, allowed: string) => void): [string, unknown][] | undefined {
  // Loaded only when there is a file: most processes have none, and start sooner.
  const { parseDocument } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  // Pretty errors would quote the line, which may contain a secret.
  const document = parseDocument(content, { prettyErrors: false, uniqueKeys: true });
  for (const error of document.errors) {
    const line = content.slice(0, error.pos[0]).split('\n').length;
    fault(`line ${line}: ${error.code.toLowerCase().replaceAll('_', ' ')}`, 'valid YAML');
  }
  if (document.errors.length > 0) return undefined;
  const root: unknown = document.toJS();
  if (root === null || root === undefined) return [];
  if (typeof root === 'object' && !Array.isArray(root)) return Object.entries(root);
  fault('not a mapping', 'settings and their values, as in config/latchkey.example.yaml');
  return undefined;
}

function readEnvironment(env: SettingsInput['env'], faults: SettingFault[]): Source {
  const entries = Object.entries(env).filter(([name]) => name.startsWith('LATCHKEY_'));
  return { values: collect(entries, variableName, (name) => name, faults), label: variableName };
}

/** An empty variable and a YAML key without a value count as absent. */
function collect(
  entries: readonly (readonly [string, unknown])[],
  nameOf: (key: SettingKey) => string,
  labelOf: (name: string) => string,
  faults: SettingFault[],
): Map<SettingKey, unknown> {
  const keys = new Map(SETTING_KEYS.map((key) => [nameOf(key), key]));
  const values = new Map<SettingKey, unknown>();
  for (const [name, raw] of entries) {
    const key = keys.get(name);
    // The value of an unknown name is not shown: it may be a secret under a misspelt name.
    if (key === undefined)
      faults.push({ key: labelOf(name), found: 'unknown setting', allowed: suggest(name, [...keys.keys()]) });
    else if (raw !== '' && raw !== null && raw !== undefined) values.set(key, raw);
  }
  return values;
}

function suggest(name: string, known: readonly string[]): string {
  const nearest = known
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .sort((a, b) => a.distance - b.distance)[0];
  const all = 'the settings of config/latchkey.example.yaml';
  return nearest && nearest.distance <= 3 ? `${nearest.candidate}, or another of ${all}` : all;
}

/** The Levenshtein distance: how many letters must change to turn one word into the other. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitute = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitute, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
