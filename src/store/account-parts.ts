// What the document of an account has from each table, for both databases. A test fails when a new column is neither
// here nor among those that it names with why they are left out (test/contract/account-parts.test.ts).

/** `columns`: separated by spaces. `…Name`: with the name of the application, group or API. */
type AccountPart = {
  /** Of the document. */
  member: string;
  table: string;
  columns: string;
  /** Takes `$accountId`. */
  where: string;
  order: string;
  applicationName?: true;
  groupName?: true;
  apiName?: true;
};

/** `account` first. */
export const ACCOUNT_PARTS: readonly AccountPart[] = [
  {
    member: 'account',
    table: 'accounts',
    columns:
      'id email email_verified email_verified_by email_verified_at username username_changes profile role origin disabled_at created_at updated_at',
    where: 'id = $accountId',
    order: 'id',
  },
  {
    member: 'former_usernames',
    table: 'former_usernames',
    columns: 'name',
    where: 'account_id = $accountId',
    order: 'name',
  },
  {
    member: 'pictures',
    table: 'account_pictures',
    columns: 'image uploaded_at',
    where: 'account_id = $accountId',
    order: 'account_id',
  },
  {
    member: 'sessions',
    table: 'sessions',
    columns:
      'user_agent network amr persistent by_trusted_device authenticated_at address_proven_at factor_since created_at last_used_at expires_at',
    where: 'account_id = $accountId',
    order: 'created_at, id',
  },
  {
    member: 'passkeys',
    table: 'passkeys',
    columns:
      'name rp_id user_handle aaguid transports backup_eligible backed_up created_at known_since set_up_behind last_used_at counter_fell_at',
    where: 'account_id = $accountId',
    order: 'created_at, id',
  },
  {
    member: 'one_time_codes',
    table: 'one_time_codes',
    columns: 'created_at known_since set_up_behind last_used_at',
    where: 'account_id = $accountId',
    order: 'created_at',
  },
  {
    member: 'recovery_codes',
    table: 'recovery_codes',
    columns: 'created_at used_at',
    where: 'account_id = $accountId',
    order: 'created_at, code_hash',
  },
  {
    member: 'trusted_devices',
    table: 'trusted_devices',
    columns: 'user_agent network created_at expires_at',
    where: 'account_id = $accountId',
    order: 'created_at, id',
  },
  {
    member: 'api_tokens',
    table: 'api_tokens',
    columns: 'name scopes created_at last_used_at expires_at',
    where: 'account_id = $accountId',
    order: 'created_at, id',
  },
  {
    member: 'documents',
    table: 'document_agreements',
    columns: 'document_id document_version agreed_at withdrawn_at',
    where: 'account_id = $accountId',
    order: 'agreed_at, document_id, document_version',
  },
  {
    member: 'connections',
    table: 'connections',
    columns: 'application_id sub answers created_at last_used_at ended_at ended_by',
    where: 'account_id = $accountId',
    order: 'created_at, application_id',
    applicationName: true,
  },
  {
    member: 'api_subjects',
    table: 'api_subjects',
    columns: 'api_id sub',
    where: 'account_id = $accountId',
    order: 'api_id',
    apiName: true,
  },
  {
    member: 'imported_subjects',
    table: 'subjects',
    columns: 'application_id sub',
    where: 'account_id = $accountId',
    order: 'application_id, sub',
    applicationName: true,
  },
  {
    member: 'agreements',
    table: 'receipts',
    columns: 'application_id sub at kind language texts',
    where: 'account_id = $accountId',
    order: 'id',
  },
  {
    member: 'activities',
    table: 'activities',
    columns: 'at kind application_id data',
    where: 'account_id = $accountId',
    order: 'id',
  },
  {
    member: 'applications',
    table: 'applications',
    columns: 'id name created_at updated_at',
    where: 'owner_id = $accountId',
    order: 'created_at, id',
  },
  {
    member: 'memberships',
    table: 'application_members',
    columns: 'application_id role created_at',
    where: 'account_id = $accountId',
    order: 'created_at, application_id',
    applicationName: true,
  },
  {
    member: 'groups',
    table: 'group_members',
    columns: 'group_id added_at',
    where: 'account_id = $accountId',
    order: 'added_at, group_id',
    groupName: true,
  },
  {
    member: 'invitations',
    table: 'invitations',
    columns: 'application_id email role ownership created_at expires_at',
    where: 'email_key = (select a.email_key from accounts a where a.id = $accountId and a.email_verified)',
    order: 'created_at, id',
    applicationName: true,
  },
  {
    member: 'email_changes',
    table: 'email_changes',
    columns: 'email asked_at expires_at',
    where: 'account_id = $accountId',
    order: 'asked_at',
  },
  {
    member: 'former_emails',
    table: 'former_emails',
    columns: 'email asked_at changed_at expires_at',
    // Once, however many links were mailed.
    where: `account_id = $accountId
      and id in (select min(id) from former_emails where account_id = $accountId group by changed_at)`,
    order: 'changed_at, id',
  },
  {
    member: 'email_proofs',
    table: 'email_proofs',
    columns: 'purpose created_at expires_at',
    where: 'account_id = $accountId',
    order: 'created_at, id',
  },
  {
    member: 'mails',
    table: 'mails',
    columns: 'kind email language facts created_at ended_at failure',
    where: 'account_id = $accountId',
    order: 'created_at, id',
  },
];

/** Names that a part has after its columns. */
const NAMES = {
  applicationName: ['application_name', '(select p.name from applications p where p.id = application_id)'],
  groupName: ['group_name', '(select p.name from user_groups p where p.id = group_id)'],
  apiName: ['api_name', '(select p.name from apis p where p.id = api_id)'],
} as const;

export const namesOf = (part: AccountPart) =>
  Object.entries(NAMES).flatMap(([name, of]) => (part[name as keyof typeof NAMES] ? [of] : []));

/** A query for the rows of a part. */
export const selectPart = (part: AccountPart): string => {
  const { table, columns, where, order } = part;
  const selected = [...columns.split(' '), ...namesOf(part).map(([name, text]) => `${text} as ${name}`)];
  return `select ${selected.join(', ')} from ${table} where ${where} order by ${order}`;
};
