// An owner invites people to an application by email address. The answer does not tell whether an account has the
// address: only the person reveals that, by accepting.
import { readEmailAddress } from '../accounts/email.ts';
import { findByAddress } from '../accounts/find-by-address.ts';
import { applicationFault } from '../applications/application-faults.ts';
import { type Caller, findApplication } from '../applications/find-application.ts';
import type { Fault } from '../fault.ts';
import type { Ports } from '../ports.ts';
import { hashSecret, newId, randomSecret } from '../secrets.ts';
import { checkRole } from './check-role.ts';
import { INVITATION_DAYS, INVITED_ROLES, type Invitation, type NewInvitation, type SignedInBy } from './invitation.ts';
import { MAX_MEMBERS } from './member.ts';

type Deps = Pick<Ports, 'accounts' | 'applications' | 'members' | 'invitations' | 'clock'>;

const DAY_MS = 24 * 60 * 60 * 1000;

export type InvitationDraft = { email?: string | undefined; role?: string | undefined };

export type MemberInvited =
  /** `token`: the secret in the link, which is not stored. */
  | { kind: 'invited'; invitation: NewInvitation; token: string }
  | { kind: 'refused'; faults: readonly Fault[] }
  /** `member-already`: the address is a member's, which the caller can see anyway. */
  | { kind: 'member-already' | 'too-many' | 'gone' };

/**
 * Ends an older invitation to the same address.
 * @param input `by`: what the caller signed in with; `readingFaults`: errors of what could not be read
 * @throws Unavailable
 */
export async function inviteMember(
  deps: Deps,
  input: {
    caller: Caller;
    by: SignedInBy;
    applicationId: string;
    draft: InvitationDraft;
    readingFaults?: readonly Fault[];
  },
): Promise<MemberInvited> {
  const { caller, applicationId, draft } = input;
  const application = await findApplication(deps, { caller, id: applicationId, need: 'own' });
  if (!application) return { kind: 'gone' };
  const faults = [...(input.readingFaults ?? [])];
  const role = checkRole(draft.role, INVITED_ROLES, faults);
  const address = readEmailAddress(draft.email ?? '');
  if (!address && !faults.some(({ path }) => path[0] === 'email')) {
    faults.push(applicationFault(['email'], 'member-email-malformed'));
  }
  if (faults.length > 0 || !address || !role) return { kind: 'refused', faults };
  const { email } = address;
  const accountOfSpelling = address.formerKey === undefined ? undefined : await findByAddress(deps, address);
  const { emailKey } = accountOfSpelling ?? address;
  const token = randomSecret();
  const now = deps.clock.now();
  const invitation: NewInvitation = {
    id: newId(),
    applicationId,
    email,
    // The account's own key: when several accounts have spellings of one address, the invitation is for this one alone.
    emailKey,
    role,
    tokenHash: hashSecret(token),
    invitedBy: caller.accountId,
    createdAt: now,
    expiresAt: now + INVITATION_DAYS * DAY_MS,
  };
  const done = await deps.invitations.invite(invitation, input.by, MAX_MEMBERS, caller.proof);
  return done === 'invited' ? { kind: 'invited', invitation, token } : { kind: done };
}

/** The open invitations in order of creation; undefined when the application does not exist or is not the caller's. */
export async function listInvitations(
  deps: Deps,
  { caller, applicationId }: { caller: Caller; applicationId: string },
): Promise<Invitation[] | undefined> {
  const application = await findApplication(deps, { caller, id: applicationId });
  return application && deps.invitations.list(application.id, deps.clock.now());
}

type Target = { caller: Caller; applicationId: string; id: string };

export async function changeInvitedRole(
  deps: Deps,
  input: Target & { role: string | undefined; readingFaults?: readonly Fault[] },
): Promise<{ kind: 'changed' | 'gone' } | { kind: 'refused'; faults: readonly Fault[] }> {
  const { caller, applicationId, id } = input;
  const application = await findApplication(deps, { caller, id: applicationId, need: 'own' });
  if (!application) return { kind: 'gone' };
  const faults = [...(input.readingFaults ?? [])];
  const role = checkRole(input.role, INVITED_ROLES, faults);
  if (faults.length > 0 || !role) return { kind: 'refused', faults };
  return { kind: (await deps.invitations.setRole(applicationId, id, role, caller.proof)) ? 'changed' : 'gone' };
}

/** False: the invitation does not exist or is not the caller's. */
export async function withdrawInvitation(deps: Deps, { caller, applicationId, id }: Target): Promise<boolean> {
  const application = await findApplication(deps, { caller, id: applicationId, need: 'own' });
  return application ? deps.invitations.withdraw(applicationId, id, caller.proof) : false;
}
