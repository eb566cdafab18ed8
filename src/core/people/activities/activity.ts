// What happened to an account (contract 27). Triggers write the rows, in the transaction of the act (decision 57).
import type { Role } from '../../ground/accounts/account.ts';
import type { PasskeyRefusal } from '../../ground/passkey-refusal.ts';

export const ACTIVITY_KINDS = [
  'signed-in',
  'sign-in-failed',
  'passkey-refused',
  'new-device',
  'signed-out',
  'sign-ins-ended',
  'password-changed',
  'email-changed',
  'username-changed',
  'passkey-added',
  'passkey-removed',
  'passkey-synced',
  'two-step-on',
  'two-step-off',
  'recovery-codes-made',
  'recovery-code-used',
  'device-trusted',
  'api-token-made',
  'agreed',
  'device-confirmed',
  'choices-changed',
  'disconnected',
  'tokens-reused',
  'role-changed',
  'account-disabled',
  'account-enabled',
  'account-leaving',
  'account-restored',
  'operator-acted',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export type ActivityData = {
  /** Of the device, as the browser sent it. */
  userAgent?: string | undefined;
  network?: string | undefined;
  amr?: readonly string[] | undefined;
  /** `sign-in-failed`, `passkey-refused`: how often within the hour. */
  times?: number | undefined;
  /** `passkey-refused`: why. */
  refusal?: PasskeyRefusal | undefined;
  /** Of a passkey or API token. */
  name?: string | undefined;
  /** Of the account, or of whoever acted. */
  role?: Role | 'machine' | undefined;
  /** `operator-acted`: the action, as the audit has it. */
  action?: string | undefined;
  /** `disconnected`: who ended the connection. */
  by?: 'person' | 'application' | 'owner' | 'operator' | undefined;
};

export type Activity = {
  id: string;
  at: number;
  kind: ActivityKind;
  applicationId: string | undefined;
  /** Undefined: no application, or it is gone. */
  applicationName: string | undefined;
  data: ActivityData;
};

/** How long it is kept, in ms. */
export const ACTIVITIES_KEPT_MS = 90 * 24 * 60 * 60 * 1000;
