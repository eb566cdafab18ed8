// `latchkey config check`: checks whether the server would start with these settings, and shows them. Creates nothing.

import type { MailDelivery } from '../core/server/mail/mail-sender.ts';
import type { PolicyKey } from '../core/server/policy/policy.ts';
import { POLICY } from '../schema/policy/policy-keys.ts';
import { readDatabaseUrl } from '../schema/settings/database-url.ts';
import type { Setting } from '../schema/settings/setting.ts';
import { SETTING_KEYS, SETTINGS, type SettingKey, type SettingValues, yamlName } from '../schema/settings/settings.ts';
import { shownSmtpUrl } from '../schema/settings/smtp-url.ts';
import { checkSettings, formatListen, withholdsUnverifiedEmail } from '../settings/config.ts';
import { mailDelivery } from '../settings/mail-settings.ts';
import { policyDefault } from '../settings/policy-kinds.ts';
import type { CommandAnswer, CommandContext } from './frame/command.ts';

export async function run({ settingsInput }: CommandContext): Promise<CommandAnswer> {
  const values = checkSettings(settingsInput);
  const settings = Object.fromEntries(SETTING_KEYS.map((key) => [yamlName(key), shown(key, values)]));
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name}: ${value === null ? '' : JSON.stringify(value)}`,
  );
  const mail = mailDelivery(values);
  return {
    json: { valid: true, mail, settings },
    text: [`The settings are valid. ${MAIL_LINES[mail]}`, ...lines].join('\n'),
  };
}

const MAIL_LINES: Readonly<Record<MailDelivery, string>> = {
  smtp: 'Mail is sent.',
  memory: 'Mail is kept in memory, for /mail of the operations listener.',
  off: 'There is no mail server (smtp_url): nothing that needs mail is offered.',
};

/** The value as in the YAML file; `null`: not set. Secrets are never shown. */
function shown(key: SettingKey, values: SettingValues): unknown {
  const value = values[key] ?? null;
  if (value !== null && (SETTINGS[key] as Setting).secret) return '(not shown)';
  // The effective value, which may follow from other settings.
  if (key === 'unverifiedEmail') return withholdsUnverifiedEmail(values) ? 'withhold' : 'release';
  if (value === null && key in POLICY) return policyDefault(key as PolicyKey, values) ?? null;
  if (key === 'smtpUrl') return values.smtpUrl === undefined ? null : shownSmtpUrl(values.smtpUrl);
  if (key === 'databaseUrl') return readDatabaseUrl(values.databaseUrl).shown;
  return typeof value === 'object' && value !== null && 'port' in value ? formatListen(value) : value;
}
