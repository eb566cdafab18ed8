// The files of a deployment as data: what Compose and Kubernetes would make of them, as far as the settings go.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { Settings } from '../../../src/settings/config.ts';
import { loadSettings } from '../../../src/settings/config.ts';

export const CADDYFILE = 'deploy/Caddyfile';
export const YAML_FILES = [
  'compose.yaml',
  ...readdirSync('deploy/kubernetes').map((name) => join('deploy/kubernetes', name)),
];

// biome-ignore lint/suspicious/noExplicitAny: the files' own shapes, which the tests look into
export type Document = any;

/** Every document of a YAML file, its merges (`<<`) done. @throws Error at the first thing that is not YAML 1.2 */
export function readYaml(file: string): Document[] {
  return [parseAllDocuments(readFileSync(file, 'utf8'), { merge: true, uniqueKeys: true })].flat().map((document) => {
    const [fault] = [...document.errors, ...document.warnings];
    if (fault) throw new Error(`${file}: ${fault.message}`);
    return document.toJS();
  });
}

export const COMPOSE: Document = readYaml('compose.yaml')[0];

export const kubernetes = (kind: string): Document[] =>
  YAML_FILES.slice(1)
    .flatMap(readYaml)
    .filter((document) => document.kind === kind);

/** `${NAME:-default}` as Compose reads it where nothing is set. */
export const interpolate = (text: string): string => text.replace(/\$\{\w+:-([^}]*)\}/g, '$1');

/** What the program makes of the variables; the secret's file is one that stands here. @throws SettingsError */
export function settingsOf(variables: Readonly<Record<string, unknown>>): Settings {
  const secret = join(mkdtempSync(join(tmpdir(), 'latchkey-deploy-')), 'secret');
  writeFileSync(secret, 'a secret of more than thirty-two bytes', { mode: 0o600 });
  const env = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, interpolate(String(value))]));
  return loadSettings({ env: { ...env, LATCHKEY_SECRET_FILE: secret } });
}
