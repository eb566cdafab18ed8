// Every kind of mail, with the facts that its text needs. A new kind is an entry here, and a text in `views/mail/`.
import type { Role } from '../../ground/accounts/account.ts';
import type { Device } from '../../ground/texts/describe-device.ts';

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
  /** Somebody signed in on a device that the account has not used. */
  'new-device': Act;
  'passkey-added': Act;
  'passkey-removed': Act;
  'passkey-copied': Act;
  'passkey-synced': Act;
  'two-step-on': Act;
  'two-step-off': Act;
  /** By an operator: codes, passkeys or both. */
  'factors-removed': Act;
  'recovery-codes-replaced': Act;
  'recovery-code-used': Act;
  /** Five wrong codes in a row after the right password. */
  'wrong-codes': Act;
  /** Without a device: queued by a version that did not say it. `ownership`: the application is offered. */
  invitation: Act & { expiresAt: number; ownership?: true };
  'event-endpoint-disabled': { at: number; applicationId: string };
  'verify-email': Act;
  /** Before somebody sets up the second factor that policy demands. */
  'factor-code': Act;
  /** Before somebody deletes their account at once. */
  'delete-code': Act;
  'reset-password': Act;
  /** An operator created the account. Its link sets the first password. */
  'account-created': Act;
  'sign-up-code': Act;
  'account-exists': Act;
  /** Somebody wants the address for another account. */
  'address-taken': Act;
  /** The same, while the address is reserved for the account that had it: until then. */
  'address-reserved': Act & { until: number };
  /** To the present address. The new one is not named, because somebody typed it. */
  'email-change-asked': Act;
  /** To the former address. Its link takes the change back, until then. */
  'email-changed': Act & { until: number };
  /** To the address that the account lost again. */
  'email-taken-back': Act;
  /** The link of `email-changed` once more, because somebody entered the former address on `/forgot-password`. */
  'take-back-link': Act & { until: number };
  /** To the address that stood before, of an account in doubt: a link for a password went to the other one. */
  'reset-link-sent': Act;
  /** The person deleted their account, and can restore it until then. */
  'account-leaving': Act & { until: number };
  'account-restored': Act;
  /** To the address of an account that was deleted at once. */
  'account-deleted': Act;
  /** In place of the first notice of an account whose address nobody proved. Without a device: the server acted. */
  'account-unclaimed': Act;
  'operators-told': { at: number } & OperatorNotice;
  /** The owner of these was deleted or lost the role, and whoever acted named the recipient as the new one. */
  'applications-received': { at: number; applications: readonly ListedApplication[] };
  /** An operator asked for it, to see that mail arrives. */
  'test-mail': Act;
};

/** Without a name where the address of the recipient is not verified. */
export type ListedApplication = { id: string; name?: string };

/** The kinds whose only facts are those of an act. */
export type ActKind = { [Kind in MailKind]: Act extends MailFacts[Kind] ? Kind : never }[MailKind];

/**
 * What every operator is told of: rights that were given, or second factors that a staff account lost. Names nobody but
 * by id, and nothing that somebody typed.
 */
export type OperatorNotice =
  | { what: 'machine-token'; scopes: readonly string[]; days: number }
  | { what: 'role'; accountId: string; role: Role }
  | { what: 'factors'; accountId: string }
  /** How many accounts with each role one batch of an import created. */
  | { what: 'import'; roles: Readonly<Partial<Record<Role, number>>> };

export type MailKind = keyof MailFacts;

/**
 * `notice`: something happened to the account; never dropped, and many in an hour become one · `requested`: somebody
 * asked for it, or wrote the address (limits: `count-mail-request.ts`) · `single`: something happened, and the mail has
 * a link or a list that is in no other, or goes to another address than the account's; never dropped, and never in a
 * summary.
 */
export const MAIL_KINDS: Readonly<Record<MailKind, 'notice' | 'requested' | 'single'>> = {
  'password-changed': 'notice',
  'api-token-created': 'notice',
  'new-device': 'notice',
  'passkey-added': 'notice',
  'passkey-removed': 'notice',
  'passkey-copied': 'notice',
  'passkey-synced': 'notice',
  'two-step-on': 'notice',
  'two-step-off': 'notice',
  'factors-removed': 'notice',
  'recovery-codes-replaced': 'notice',
  'recovery-code-used': 'notice',
  'wrong-codes': 'notice',
  invitation: 'requested',
  'event-endpoint-disabled': 'notice',
  'verify-email': 'requested',
  'factor-code': 'requested',
  'delete-code': 'requested',
  'reset-password': 'requested',
  'account-created': 'requested',
  'sign-up-code': 'requested',
  'account-exists': 'requested',
  'address-taken': 'requested',
  'address-reserved': 'requested',
  'email-change-asked': 'notice',
  'email-changed': 'single',
  'email-taken-back': 'single',
  'take-back-link': 'requested',
  'reset-link-sent': 'single',
  'account-leaving': 'notice',
  'account-restored': 'notice',
  'account-deleted': 'single',
  'account-unclaimed': 'notice',
  'operators-told': 'notice',
  'applications-received': 'single',
  'test-mail': 'requested',
};

/** A process of the version before may claim a mail of a kind that it does not know (decision 44). */
export const isMailKind = (kind: string | undefined): kind is MailKind =>
  kind !== undefined && Object.hasOwn(MAIL_KINDS, kind);

/** Notices of danger: while an account is in doubt they go to the address that stood before as well (contract 20). */
export const DANGERS: ReadonlySet<MailKind> = new Set([
  'account-leaving',
  'account-deleted',
  'two-step-on',
  'two-step-off',
  'recovery-codes-replaced',
  'factors-removed',
  'passkey-added',
  'passkey-removed',
  'password-changed',
  'new-device',
  'api-token-created',
] satisfies MailKind[]);

/** The id of the same notice to the address that stood before. `Message-ID` is derived from it as from every other. */
export const idOfCopy = (id: string): string => `${id}f`;

/** What only the recipient may know. Encrypted in the queue, and removed once the mail is sent. */
export type MailSecrets = {
  /** The secret of the link. */
  token?: string;
  /** Eight digits. */
  code?: string;
};
