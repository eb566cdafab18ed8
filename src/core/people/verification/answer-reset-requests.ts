// Answers the requests of people who forgot their password, as a kind of message in the outbox: looks up the account,
// and sends it a link. Nobody waits for this, so its time tells nothing (contract 22).
import { type Account, isStaff } from '../../ground/accounts/account.ts';
import { readEmailAddress } from '../../ground/accounts/email.ts';
import type { DeliveryAnswer, MessageKind } from '../../ground/outbox/message-kind.ts';
import { findByAddress } from '../../sign-in/accounts/find-by-address.ts';
import { mailLinkAgain } from '../email-changes/mail-link-again.ts';
import type { Ports } from '../ports.ts';
import type { ResetRequestFacts } from './request-password-reset.ts';
import type { DueResetRequest } from './reset-request-store.ts';
import { sendProof } from './send-proof.ts';

type Deps = Pick<Ports, 'resetRequests' | 'accounts' | 'members'> & Parameters<typeof sendProof>[0];

export const resetRequests = (deps: Deps): MessageKind<DueResetRequest> => ({
  store: deps.resetRequests,
  retryPauses: [],
  perKey: 4,
  keyOf: () => 'reset',
  deliver: (request) => answerRequest(deps, request),
});

async function answerRequest(deps: Deps, { id, sealed }: DueResetRequest): Promise<DeliveryAnswer> {
  const opened = deps.secrets.open('reset-request', id, sealed);
  if (!opened) return { kind: 'refused', reason: 'secret changed', recipient: undefined };
  const { email, from } = JSON.parse(opened.plain.toString()) as ResetRequestFacts;
  const address = readEmailAddress(email);
  const account = address && (await findByAddress(deps, address));
  const { emailKey } = address ?? {};
  if (!account && emailKey && (await mailLinkAgain(deps, { emailKey, from, requestId: id }))) {
    return { kind: 'delivered', reason: undefined, recipient: undefined };
  }
  if (!account || !(await mayReset(deps, account))) return { kind: 'dropped', reason: undefined, recipient: undefined };
  await sendProof(deps, { account, purpose: 'password', from, requestId: id });
  return { kind: 'delivered', reason: undefined, recipient: undefined };
}

/**
 * Anybody can type an address: one that was never verified gives away no account that works for the service or owns an
 * application, whose users it would give away as well. The statements of `EmailProofStore` check the same.
 */
export const mayReset = async ({ members }: Pick<Ports, 'members'>, account: Account): Promise<boolean> =>
  account.disabledAt === undefined &&
  (account.emailVerified || (!isStaff(account.role) && !(await members.ownsAny(account.id))));
