// Who may see and change an application: its owner, and the members that the owner invites.

export const MEMBER_ROLES = ['owner', 'editor', 'viewer'] as const;

/**
 * `viewer` sees everything but secrets (which nobody sees twice) · `editor` also changes everything in it · `owner`
 * also deletes it, manages its members, and transfers it.
 */
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** What somebody wants to do with an application. */
export type Permission = 'see' | 'change' | 'own';

const RANK: Readonly<Record<MemberRole, number>> = { viewer: 0, editor: 1, owner: 2 };
const REQUIRED_RANK: Readonly<Record<Permission, number>> = { see: 0, change: 1, own: 2 };

export const mayDo = (role: MemberRole, need: Permission): boolean => RANK[role] >= REQUIRED_RANK[need];

export type Member = {
  applicationId: string;
  /** Identifies the member in paths too. */
  accountId: string;
  email: string;
  /** The address is verified. */
  emailVerified: boolean;
  nickname: string | undefined;
  role: MemberRole;
  /** When they accepted; for the owner, when the application was created. */
  createdAt: number;
  /**
   * Why they may not become the owner: `user`, `role`: their account may own no applications, which `user` changes by
   * itself where ownership is open · `inactive`: it is disabled, or is being deleted. Undefined: nothing of these.
   */
  cannotOwn?: 'user' | 'role' | 'inactive' | undefined;
};

/** Including open invitations, without the owner. */
export const MAX_MEMBERS = 50;
