// Every kind of mail, with the facts that its text needs. A new kind is an entry here, and a text in `views/mail/`.
import type { Device } from '../sessions/describe-device.ts';

/** What happened: when, on which device, and from which network (IPv4 /24 or IPv6 /48). */
export type Act = {
  at: number;
  /** Undefined: an operator acted. */
  device: Device | undefined;
  network: string | undefined;
};

/**
 * What each kind says, without secrets. A mail to an address that is not verified has only facts that nobody chose: no
 * nickname, no name of an application (contract 20).
 */
export type MailFacts = {
  'password-changed': Act;
  'api-token-created': Act;
  invitation: { at: number; expiresAt: number };
  'verify-email': Act;
  'reset-password': Act;
  'sign-up-code': Act;
  'account-exists': Act;
};

export type MailKind = keyof MailFacts;

/**
 * `notice`: something happened to the account; never dropped, and many in an hour become one · `requested`: somebody
 * asked for it, or wrote the address (limits: `count-mail-request.ts`).
 */
export const MAIL_KINDS: Readonly<Record<MailKind, 'notice' | 'requested'>> = {
  'password-changed': 'notice',
  'api-token-created': 'notice',
  invitation: 'requested',
  'verify-email': 'requested',
  'reset-password': 'requested',
  'sign-up-code': 'requested',
  'account-exists': 'requested',
};

/** What only the recipient may know. Encrypted in the queue, and removed once the mail is sent. */
export type MailSecrets = {
  /** The secret of the link. */
  token?: string;
  /** Eight digits. */
  code?: string;
};
