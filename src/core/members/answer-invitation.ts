// An invited person accepts or declines: by the link, with any account, because the link was given to its holder; or
// without it, with an account whose own address was invited, and proven by mail (contract 2).
import { AccountInDoubt } from '../email-changes/doubt.ts';
import type { Ports } from '../ports.ts';
import { hashSecret } from '../secrets.ts';
import type { SignedIn } from '../sessions/session.ts';
import type { Invitation, InvitationKey } from './invitation.ts';

type Deps = Pick<Ports, 'invitations' | 'clock'>;

/** Selects an invitation by the secret in its link, or by its id. */
export type InvitationReference = { token: string | undefined } | { id: string };

export type InvitationAccepted =
  | { kind: 'accepted' | 'member-already'; applicationId: string }
  /** The invitation is spent, expired, withdrawn, ended with its inviter, or not for this account. */
  | { kind: 'gone' }
  /** Invitations wait while the account is in doubt: until then. */
  | { kind: 'in-doubt'; until: number };

/** Finds an open invitation without spending it: GET shows, only POST spends (contract 9). */
export async function findInvitation(deps: Deps, token: string | undefined): Promise<Invitation | undefined> {
  return token ? deps.invitations.findByToken(hashSecret(token), deps.clock.now()) : undefined;
}

/** Invitations that the account may accept without a link: those to its own address, if it was proven by mail. */
export const listOwnInvitations = (deps: Deps, accountId: string): Promise<Invitation[]> =>
  deps.invitations.listForAccount(accountId, deps.clock.now());

export async function acceptInvitation(
  { invitations, clock }: Deps,
  { by, signedIn }: { by: InvitationReference; signedIn: SignedIn },
): Promise<InvitationAccepted> {
  const key = keyOf(by);
  if (!key) return { kind: 'gone' };
  const { account, session } = signedIn;
  try {
    return await invitations.accept({ key, accountId: account.id, sessionId: session.id, now: clock.now() });
  } catch (error) {
    if (error instanceof AccountInDoubt) return { kind: 'in-doubt', until: error.until };
    throw error;
  }
}

/** Ends the invitation. False: it was no longer open, or not for this account. */
export async function declineInvitation(
  { invitations, clock }: Deps,
  { by, signedIn }: { by: InvitationReference; signedIn: SignedIn },
): Promise<boolean> {
  const key = keyOf(by);
  return key !== undefined && invitations.decline({ key, accountId: signedIn.account.id, now: clock.now() });
}

function keyOf(by: InvitationReference): InvitationKey | undefined {
  if ('id' in by) return by;
  return by.token === undefined ? undefined : { tokenHash: hashSecret(by.token) };
}
