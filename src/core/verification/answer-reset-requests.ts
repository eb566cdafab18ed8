// Answers the requests of people who forgot their password, as a kind of message in the outbox: looks up the account,
// and sends it a link. Nobody waits for this, so its time tells nothing (contract 22).
import type { Account } from '../accounts/account.ts';
import { readEmailAddress } from '../accounts/email.ts';
import { findByAddress } from '../accounts/find-by-address.ts';
import type { Answer, MessageKind } from '../outbox/message-kind.ts';
import type { Ports } from '../ports.ts';
import type { ResetRequestFacts } from './request-password-reset.ts';
import type { DueResetRequest } from './reset-request-store.ts';
import { sendProof } from './send-proof.ts';

type Deps = Pick<Ports, 'resetRequests' | 'accounts'> & Parameters<typeof sendProof>[0];

export const resetRequests = (deps: Deps): MessageKind<DueResetRequest> => ({
  store: deps.resetRequests,
  retryPauses: [],
  perKey: 4,
  keyOf: () => 'reset',
  deliver: (request) => answerRequest(deps, request),
});

async function answerRequest(deps: Deps, { id, sealed }: DueResetRequest): Promise<Answer> {
  const opened = deps.secrets.open('reset-request', id, sealed);
  if (!opened) return { kind: 'refused', reason: 'secret changed', recipient: undefined };
  const { email, from } = JSON.parse(opened.plain.toString()) as ResetRequestFacts;
  const address = readEmailAddress(email);
  const account = address && (await findByAddress(deps, address));
  if (!account || !mayReset(account)) return { kind: 'dropped', reason: undefined, recipient: undefined };
  await sendProof(deps, { account, purpose: 'password', from, requestId: id });
  return { kind: 'delivered', reason: undefined, recipient: undefined };
}

/** Anybody can type an address: an operator's account is not given away for one that was never verified. */
export const mayReset = ({ disabledAt, role, emailVerified }: Account): boolean =>
  disabledAt === undefined && (role !== 'operator' || emailVerified);
