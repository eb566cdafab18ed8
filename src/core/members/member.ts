// Who may see and change an application: its owner, and the members the owner lets in.

export const MEMBER_ROLES = ['owner', 'editor', 'viewer'] as const;

/**
 * `viewer` sees everything but secrets (which nobody sees twice) · `editor` also changes everything in it · `owner`
 * also deletes it, says who belongs to it, and hands it over.
 */
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** What somebody wants to do with an application. */
export type Need = 'see' | 'change' | 'own';

const RANK: Readonly<Record<MemberRole, number>> = { viewer: 0, editor: 1, owner: 2 };
const NEEDED: Readonly<Record<Need, number>> = { see: 0, change: 1, own: 2 };

export const mayDo = (role: MemberRole, need: Need): boolean => RANK[role] >= NEEDED[need];

export type Member = {
  applicationId: string;
  /** Names the member in paths too. */
  accountId: string;
  email: string;
  /** Somebody has verified that the address is theirs. */
  emailVerified: boolean;
  nickname: string | undefined;
  role: MemberRole;
  /** When they accepted; the owner: when the application was made. */
  createdAt: number;
};

/** Open invitations counted, the owner not. */
export const MAX_MEMBERS = 50;
