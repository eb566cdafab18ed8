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

type Asked = {
  /** Whether the account is in a group that the application `a` lets in. */
  inGroup(account: string): string;
  inTeam(account: string): string;
  /** Names of the groups that the application `a` receives of the account, in order. */
  received(account: string): string;
};

/** As columns of a statement with `applications a`. */
const columnsBy = ({ inGroup, inTeam, received }: Asked) => ({
  /** Whether a grant for the account can be used: of an application for a team or for groups, see contract 3 and 31. */
  isAdmitted: (account: string): string => `case
    when a.audience <> 'team' then true
    when a.admits_groups then ${inGroup(account)}
    else ${inTeam(account)} end`,
  /** Whether user information is answered: test mode does not touch it. */
  mayBeRead: (account: string): string => `case when ${BY_GROUPS} then ${inGroup(account)} else true end`,
  /** The groups that it receives; null where the `items` do not have the item. */
  received: (account: string, items: string): string =>
    `case when ${items} like '%"groups"%' then ${received(account)} end`,
});

/** By functions of migration 0032, which says why. */
export const GROUPS_ON_POSTGRES = columnsBy({
  inGroup: (account) => `is_in_admitted_group(a.id, ${account})`,
  inTeam: (account) => `is_of_team(a.id, ${account})`,
  received: (account) => `received_groups(a.id, ${account})`,
});

export const GROUPS_ON_SQLITE = columnsBy({
  inGroup: isInAdmitted,
  inTeam: (account) => `(a.owner_id = ${account} or exists (
    select 1 from application_members m where m.application_id = a.id and m.account_id = ${account}))`,
  received: (account) => `(
    select json_group_array(p.name order by p.name) from application_groups n
    join group_members m on m.group_id = n.group_id and m.account_id = ${account}
    join user_groups p on p.id = n.group_id
    where n.application_id = a.id and n.use = 'receives')`,
});
