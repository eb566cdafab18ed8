// An example of each mail, for the page on which operators look at them. Nothing in it is anybody's.
import type { Act, MailFacts, MailKind, MailSecrets } from '../../core/server/mail/mail-kinds.ts';
import type { MailContent, MailContext } from './mail-content.ts';
import { contentOf } from './mail-contents.ts';

const AT = Date.UTC(2026, 0, 15, 9, 30);
const LATER = AT + 7 * 24 * 60 * 60 * 1000;
const ACT: Act = { at: AT, device: { browser: 'Firefox 145', system: 'Windows' }, network: '192.0.2.0/24' };

/** In the order of the page: what people wait for first. */
export const EXAMPLES: { readonly [Kind in MailKind]: MailFacts[Kind] } = {
  'sign-up-code': ACT,
  'verify-email': ACT,
  'reset-password': ACT,
  'account-created': ACT,
  'account-exists': ACT,
  'factor-code': ACT,
  'delete-code': ACT,
  invitation: { ...ACT, expiresAt: LATER },
  'new-device': ACT,
  'password-changed': ACT,
  'passkey-added': ACT,
  'passkey-removed': ACT,
  'passkey-copied': ACT,
  'passkey-synced': ACT,
  'two-step-on': ACT,
  'two-step-off': ACT,
  'factors-removed': ACT,
  'recovery-codes-replaced': ACT,
  'recovery-code-used': ACT,
  'wrong-codes': ACT,
  'api-token-created': ACT,
  'email-change-asked': ACT,
  'email-changed': { ...ACT, until: LATER },
  'email-taken-back': ACT,
  'take-back-link': { ...ACT, until: LATER },
  'address-taken': ACT,
  'address-reserved': { ...ACT, until: LATER },
  'reset-link-sent': ACT,
  'account-leaving': { ...ACT, until: LATER },
  'account-restored': ACT,
  'account-deleted': ACT,
  'account-unclaimed': ACT,
  'event-endpoint-disabled': { at: AT, applicationId: '0'.repeat(32) },
  'operators-told': { at: AT, what: 'machine-token', scopes: ['policy'], days: 90 },
  'applications-received': { at: AT, applications: [{ id: '0'.repeat(32), name: 'Acme Shop' }] },
  'test-mail': ACT,
};

const SECRETS: MailSecrets = { token: 'example', code: '12345678' };

export const EXAMPLE_KINDS = Object.keys(EXAMPLES) as readonly MailKind[];

/** What the mail says, with a code and links that open nothing. */
export const exampleOf = (kind: MailKind, context: Omit<MailContext, 'secrets'>): MailContent =>
  contentOf(
    { kind, facts: EXAMPLES[kind], summed: 0, toFormer: false, toUnproven: false },
    { ...context, secrets: SECRETS },
  );
