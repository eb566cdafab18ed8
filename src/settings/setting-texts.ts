// Every setting as text, to compare those of two starts (contract 61). The texts are never stored or logged.

import { SETTING_KEYS, yamlName } from '../schema/settings/settings.ts';
import type { Settings } from './config.ts';

/** By their names in the YAML file; the secrets that are in files too. */
export const settingTexts = (settings: Settings): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    SETTING_KEYS.map((key) => [
      yamlName(key),
      JSON.stringify((settings as Readonly<Record<string, unknown>>)[key] ?? null),
    ]),
  ),
  secret: settings.secret.toString('hex'),
});
