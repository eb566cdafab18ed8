// What a mail says, and what it is said with.
import type { MailSecrets } from '../../core/server/mail/mail-kinds.ts';
import type { Language } from '../page/page.ts';

export type MailContent = {
  subject: string;
  /** What happened, one paragraph each. */
  lines: readonly string[];
  /** Eight digits, for typing. */
  code?: string | undefined;
  details: readonly { label: string; value: string }[];
  /** What to do, and what if it was not the recipient. */
  advice: string;
  action?: { label: string; href: string } | undefined;
};

export type MailContext = {
  language: Language;
  /** As pages show it. */
  service: string;
  authUrl: string;
  secrets: MailSecrets;
};
