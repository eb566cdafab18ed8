// Statements on grants that the stores of codes and tokens share: reading one with its user and connection, and
// spending.
import type { AccessToken, ClaimSubject, Grant, GrantInContext } from '../../core/grants/tokens/grant.ts';
import { GROUPS_ON_POSTGRES } from '../group-columns.ts';
import { anyOfKeys } from './groups.ts';

/** Selects the grants whose unique `column` is in the list `keys`. */
export const selectGrantsInContext = (column: 'id' | 'code_hash'): string => `
  select g.${column} as key, g.*,
    coalesce(u.disabled_at is null and u.grant_epoch = g.grant_epoch, false) as account_active,
    coalesce(u.sign_in_epoch = g.sign_in_epoch, false) as sign_in_stands,
    coalesce(a.id is not null and c.ended_at is null and c.epoch = a.connection_epoch
      and c.generation = g.connection_generation, false)
      as connection_live,
    e.id is not null as session_ended, coalesce(${GROUPS_ON_POSTGRES.isAdmitted('g.account_id')}, false) as admitted,
    case when g.openid is not null and c.sub is not null and u.id is not null then json_build_object(
      'sub', c.sub, 'answers', c.answers, 'email', u.email, 'emailVerified', u.email_verified,
      'username', u.username, 'profile', u.profile, 'updatedAt', u.updated_at,
      'groups', ${GROUPS_ON_POSTGRES.received('g.account_id', 'g.items::text')}) end as subject
  from grants g
  left join accounts u on u.id = g.account_id
  left join applications a on a.id = g.application_id
  left join connections c on c.application_id = g.application_id and c.account_id = g.account_id
  left join ended_sessions e on e.id = g.session_id
  where g.${column} = ${anyOfKeys(column === 'id' ? 'text' : 'bytea')}`;

export type GrantRecord = Omit<Grant, 'lastAnswer'> & {
  lastAccessTokenId: string | undefined;
  lastAccessTokenExpiresAt: number | undefined;
  lastAnswerScope: readonly string[] | undefined;
};
export type GrantInContextRecord = GrantRecord & Omit<GrantInContext, 'grant'>;

export function grantInContextOf(record: GrantInContextRecord): GrantInContext {
  const {
    accountActive,
    signInStands,
    connectionLive,
    sessionEnded,
    admitted,
    subject,
    lastAccessTokenId: accessTokenId,
    lastAccessTokenExpiresAt: accessTokenExpiresAt,
    lastAnswerScope: scope,
    ...grant
  } = record;
  const lastAnswer =
    accessTokenId === undefined || accessTokenExpiresAt === undefined
      ? undefined
      : { accessTokenId, accessTokenExpiresAt, scope };
  return {
    grant: { lastAnswer, ...grant },
    accountActive,
    signInStands,
    connectionLive,
    sessionEnded,
    admitted,
    subject: subject && subjectOf(subject),
  };
}

/** JSON says null of what is absent. */
const subjectOf = (subject: ClaimSubject): ClaimSubject =>
  Object.assign(subject, { username: subject.username ?? undefined, groups: subject.groups ?? undefined });

/**
 * The statement that spends the codes or refresh tokens of a group and inserts an access token for each grant it has
 * changed. It returns the `key`s of those access tokens. A grant that occurs in the group twice is changed once. The
 * entries are sorted, so that two groups with grants in common seldom deadlock; the one that the database then aborts
 * is retried.
 * @param change `set`: the assignments on the grant `g` from its entry `r`; `where`: the condition; `also`: another
 *   statement, which reads `spent`
 * @param entryTypes the types of the entry's values besides the access token's and `answerScope`
 */
export function spendGrants(
  change: { set: string; where: string; also?: string },
  entryTypes: Readonly<Record<string, string>>,
): string {
  const types = { ...ACCESS_TOKEN_TYPES, answerScope: 'json', ...entryTypes };
  const names = Object.keys(types).map((name) => `"${name}"`);
  return `
  with asked as materialized (
    select * from unnest(${Object.entries(types).map(([name, type]) => `$${name}::${type}[]`)}) as r (${names})
    order by "grantId"
  ), spent as (
    update grants g set ${change.set}, last_access_token_id = r."accessTokenId",
      last_access_token_expires_at = r."accessTokenExpiresAt", last_answer_scope = r."answerScope"
    from asked r where g.id = r."grantId" and ${change.where} and g.ended_at is null
    returning r.*
  )${change.also === undefined ? '' : `, also as (${change.also})`}
  insert into access_tokens (id, token_hash, grant_id, items, scope, created_at, expires_at, dpop_jkt)
  select "accessTokenId", "tokenHash", "grantId", items, scope, "createdAt", "accessTokenExpiresAt", "tokenJkt"
  from spent
  returning id as key`;
}

const ACCESS_TOKEN_TYPES = {
  accessTokenId: 'text',
  tokenHash: 'bytea',
  grantId: 'text',
  items: 'json',
  scope: 'json',
  createdAt: 'bigint',
  accessTokenExpiresAt: 'bigint',
  tokenJkt: 'text',
};

export const accessTokenValues = ({ id, tokenHash, items, scope, createdAt, expiresAt, dpopJkt }: AccessToken) => ({
  accessTokenId: id,
  tokenHash,
  items,
  scope,
  createdAt,
  accessTokenExpiresAt: expiresAt,
  tokenJkt: dpopJkt,
});
