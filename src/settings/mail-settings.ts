// What the settings say about mail: where it goes, and what must be set together (contract 20).

import type { MailDelivery } from '../core/server/mail/mail-sender.ts';
import { type SettingValues, yamlName } from '../schema/settings/settings.ts';
import { isSmtpUrl } from '../schema/settings/smtp-url.ts';
import type { SettingFault } from './fault.ts';
import { readPrivateFile, SecretFileFault } from './secret-file.ts';
import type { Origins } from './secret-settings.ts';

export function mailDelivery(values: Pick<SettingValues, 'smtpUrl' | 'authUrl' | 'opsListen'>): MailDelivery {
  if (values.smtpUrl !== undefined) return 'smtp';
  const { authUrl, opsListen } = values;
  return opsListen !== 'off' && isLoopbackHost(new URL(authUrl).hostname) && isLoopbackHost(opsListen.host)
    ? 'memory'
    : 'off';
}

/** @param host as in a URL, with brackets around an IPv6 address, or without */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);

/** The URL in `smtp_url_file` takes the place of `smtp_url`. */
export function readMailSettings(
  values: Partial<SettingValues>,
  faults: SettingFault[],
  origins: Origins,
): string | undefined {
  const url =
    values.smtpUrl ??
    readUrlFile(values.smtpUrlFile, (allowed) =>
      faults.push({ key: origins('smtpUrlFile'), found: JSON.stringify(values.smtpUrlFile), allowed }),
    );
  if (url !== undefined && values.mailFrom === undefined) {
    faults.push({
      key: yamlName('mailFrom'),
      found: 'missing',
      allowed: 'the sender of mails, because there is a mail server',
    });
  }
  if (values.requireVerifiedEmail && url === undefined && !keepsMail(values)) {
    faults.push({
      key: origins('requireVerifiedEmail'),
      found: 'true',
      allowed: 'false, because there is no mail server (smtp_url)',
    });
  }
  return url;
}

/** Undefined values are faults that are reported already. */
const keepsMail = ({ authUrl, opsListen }: Partial<SettingValues>): boolean =>
  authUrl === undefined ||
  opsListen === undefined ||
  mailDelivery({ smtpUrl: undefined, authUrl, opsListen }) === 'memory';

function readUrlFile(file: string | undefined, fault: (allowed: string) => void): string | undefined {
  if (file === undefined) return undefined;
  try {
    const url = readPrivateFile(file);
    if (url !== undefined && isSmtpUrl(url)) return url;
    fault(url === undefined ? 'a file that exists' : 'a file with the URL of a mail server, smtp://… or smtps://…');
  } catch (error) {
    if (!(error instanceof SecretFileFault)) throw error;
    fault(error.message);
  }
  return undefined;
}
