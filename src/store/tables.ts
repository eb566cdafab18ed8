// Every table and column that `latchkey move` copies, for both databases. A test compares this list with both schemas,
// so that no table or column of a new migration is missing here.
import { ALL_FIELDS, type Field } from '../core/applications/application-fields.ts';
import { type Table, table } from './table.ts';

/** The columns of an application's plain values of these kinds. */
const fieldColumns = (...kinds: readonly Field['kind'][]): string =>
  ALL_FIELDS.filter(([, { kind }]) => kinds.includes(kind))
    .map(([, { column }]) => column)
    .join(' ');

/** Parents come before their children. `schema_migrations` is not copied, because it describes the database itself. */
export const TABLES: readonly Table[] = [
  table('accounts', 'id', {
    text: 'id email email_key email_verified_by password_hash role origin username',
    boolean: 'email_verified',
    json: 'profile username_changes',
    integer:
      'email_verified_at disabled_at leaving_since leaving_until created_at updated_at sign_in_epoch grant_epoch device_epoch',
  }),
  table('usernames', 'name_key', { bytes: 'name_key', text: 'account_id', integer: 'taken_at' }),
  table('subjects', 'application_id sub', { text: 'application_id sub account_id' }),
  table('deleted_accounts', 'id', { text: 'id', boolean: 'logged', integer: 'deleted_at' }),
  table('kept_agreements', 'application_id sub', {
    text: 'application_id sub',
    json: 'answers texts',
    integer: 'connected_at ended_at',
  }),
  table('untouched_imports', 'account_id', { text: 'account_id' }),
  table('password_kinds', 'kind', { text: 'kind', integer: 'accounts' }),
  table('former_usernames', 'account_id', { text: 'account_id name' }),
  table('sessions', 'id', {
    text: 'id account_id user_agent network',
    bytes: 'handle_hash',
    boolean: 'persistent by_trusted_device',
    json: 'amr',
    integer:
      'authenticated_at created_at last_used_at expires_at chosen_at sign_in_epoch address_proven_at factor_since',
  }),
  table('document_agreements', 'account_id document_id document_version', {
    text: 'account_id document_id document_version',
    integer: 'agreed_at withdrawn_at',
  }),
  table('one_time_links', 'id', {
    text: 'id purpose account_id',
    bytes: 'token_hash',
    integer: 'created_at expires_at',
  }),
  table('one_time_codes', 'account_id', {
    text: 'account_id algorithm set_up_behind',
    bytes: 'sealed_secret',
    integer: 'last_step tries_in_row last_used_at created_at wrong_in_row digits period known_since',
  }),
  table('recovery_codes', 'account_id code_hash', {
    text: 'account_id',
    bytes: 'code_hash',
    integer: 'used_at created_at',
  }),
  table('passkeys', 'id', {
    text: 'id account_id rp_id name aaguid set_up_behind',
    bytes: 'credential_id public_key user_handle',
    boolean: 'backup_eligible backed_up',
    json: 'transports',
    integer: 'sign_count created_at last_used_at counter_fell_at known_since',
  }),
  table('account_pictures', 'account_id', { text: 'account_id id', bytes: 'image', integer: 'uploaded_at' }),
  table('told_devices', 'account_id device_mac', { text: 'account_id', bytes: 'device_mac', integer: 'expires_at' }),
  table('trusted_devices', 'id', {
    text: 'id account_id user_agent network',
    bytes: 'token_hash',
    integer: 'sign_in_epoch created_at expires_at',
  }),
  table('used_challenges', 'challenge_hash', { bytes: 'challenge_hash', integer: 'expires_at' }),
  table('sign_in_attempts', 'attempt_id bucket', { text: 'attempt_id', bytes: 'bucket', integer: 'at' }),
  table('api_tokens', 'id', {
    text: 'id account_id name',
    bytes: 'token_hash',
    json: 'scopes',
    integer: 'created_at last_used_at expires_at',
  }),
  table('policy', 'key', { text: 'key', json: 'value', integer: 'revision changed_at' }),
  table('policy_processes', 'process_id', { text: 'process_id', json: 'locks', integer: 'seen_at' }),
  table('machine_tokens', 'id', {
    text: 'id name created_by',
    bytes: 'token_hash',
    json: 'scopes',
    integer: 'created_at last_used_at expires_at',
  }),
  table('applications', 'id', {
    text: `id owner_id name backchannel_logout_uri logo_hash ${fieldColumns('choice', 'text', 'link')}`,
    json: 'translations',
    boolean: `login_activation had_client_secret records_events ${fieldColumns('flag')}`,
    integer: 'created_at updated_at version connection_epoch connections_ended_at',
  }),
  table('platforms', 'id', {
    text: 'id application_id platform api_key package_name bundle_id',
    integer: 'position created_at',
  }),
  table('site_domains', 'platform_id position', { text: 'platform_id origin', integer: 'position' }),
  table('redirect_uris', 'id', { text: 'id application_id redirect_uri', integer: 'position created_at' }),
  table('consent_items', 'application_id item', {
    text: 'application_id item consent purpose retention',
    json: 'translations',
    integer: 'position created_at',
    boolean: 'verified',
  }),
  table('client_secrets', 'id', {
    text: 'id application_id',
    bytes: 'secret_hash',
    integer: 'created_at last_used_at expires_at',
  }),
  table('connections', 'application_id account_id', {
    text: 'application_id account_id sub ended_by',
    json: 'answers',
    integer: 'generation epoch event_number created_at last_used_at ended_at',
  }),
  table('receipts', 'id', {
    text: 'id account_id application_id sub kind language',
    json: 'texts',
    integer: 'at account_deleted_at',
  }),
  table('removed_applications', 'id', { text: 'id' }),
  table('unlinked_applications', 'id', { text: 'id act ended_by', integer: 'epoch' }),
  table('grants', 'id', {
    text: 'id api_key application_id account_id session_id redirect_uri code_challenge last_access_token_id end_reason',
    anyText: 'nonce',
    bytes: 'code_hash stamp_hash family_seed',
    json: 'requested_scope items recent_rotations last_answer_scope openid',
    integer:
      'connection_generation authenticated_at created_at code_expires_at code_used_at ended_at refresh_generation refresh_expires_at family_expires_at last_access_token_expires_at sign_in_epoch grant_epoch family_seed_from',
  }),
  table('access_tokens', 'id', {
    text: 'id grant_id',
    bytes: 'token_hash',
    json: 'items scope',
    integer: 'created_at expires_at',
  }),
  table('post_logout_redirect_uris', 'application_id position', {
    text: 'application_id redirect_uri',
    integer: 'position',
  }),
  table('application_members', 'application_id account_id', {
    text: 'application_id account_id role',
    integer: 'created_at',
  }),
  table('invitations', 'id', {
    text: 'id application_id email email_key role invited_by',
    bytes: 'token_hash',
    integer: 'inviter_epoch created_at expires_at',
  }),
  table('application_logos', 'application_id', {
    text: 'application_id media_type',
    bytes: 'image',
    integer: 'updated_at',
  }),
  table('daily_counts', 'application_id day counter', {
    text: 'application_id counter',
    integer: 'day count',
  }),
  table('refused_logout_uris', 'application_id uri', { text: 'application_id uri', integer: 'refused_at' }),
  table('signing_keys', 'id', {
    text: 'id algorithm',
    json: 'public_jwk',
    bytes: 'sealed_private_key',
    integer: 'number created_at signs_from revoked_at',
  }),
  table('sealed_values', 'name', { text: 'name', integer: 'created_at', bytes: 'sealed' }),
  table('shown_once', 'id', { text: 'id session_id', bytes: 'sealed', integer: 'expires_at' }),
  table('mails', 'id', {
    text: 'id kind account_id email language failure refusal',
    json: 'facts',
    bytes: 'sealed',
    boolean: 'to_former',
    integer: 'summed created_at expires_at next_try_at tries ended_at refused_since refused_at',
  }),
  table('mail_troubles', 'reason', { text: 'reason refused', integer: 'since last_at' }),
  table('unproven_notices', 'account_id', { text: 'account_id', integer: 'first_at told_at' }),
  table('email_proofs', 'id', {
    text: 'id account_id purpose email_key',
    bytes: 'token_hash code_mac',
    integer: 'wrong_codes sign_in_epoch created_at expires_at',
  }),
  table('email_changes', 'account_id', {
    text: 'account_id email email_key',
    integer: 'sign_in_epoch asked_at expires_at',
  }),
  table('former_emails', 'id', {
    text: 'id account_id email email_key',
    bytes: 'token_hash',
    integer: 'asked_at changed_at expires_at',
  }),
  table('reset_requests', 'id', { text: 'id', bytes: 'sealed', integer: 'expires_at next_try_at tries' }),
  table('pending_sign_ups', 'id', {
    text: 'id email email_key password_hash nickname',
    json: 'agreed passkey',
    bytes: 'device_hash token_hash code_mac',
    integer: 'wrong_codes created_at expires_at',
  }),
  table('ended_sessions', 'id', { text: 'id', integer: 'ended_at' }),
  table('session_clients', 'session_id api_key sid', {
    text: 'session_id api_key sid sub',
    integer: 'created_at next_try_at tries',
  }),
  table('given_up_logouts', 'id', {
    text: 'id application_id failure',
    integer: 'created_at ended_at tries',
  }),
  // Events come before their endpoints: while there are none, no trigger queues a delivery.
  table('events', 'id', {
    text: 'id application_id sub type part_of',
    json: 'data',
    integer: 'at sequence',
  }),
  table('event_deliveries', 'id', {
    text: 'id event_id endpoint_id sub failure no_answer',
    boolean: 'claimed',
    integer: 'sequence created_at next_try_at tries last_status last_tried_at ended_at',
  }),
  table('event_endpoints', 'id', {
    text: 'id application_id url missed_from',
    json: 'types',
    integer: 'created_at disabled_at failing_since failed_at rests_until',
  }),
  table('event_secrets', 'id', { text: 'id endpoint_id', bytes: 'sealed', integer: 'created_at' }),
  table('event_rules', 'name', { text: 'name' }),
  table('audit_entries', 'id', {
    text: 'role account_id token_id command address request_id action application_id subject_id entry reason result refusal',
    json: 'fields',
    integer: 'id at',
  }),
  table('audit_seals', 'number', { bytes: 'mac', integer: 'number from_id to_id key_number sealed_at' }),
  table('audit_horizons', 'seal_number', { bytes: 'mac', integer: 'seal_number to_id key_number moved_at' }),
  // Triggers write it while the tables before it are filled.
  {
    ...table('activities', 'account_id id', { text: 'id account_id kind application_id', json: 'data', integer: 'at' }),
    byTriggers: true,
  },
];
