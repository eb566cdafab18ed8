// Every setting as text, to compare those of two starts (contract 61). The texts are never stored or logged.
import type { Settings } from './config.ts';
import { SETTING_KEYS, yamlName } from './schema.ts';

/** Its default follows from the machine, so it differs between the machines of one server. */
const OF_MACHINE: readonly string[] = ['passwordHashConcurrency'];

/** By their names in the YAML file; the secrets that are in files too. */
export const settingTexts = (settings: Settings): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    SETTING_KEYS.filter((key) => !OF_MACHINE.includes(key)).map((key) => [
      yamlName(key),
      JSON.stringify((settings as Readonly<Record<string, unknown>>)[key] ?? null),
    ]),
  ),
  secret: settings.secret.toString('hex'),
});
