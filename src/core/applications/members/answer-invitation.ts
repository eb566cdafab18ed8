// An invited person accepts or declines: by the link, with any account, because the link was given to its holder; or
// without it, with an account whose own address was invited, and proven by mail (contract 2).
import type { Account } from '../../ground/accounts/account.ts';
import { hashSecret } from '../../ground/secrets.ts';
import { Unavailable } from '../../ground/unavailable.ts';
import { AccountInDoubt } from '../../people/email-changes/doubt.ts';
import type { SignedIn } from '../../sign-in/sessions/session.ts';
import { MAX_APPLICATIONS_PER_OWNER } from '../applications/register-application.ts';
import type { Ports } from '../ports.ts';
import type { Invitation, InvitationKey, OfferRefusal } from './invitation.ts';
import type { InvitationAnswered } from './invitation-store.ts';

type Deps = Pick<Ports, 'invitations' | 'clock'>;

/** Selects an invitation by the secret in its link, or by its id. */
export type InvitationReference = { token: string | undefined } | { id: string };

export type InvitationAccepted =
  | Extract<InvitationAnswered, { kind: 'accepted' }>
  | { kind: 'member-already' | Exclude<OfferRefusal, 'other-policy'>; applicationId: string }
  /** The invitation is spent, expired, withdrawn, ended with its inviter, or not for this account. */
  | { kind: 'gone' }
  /** Invitations wait while the account, or who offers ownership, is in doubt: until then. */
  | { kind: 'in-doubt'; until: number };

/** Finds an open invitation without spending it: GET shows, only POST spends (contract 9). */
export async function findInvitation(deps: Deps, token: string | undefined): Promise<Invitation | undefined> {
  return token ? deps.invitations.findByToken(hashSecret(token), deps.clock.now()) : undefined;
}

/** Whether the account may answer: ownership is for the one whose verified address was invited. */
export const isMeant = (
  { role, emailKey }: Pick<Invitation, 'role' | 'emailKey'>,
  account: Pick<Account, 'emailKey' | 'emailVerified'>,
): boolean => role !== 'owner' || (account.emailVerified && account.emailKey === emailKey);

/** Invitations that the account may accept without a link: those to its own address, if it was proven by mail. */
export const listOwnInvitations = (deps: Deps, accountId: string): Promise<Invitation[]> =>
  deps.invitations.listForAccount(accountId, deps.clock.now());

/** Each attempt that fails met an operator's change of the policy. */
const MAX_ATTEMPTS = 3;

/** @throws Unavailable */
export async function acceptInvitation(
  { invitations, clock, rules, livePolicy }: Deps & Pick<Ports, 'rules' | 'livePolicy'>,
  { by, signedIn }: { by: InvitationReference; signedIn: SignedIn },
): Promise<InvitationAccepted> {
  const key = keyOf(by);
  if (!key) return { kind: 'gone' };
  const { account, session } = signedIn;
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const terms = {
        max: MAX_APPLICATIONS_PER_OWNER,
        open: rules.openOwnership,
        policyRevision: livePolicy.revision(),
      };
      const input = { key, accountId: account.id, sessionId: session.id, now: clock.now(), terms };
      const answered = await invitations.accept(input);
      if (isDecided(answered)) return answered;
      await livePolicy.refresh();
    }
    throw new Unavailable('The policy is being changed');
  } catch (error) {
    if (error instanceof AccountInDoubt) return { kind: 'in-doubt', until: error.until };
    throw error;
  }
}

const isDecided = (answered: InvitationAnswered): answered is Exclude<InvitationAccepted, { kind: 'in-doubt' }> =>
  answered.kind !== 'other-policy';

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
