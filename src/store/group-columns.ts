// What statements of both databases ask of groups (contract 31): which of a person's groups an application receives,
// and whether it lets them in. They are asked in the statements that read the account anyway. Of an application without
// groups its own row says so, and nothing else is read.

/** In a statement with `applications a`. Beside the column, `audience` is `team`: see migration 0032. */
export const BY_GROUPS = "(a.audience = 'team' and a.admits_groups)";

/** The audience as core names it. */
export const AUDIENCE = `case when ${BY_GROUPS} then 'groups' else a.audience end`;

/**
 * Whether the account is in a group that the application `a` lets in. No `exists`, for which PostgreSQL might read the
 * whole table once instead of one row.
 */
export const isInAdmitted = (account: string): string => `(
  select 1 from application_groups n join group_members m on m.group_id = n.group_id and m.account_id = ${account}
  where n.application_id = a.id and n.use = 'admits' limit 1) is not null`;

/** Whether a grant for the account can be used: of an application for a team or for groups, see contract 3 and 31. */
export const isAdmitted = (account: string): string => `case
  when a.audience <> 'team' then true
  when a.admits_groups then ${isInAdmitted(account)}
  else a.owner_id = ${account} or (
    select 1 from application_members m
    where m.application_id = a.id and m.account_id = ${account} limit 1) is not null end`;

/** Whether user information is answered: test mode does not touch it. */
export const mayBeRead = (account: string): string =>
  `case when ${BY_GROUPS} then ${isInAdmitted(account)} else true end`;

/** @param list makes a JSON list of `p.name`, in order; `items` is whether the grant has the item */
const receivedGroups = (list: string, account: string, items: string): string => `case when ${items} then (
  select ${list} from application_groups n
  join group_members m on m.group_id = n.group_id and m.account_id = ${account}
  join user_groups p on p.id = n.group_id
  where n.application_id = a.id and n.use = 'receives') end`;

/** Names of the groups that the application `a` receives of the account; null where the `items` do not have it. */
export const receivedOnPostgres = (account: string, items: string): string =>
  receivedGroups("coalesce(json_agg(p.name order by p.name), '[]')", account, `${items}::text like '%"groups"%'`);

/** The same. */
export const receivedOnSqlite = (account: string, items: string): string =>
  receivedGroups('json_group_array(p.name order by p.name)', account, `${items} like '%"groups"%'`);
