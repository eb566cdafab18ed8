// An owner invites people to an application by email address. The answer does not tell whether an account has the
// address: only the person reveals that, by accepting.
import { type EmailAddress, isPlain, readEmailAddress } from '../../ground/accounts/email.ts';
import type { Fault } from '../../ground/fault.ts';
import type { ClientAddress } from '../../ground/limits/client-address.ts';
import type { Limited } from '../../ground/limits/counted-try.ts';
import { hashSecret, newId, randomSecret } from '../../ground/secrets.ts';
import { countedMailRequest, mayRequestMailTo } from '../../server/mail/count-mail-request.ts';
import { type ActedFrom, actOf, writeMail } from '../../server/mail/write-mail.ts';
import { findByAddress } from '../../sign-in/accounts/find-by-address.ts';
import { applicationFault } from '../applications/application-faults.ts';
import { type Caller, findApplication, type PersonalCaller } from '../applications/find-application.ts';
import type { Ports } from '../ports.ts';
import { checkRole } from './check-role.ts';
import { INVITATION_DAYS, INVITED_ROLES, type Invitation, type NewInvitation, type SignedInBy } from './invitation.ts';
import { MAX_MEMBERS, MEMBER_ROLES, type MemberRole } from './member.ts';

type Deps = Pick<Ports, 'accounts' | 'applications' | 'members' | 'invitations' | 'clock'>;
type InviteDeps = Deps & Pick<Ports, 'signInLimits' | 'secrets' | 'rules' | 'publish'>;

const DAY_MS = 24 * 60 * 60 * 1000;

export type InvitationDraft = { email?: string | undefined; role?: string | undefined };

export type MemberInvited =
  /** `token`: the secret in the link, which is not stored; undefined: only the invited person gets it, by mail. */
  | { kind: 'invited'; invitation: NewInvitation; token: string | undefined }
  | { kind: 'refused'; faults: readonly Fault[] }
  /** `member-already`: the address is a member's, which the caller can see anyway. */
  | { kind: 'member-already' | 'too-many' | 'gone' }
  /** Too many mails were requested from there. */
  | Limited;

type InviteInput = {
  caller: PersonalCaller;
  /** What the caller signed in with. */
  by: SignedInBy;
  /** Where the request comes from. */
  from: ClientAddress & Pick<ActedFrom, 'userAgent'>;
  /** Of the page where the caller invites; the language of the invited person is not known. */
  language?: string;
  applicationId: string;
  draft: InvitationDraft;
  /** Errors of what could not be read. */
  readingFaults?: readonly Fault[];
};

/**
 * Ends an older invitation to the same address. The role owner offers the application: a person does that in a session,
 * and no token does, whoever leaks one.
 * @throws Unavailable; ConfirmationNeeded; AccountInDoubt: of a caller who offers ownership
 */
export async function inviteMember(deps: InviteDeps, input: InviteInput): Promise<MemberInvited> {
  const { caller, applicationId, draft } = input;
  const application = await findApplication(deps, { caller, id: applicationId, need: 'own' });
  if (!application) return { kind: 'gone' };
  const faults = [...(input.readingFaults ?? [])];
  const role = checkRole<MemberRole>(draft.role, 'sessionId' in input.by ? MEMBER_ROLES : INVITED_ROLES, faults);
  const address = readEmailAddress(draft.email ?? '');
  // Its mail would reach another mailbox than that of the account which is found by its key.
  if (address && !isPlain(address)) {
    faults.push(applicationFault(['email'], 'member-email-not-plain'));
  }
  if (!address && !faults.some(({ path }) => path[0] === 'email')) {
    faults.push(applicationFault(['email'], 'member-email-malformed'));
  }
  if (faults.length > 0 || !address || !role) return { kind: 'refused', faults };
  if (deps.rules.mail === 'off') return storeInvitation(deps, input, { address, role });
  return countedMailRequest(deps, input.from, async (uncount) => {
    const invited = await storeInvitation(deps, input, { address, role });
    if (invited.kind !== 'invited') await uncount();
    return invited;
  });
}

async function storeInvitation(
  deps: InviteDeps,
  { caller, by, applicationId, from, language }: InviteInput,
  { address, role }: { address: EmailAddress; role: MemberRole },
): Promise<MemberInvited> {
  const { email } = address;
  const accountOfSpelling = address.formerKey === undefined ? undefined : await findByAddress(deps, address);
  const { emailKey } = accountOfSpelling ?? address;
  const token = randomSecret();
  const now = deps.clock.now();
  const expiresAt = now + INVITATION_DAYS * DAY_MS;
  const invitation: NewInvitation = {
    id: newId(deps.clock),
    applicationId,
    email,
    // The account's own key: when several accounts have spellings of one address, the invitation is for this one alone.
    emailKey,
    role,
    tokenHash: hashSecret(token),
    invitedBy: caller.accountId,
    createdAt: now,
    expiresAt,
  };
  const facts = { ...actOf(deps, from), expiresAt, ...(role === 'owner' && { ownership: true as const }) };
  const written = writeMail(deps, {
    kind: 'invitation',
    to: { email },
    language,
    facts,
    secrets: { token },
    expiresAt,
  });
  const mail = written && (await mayRequestMailTo(deps, emailKey, 'stranger')) ? written : undefined;
  const done = await deps.invitations.invite(invitation, by, MAX_MEMBERS, { proof: caller.proof, mail });
  if (done !== 'invited') return { kind: done };
  if (mail) deps.publish({ kind: 'mail-queued' });
  // Where mail leaves, the link goes to the invited person only.
  return { kind: 'invited', invitation, token: deps.rules.mail === 'smtp' ? undefined : token };
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
  return { kind: (await deps.invitations.setRole(applicationId, id, role, caller)) ? 'changed' : 'gone' };
}

/** False: the invitation does not exist or is not the caller's. */
export async function withdrawInvitation(deps: Deps, { caller, applicationId, id }: Target): Promise<boolean> {
  const application = await findApplication(deps, { caller, id: applicationId, need: 'own' });
  return application ? deps.invitations.withdraw(applicationId, id, caller) : false;
}
