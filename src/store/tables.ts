// Every table that `latchkey move` copies, for both databases, in order. A table is described beside the statements
// that write it; here stand those that triggers write, and those with a store of each database. A test compares all of
// them with both schemas, so that no table or column of a new migration is missing.
import { ALL_FIELDS } from '../core/applications/applications/application-fields.ts';
import type { MemberField } from '../core/applications/applications/field.ts';
import { ACCOUNTS } from './nouns/account-store.ts';
import { ACTIVITIES } from './nouns/activity-store.ts';
import { DOCUMENT_AGREEMENTS } from './nouns/agreement-store.ts';
import { API_SUBJECTS } from './nouns/api-access.ts';
import { API_APPLICATIONS, API_GROUPS } from './nouns/api-applications.ts';
import { API_SECRETS } from './nouns/api-secrets.ts';
import { API_MACHINE_ACCESS, API_SCOPES, APIS } from './nouns/api-store.ts';
import { API_TOKENS } from './nouns/api-token-store.ts';
import {
  CONSENT_ITEMS,
  PLATFORMS,
  POST_LOGOUT_REDIRECT_URIS,
  REDIRECT_URIS,
  SITE_DOMAINS,
} from './nouns/application-writes.ts';
import { APPLICATION_API_SCOPES } from './nouns/ask-scopes.ts';
import { AUDIT_ENTRIES, AUDIT_HORIZONS, AUDIT_SEALS } from './nouns/audit-store.ts';
import { BLOCKED_CLIENT_HOSTS, CLIENT_DOCUMENTS } from './nouns/client-document-store.ts';
import { CLIENT_SECRETS } from './nouns/client-secret-store.ts';
import { CONNECTIONS } from './nouns/connection-store.ts';
import { DEVICE_CODES } from './nouns/device-code-store.ts';
import { EMAIL_CHANGES, FORMER_EMAILS } from './nouns/email-change-store.ts';
import { EMAIL_PROOFS } from './nouns/email-proof-store.ts';
import { ENDED_SESSIONS } from './nouns/end-sessions.ts';
import { UNLINKED_APPLICATIONS } from './nouns/end-unlinked.ts';
import { EVENT_ENDPOINTS, EVENT_SECRETS } from './nouns/event-endpoints.ts';
import { EVENT_DELIVERIES, EVENT_RULES } from './nouns/event-store.ts';
import { ONE_TIME_CODES, RECOVERY_CODES } from './nouns/factor-store.ts';
import { FAILED_REQUESTS } from './nouns/failed-request-store.ts';
import { USED_CHALLENGES } from './nouns/first-passkey.ts';
import { INVITATIONS } from './nouns/invitation-store.ts';
import { DELETED_ACCOUNTS } from './nouns/leaving-store.ts';
import { APPLICATION_LOGOS } from './nouns/logo-store.ts';
import { MACHINE_TOKENS } from './nouns/machine-token-store.ts';
import { MAIL_TROUBLES, MAILS } from './nouns/mail-store.ts';
import { APPLICATION_MEMBERS } from './nouns/member-store.ts';
import { TOLD_DEVICES } from './nouns/new-device.ts';
import { SHOWN_ONCE } from './nouns/one-time-display-store.ts';
import { ONE_TIME_LINKS } from './nouns/one-time-link-store.ts';
import { PASSKEYS } from './nouns/passkey-store.ts';
import { PASSWORD_KINDS } from './nouns/password-kind-store.ts';
import { PENDING_SIGN_UPS } from './nouns/pending-sign-up-store.ts';
import { ACCOUNT_PICTURES } from './nouns/picture-store.ts';
import { POLICY, POLICY_PROCESSES } from './nouns/policy-store.ts';
import { PUSHED_REQUESTS } from './nouns/pushed-request-store.ts';
import { UNPROVEN_NOTICES } from './nouns/queue-mail.ts';
import { RECEIPTS } from './nouns/receipt-store.ts';
import { REFUSED_LOGOUT_URIS } from './nouns/refused-uri-store.ts';
import { RESET_REQUESTS } from './nouns/reset-request-store.ts';
import { RESOURCE_TOKENS } from './nouns/resource-tokens.ts';
import { SEALED_VALUES } from './nouns/sealed-value-store.ts';
import { EVENTS } from './nouns/send-events.ts';
import { GIVEN_UP_LOGOUTS, SESSION_CLIENTS } from './nouns/session-client-store.ts';
import { SESSIONS } from './nouns/session-store.ts';
import { SIGNING_KEYS } from './nouns/signing-key-store.ts';
import { DAILY_COUNTS } from './nouns/statistics-store.ts';
import { TRUSTED_DEVICES } from './nouns/trusted-device-store.ts';
import { FORMER_USERNAMES, USERNAMES } from './nouns/username-store.ts';
import { type Table, table } from './statement.ts';

/** The columns of an application's plain values of these kinds. */
const fieldColumns = (...kinds: readonly MemberField['kind'][]): string =>
  ALL_FIELDS.filter(([, { kind }]) => kinds.includes(kind))
    .map(([, { column }]) => column)
    .join(' ');

