// Port: groups and who is in them.
import type { Actor } from '../../ground/acts/acting.ts';
import type { Group, GroupMember, GroupUses, NamingApplication, ShownGroup } from './group.ts';

/** Which of an application's two lists: the groups it receives of a person, or those whose members may sign in. */
export type GroupUse = 'receives' | 'admits';

/** Nothing was changed, unless `stored` or `removed`. */
export type GroupStored =
  /** `narrowed`: the applications that lost the name. */
  | { kind: 'stored' | 'removed'; narrowed: readonly NamingApplication[] }
  /** They name the group, so its name stays, and so does the group. */
  | { kind: 'named'; applications: readonly NamingApplication[] }
  /** Nobody could sign in to them any more: it is the only group that they let in. */
  | { kind: 'empties'; applications: readonly NamingApplication[] }
  /** `stale`: somebody else changed it since, or applications were changed meanwhile. */
  | { kind: 'gone' | 'stale' | 'name-taken' | 'application-unknown' };

/**
 * `by`: who acts; the statement checks that they still may (`acting.ts`). Undefined: the command line.
 * @throws ActRefused, ConfirmationNeeded; nothing is changed
 */
export interface GroupStore {
  /** One intent. MUST be atomic: there are never more than `max`. */
  insert(group: Group, max: number, by?: Actor): Promise<'created' | 'name-taken' | 'too-many' | 'application-unknown'>;
  find(id: string): Promise<Group | undefined>;
  findByName(name: string): Promise<Group | undefined>;
  /** By name, after the name `after`: those that begin with `prefix`. */
  list(page: { prefix: string; after: string; limit: number }): Promise<Group[]>;
  count(): Promise<number>;
  /**
   * One intent, ONLY while the stored version is `fromVersion`. An application that may not name the group any more
   * loses the name from both its lists.
   * @param fields names of the changed members, for the audit
   */
  replace(group: Group, fromVersion: number, by?: Actor, fields?: readonly string[]): Promise<GroupStored>;
  /**
   * One intent, ONLY while the stored version is `fromVersion`: removes the group and takes everybody out of it.
   * @param how `force`: the applications that name it lose the name first
   */
  remove(id: string, how: { force: boolean; fromVersion: number; now: number }, by?: Actor): Promise<GroupStored>;

  /** In order of the accounts' ids, after the account `after`. */
  listMembers(page: { groupId: string; after: string; limit: number }): Promise<GroupMember[]>;
  findMember(groupId: string, accountId: string): Promise<GroupMember | undefined>;
  /** One intent. MUST be atomic: a person is never in more than `max`. */
  addMember(
    member: { groupId: string; accountId: string; max: number; now: number },
    by?: Actor,
  ): Promise<'created' | 'gone' | 'account-unknown' | 'is-member' | 'too-many'>;
  removeMember(member: { groupId: string; accountId: string; now: number }, by?: Actor): Promise<boolean>;
  /** All groups of a person, by name. */
  listByAccount(accountId: string): Promise<ShownGroup[]>;

  /** Those of `names` that the application may name. One statement, whether a group exists or not. */
  nameable(names: readonly string[], applicationId: string | undefined): Promise<string[]>;
  /**
   * The groups that the application may name, by name: those whose name, or label in any language, contains `text`;
   * ASCII letters match in either case.
   */
  listNameable(page: { applicationId: string; text: string; limit: number }): Promise<ShownGroup[]>;
  /** The applications that name the group, in order of creation. */
  listUses(page: { groupId: string; limit: number }): Promise<GroupUses[]>;
  /** The groups of the person that the application receives, by name. */
  listReceived(applicationId: string, accountId: string): Promise<ShownGroup[]>;
  /** Whether the person is in one of the groups that the application lets in. */
  isAdmitted(applicationId: string, accountId: string): Promise<boolean>;
  /** The accounts of the application's team that are in none of the groups of these names. */
  listTeamOutside(applicationId: string, names: readonly string[]): Promise<string[]>;
}

/** Thrown where an application is stored that may not name a group any more. Nothing was changed. */
export class GroupsChanged extends Error {
  override readonly name = 'GroupsChanged';
}
