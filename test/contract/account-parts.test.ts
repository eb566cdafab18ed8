// The document of an account has every column with something about the person, or this list says why it has not
// (contract 27). A new column fails here until somebody decides.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ACCOUNT_PARTS, namesOf } from '../../src/store/account-parts.ts';
import { TABLES } from '../../src/store/tables.ts';

/** Tables that no part of the document is from. */
const OTHER_TABLES: Readonly<Record<string, readonly string[]>> = {
  'keyed hashes and counts, from which nobody reads a person': [
    ...['usernames', 'told_devices', 'sign_in_attempts', 'used_challenges', 'password_kinds', 'daily_counts'],
  ],
  'secrets that are good for minutes, and marks of what was spent': [
    ...['one_time_links', 'shown_once', 'reset_requests', 'ended_sessions', 'untouched_imports', 'sealed_values'],
    ...['spent_jwts', 'pushed_requests'],
  ],
  'what an application was given under a connection, which the document has; it holds ids and hashes': [
    ...['grants', 'access_tokens', 'session_clients', 'device_codes'],
  ],
  'of no account yet': ['pending_sign_ups'],
  'about an application, not about a person': [
    ...['platforms', 'site_domains', 'redirect_uris', 'consent_items', 'client_secrets', 'post_logout_redirect_uris'],
    ...['user_groups', 'group_applications', 'application_groups'],
    ...['client_documents', 'blocked_client_hosts'],
    ...['apis', 'api_scopes', 'api_machine_access', 'api_secrets', 'resource_tokens'],
    ...['api_applications', 'api_groups', 'application_api_scopes'],
    ...['application_logos', 'removed_applications', 'unlinked_applications', 'refused_logout_uris', 'failed_requests'],
    ...['event_endpoints', 'event_secrets', 'event_rules', 'given_up_logouts'],
  ],
  'what applications were told, by `sub` alone and without values': ['events', 'event_deliveries'],
  'the operator’s record, which no person may change or read': ['audit_entries', 'audit_seals', 'audit_horizons'],
  'keys of the server': ['signing_keys'],
  'of no person': ['machine_tokens', 'policy', 'policy_processes', 'mail_troubles'],
  'of accounts that are gone': ['deleted_accounts', 'kept_agreements'],
};

/** Columns of the other tables that the document has not. */
const OTHER_COLUMNS: Readonly<Record<string, string>> = {
  'the address, in the spelling by which it is compared': `accounts.email_key email_changes.email_key
    former_emails.email_key email_proofs.email_key invitations.email_key`,
  'hashes, encrypted secrets and keys': `accounts.password_hash sessions.handle_hash one_time_codes.sealed_secret
    recovery_codes.code_hash passkeys.credential_id passkeys.public_key trusted_devices.token_hash
    api_tokens.token_hash invitations.token_hash email_proofs.token_hash email_proofs.code_mac
    former_emails.token_hash mails.sealed`,
  'numbers by which what has ended is known': `accounts.sign_in_epoch accounts.grant_epoch accounts.device_epoch
    sessions.sign_in_epoch trusted_devices.sign_in_epoch email_changes.sign_in_epoch email_proofs.sign_in_epoch
    invitations.inviter_epoch connections.generation connections.epoch connections.event_number`,
  'ids of rows': `account_pictures.id sessions.id passkeys.id trusted_devices.id api_tokens.id receipts.id activities.id invitations.id
    email_proofs.id former_emails.id mails.id`,
  'the account itself, whose document it is': `account_pictures.account_id sessions.account_id passkeys.account_id one_time_codes.account_id
    recovery_codes.account_id trusted_devices.account_id api_tokens.account_id document_agreements.account_id
    connections.account_id subjects.account_id api_subjects.account_id receipts.account_id activities.account_id applications.owner_id
    application_members.account_id group_members.account_id email_changes.account_id former_emails.account_id email_proofs.account_id
    mails.account_id unproven_notices.account_id former_usernames.account_id`,
  'somebody else': 'invitations.invited_by',
  'how a code or a device is checked, and counts of tries': `one_time_codes.algorithm one_time_codes.digits
    one_time_codes.period one_time_codes.last_step one_time_codes.tries_in_row one_time_codes.wrong_in_row
    passkeys.sign_count email_proofs.wrong_codes`,
  'of an account that is leaving or gone, which nobody is signed in to': `accounts.leaving_since accounts.leaving_until
    receipts.account_deleted_at`,
  'the order of sessions on one device': 'sessions.chosen_at',
  'how a mail is sent': `mails.summed mails.to_former mails.expires_at mails.next_try_at mails.tries mails.refusal
    mails.refused_since mails.refused_at unproven_notices.first_at unproven_notices.told_at`,
};

const words = (texts: readonly string[]) => texts.flatMap((text) => text.split(/\s+/));

it('contract 27: the document has every column of every table, or the reason is given why not', () => {
  const otherTables = Object.values(OTHER_TABLES).flat();
  const otherColumns = words(Object.values(OTHER_COLUMNS));
  const inDocument = ACCOUNT_PARTS.flatMap(({ table, columns }) => columns.split(' ').map((one) => `${table}.${one}`));
  const all = TABLES.flatMap(({ name, columns }) => columns.map((column) => ({ name, key: `${name}.${column.name}` })));
  // The document names the applications that somebody owns; what they are is in the registration API.
  const undecided = all.filter(
    ({ name, key }) =>
      name !== 'applications' && ![...inDocument, ...otherColumns].includes(key) && !otherTables.includes(name),
  );
  expect(undecided.map(({ key }) => key)).toEqual([]);
  expect(otherTables.filter((name) => !TABLES.some((table) => table.name === name))).toEqual([]);
  expect(otherColumns.filter((column) => !all.some(({ key }) => key === column))).toEqual([]);
  expect(otherColumns.filter((column) => inDocument.includes(column))).toEqual([]);
});

type Properties = Readonly<Record<string, { items?: { properties: object }; properties?: object }>>;

it('contract 27: docs/account-data.schema.json names the same members and columns', () => {
  const schema = JSON.parse(readFileSync('docs/account-data.schema.json', 'utf8')) as { properties: Properties };
  const { format, exported_at, ...members } = schema.properties;
  expect(Object.keys(members)).toEqual(ACCOUNT_PARTS.map(({ member }) => member));
  for (const part of ACCOUNT_PARTS) {
    const { member, columns } = part;
    const described = members[member]?.properties ?? members[member]?.items?.properties ?? {};
    const names = namesOf(part).map(([name]) => name);
    expect(Object.keys(described)).toEqual([...columns.split(' '), ...names]);
  }
  expect([format, exported_at]).not.toContain(undefined);
});