/** Parents come before their children. `schema_migrations` is not copied, because it describes the database itself. */
export const TABLES: readonly Table[] = [
  ACCOUNTS,
  USERNAMES,
  table('subjects', 'application_id sub', { text: 'application_id sub account_id' }),
  DELETED_ACCOUNTS,
  table('kept_agreements', 'application_id sub', {
    text: 'application_id sub',
    json: 'answers texts',
    integer: 'connected_at ended_at',
  }),
  table('untouched_imports', 'account_id', { text: 'account_id' }),
  PASSWORD_KINDS,
  FORMER_USERNAMES,
  SESSIONS,
  DOCUMENT_AGREEMENTS,
  ONE_TIME_LINKS,
  ONE_TIME_CODES,
  RECOVERY_CODES,
  PASSKEYS,
  ACCOUNT_PICTURES,
  TOLD_DEVICES,
  TRUSTED_DEVICES,
  USED_CHALLENGES,
  table('sign_in_attempts', 'attempt_id bucket', { text: 'attempt_id', bytes: 'bucket', integer: 'at' }),
  API_TOKENS,
  POLICY,
  POLICY_PROCESSES,
  MACHINE_TOKENS,
  table('applications', 'id', {
    text: `id owner_id document_url name backchannel_logout_uri logo_hash jwks_uri ${fieldColumns('choice', 'text', 'link')}`,
    json: `translations jwks ${fieldColumns('list')}`,
    boolean: `login_activation had_client_secret records_events admits_groups ${fieldColumns('flag')}`,
    integer: 'created_at updated_at version connection_epoch connections_ended_at',
  }),
  table('user_groups', 'id', {
    text: 'id name label description',
    json: 'translations',
    boolean: 'any_application',
    integer: 'created_at updated_at version',
  }),
  table('group_applications', 'group_id application_id', { text: 'group_id application_id' }),
  table('application_groups', 'application_id use group_id', { text: 'application_id use group_id' }),
  table('group_members', 'account_id group_id', { text: 'account_id group_id', integer: 'added_at' }),
  APIS,
  API_SCOPES,
  API_MACHINE_ACCESS,
  API_SECRETS,
  API_APPLICATIONS,
  API_GROUPS,
  API_SUBJECTS,
  APPLICATION_API_SCOPES,
  RESOURCE_TOKENS,
  PLATFORMS,
  SITE_DOMAINS,
  REDIRECT_URIS,
  CONSENT_ITEMS,
  CLIENT_SECRETS,
  CLIENT_DOCUMENTS,
  BLOCKED_CLIENT_HOSTS,
  DEVICE_CODES,
  table('spent_jwts', 'id_hash', { bytes: 'id_hash', integer: 'expires_at' }),
  PUSHED_REQUESTS,
  CONNECTIONS,
  RECEIPTS,
  table('removed_applications', 'id', { text: 'id' }),
  UNLINKED_APPLICATIONS,
  table('grants', 'id', {
    text: 'id api_key application_id account_id session_id redirect_uri code_challenge last_access_token_id end_reason dpop_jkt',
    boolean: 'keeps_refresh_token',
    anyText: 'nonce',
    bytes: 'code_hash stamp_hash family_seed',
    json: 'requested_scope items recent_rotations last_answer_scope openid api_access',
    integer:
      'connection_generation authenticated_at created_at code_expires_at code_used_at ended_at refresh_generation refresh_expires_at family_expires_at last_access_token_expires_at sign_in_epoch grant_epoch family_seed_from',
  }),
  table('access_tokens', 'id', {
    text: 'id grant_id dpop_jkt',
    bytes: 'token_hash',
    json: 'items scope',
    integer: 'created_at expires_at',
  }),
  POST_LOGOUT_REDIRECT_URIS,
  APPLICATION_MEMBERS,
  INVITATIONS,
  APPLICATION_LOGOS,
  DAILY_COUNTS,
  REFUSED_LOGOUT_URIS,
  FAILED_REQUESTS,
  SIGNING_KEYS,
  SEALED_VALUES,
  SHOWN_ONCE,
  MAILS,
  MAIL_TROUBLES,
  UNPROVEN_NOTICES,
  EMAIL_PROOFS,
  EMAIL_CHANGES,
  FORMER_EMAILS,
  RESET_REQUESTS,
  PENDING_SIGN_UPS,
  ENDED_SESSIONS,
  SESSION_CLIENTS,
  GIVEN_UP_LOGOUTS,
  // Events come before their endpoints: while there are none, no trigger queues a delivery.
  EVENTS,
  EVENT_DELIVERIES,
  EVENT_ENDPOINTS,
  EVENT_SECRETS,
  EVENT_RULES,
  AUDIT_ENTRIES,
  AUDIT_SEALS,
  AUDIT_HORIZONS,
  // Triggers write it while the tables before it are filled.
  { ...ACTIVITIES, byTriggers: true },
];
