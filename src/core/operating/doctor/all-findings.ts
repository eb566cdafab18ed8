// Every finding there is, by its code.
import { ADDRESS_FINDINGS } from './examine-addresses.ts';
import { DATABASE_FINDINGS } from './examine-database.ts';
import { EMAIL_FINDINGS } from './examine-email.ts';
import { FACTOR_FINDINGS } from './examine-factors.ts';
import { FILE_FINDINGS } from './examine-files.ts';
import { KEY_FINDINGS } from './examine-keys.ts';
import { LEAVING_FINDINGS } from './examine-leaving.ts';
import { MACHINE_FINDINGS } from './examine-machine.ts';
import { MAIL_FINDINGS } from './examine-mail.ts';
import { PASSKEY_FINDINGS } from './examine-passkeys.ts';
import { PICTURE_FINDINGS } from './examine-pictures.ts';
import { POLICY_FINDINGS } from './examine-policy.ts';
import { PROXY_FINDINGS } from './examine-proxy.ts';
import { SETTING_FINDINGS } from './examine-settings.ts';
import { TLS_FINDINGS } from './examine-tls.ts';
import { TOKEN_FINDINGS } from './examine-tokens.ts';
import { USERNAME_FINDINGS } from './examine-usernames.ts';

export const FINDINGS = {
  ...ADDRESS_FINDINGS,
  ...DATABASE_FINDINGS,
  ...EMAIL_FINDINGS,
  ...FACTOR_FINDINGS,
  ...FILE_FINDINGS,
  ...KEY_FINDINGS,
  ...LEAVING_FINDINGS,
  ...MACHINE_FINDINGS,
  ...MAIL_FINDINGS,
  ...PASSKEY_FINDINGS,
  ...PICTURE_FINDINGS,
  ...POLICY_FINDINGS,
  ...PROXY_FINDINGS,
  ...SETTING_FINDINGS,
  ...TLS_FINDINGS,
  ...TOKEN_FINDINGS,
  ...USERNAME_FINDINGS,
};

export type FindingCode = keyof typeof FINDINGS;
