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

/** What stands in the files that the variables name. */
const CONTENTS: Readonly<Record<string, string>> = {
  LATCHKEY_SECRET_FILE: 'a secret of more than thirty-two bytes',
  LATCHKEY_SMTP_URL_FILE: 'smtps://smtp.example.com:465',
};

/** What the program makes of the variables; the files that they name stand here instead. @throws SettingsError */
export function settingsOf(variables: Readonly<Record<string, unknown>>): Settings {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-deploy-'));
  const env = Object.entries(variables).map(([name, value]) => {
    const content = CONTENTS[name];
    if (content === undefined) return [name, interpolate(String(value))];
    writeFileSync(join(folder, name), content, { mode: 0o600 });
    return [name, join(folder, name)];
  });
  return loadSettings({ env: Object.fromEntries(env) });
}
