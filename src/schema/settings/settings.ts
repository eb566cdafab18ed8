// Every setting: its type, default, sentence, and what is allowed. Its name in the YAML file and its environment
// variable follow from the key (contract 1).
import type * as z from 'zod/mini';
import { POLICY_SETTINGS } from '../policy/policy-keys.ts';
import { LIFETIMES, LIMITS } from './limit-settings.ts';
import { DATA, HOSTS, LOGS, MAIL, PEOPLE, POLICY_LOCK } from './server-settings.ts';
import type { Setting } from './setting.ts';

/** By the headings of `config/latchkey.example.yaml`. */
export const SETTING_SECTIONS = {
  Hosts: HOSTS,
  'Data and secret': DATA,
  Logs: LOGS,
  'Policy: what is set here cannot be changed while the server runs': { ...POLICY_SETTINGS, ...POLICY_LOCK },
  Mail: MAIL,
  People: PEOPLE,
  Lifetimes: LIFETIMES,
  Limits: LIMITS,
} as const satisfies Record<string, Record<string, Setting>>;

export const SETTINGS = {
  ...{ ...HOSTS, ...DATA, ...LOGS, ...POLICY_SETTINGS, ...POLICY_LOCK },
  ...{ ...MAIL, ...PEOPLE, ...LIFETIMES, ...LIMITS },
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof SETTINGS;

/** Every setting after reading, without the secrets that are in files. */
export type SettingValues = { [Key in SettingKey]: z.output<(typeof SETTINGS)[Key]['schema']> };

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

/** `authUrl` → `auth_url`: the name in the YAML file. */
export const yamlName = (key: SettingKey): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `authUrl` → `LATCHKEY_AUTH_URL`: the name in the environment. */
export const variableName = (key: SettingKey): string => `LATCHKEY_${yamlName(key).toUpperCase()}`;
