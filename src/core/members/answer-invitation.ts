// Who was invited accepts or declines: by the link, with any account, because whoever holds it was given it; or without
// it, with an account whose own verified address was invited (contract 2).
import type { Ports } from '../ports.ts';
import { hashSecret } from '../secrets.ts';
import type { SignedIn } from '../sessions/session.ts';
import type { Invitation, InvitationKey } from './invitation.ts';

type Deps = Pick<Ports, 'invitations' | 'clock'>;

/** Which invitation: by the secret in its link, or by its id. */
export type AnsweredBy = { token: string | undefined } | { id: string };

export type InvitationAccepted =
  | { kind: 'accepted' | 'member-already'; applicationId: string }
  /** Spent, expired, withdrawn, ended with its inviter, or not for this account. */
  | { kind: 'gone' };

/** Looks without spending: GET shows, only POST spends (contract 9). Undefined: it is not open. */
export async function findInvitation(deps: Deps, token: string | undefined): Promise<Invitation | undefined> {
  return token ? deps.invitations.findByToken(hashSecret(token), deps.clock.now()) : undefined;
}

/** Those that an account may accept without a link: to its own address, if that is verified. */
export const listOwnInvitations = (deps: Deps, accountId: string): Promise<Invitation[]> =>
  deps.invitations.listForAccount(accountId, deps.clock.now());

export async function acceptInvitation(
  { invitations, clock }: Deps,
  { by, signedIn }: { by: AnsweredBy; signedIn: SignedIn },
): Promise<InvitationAccepted> {
  const key = keyOf(by);
  if (!key) return { kind: 'gone' };
  const { account, session } = signedIn;
  return invitations.accept({ key, accountId: account.id, sessionId: session.id, now: clock.now() });
}

/** The invitation ends. False: it was not open any more, or not for this account. */
export async function declineInvitation(
  { invitations, clock }: Deps,
  { by, signedIn }: { by: AnsweredBy; signedIn: SignedIn },
): Promise<boolean> {
  const key = keyOf(by);
  return key !== undefined && invitations.decline({ key, accountId: signedIn.account.id, now: clock.now() });
}

function keyOf(by: AnsweredBy): InvitationKey | undefined {
  if ('id' in by) return by;
  return by.token === undefined ? undefined : { tokenHash: hashSecret(by.token) };
}
