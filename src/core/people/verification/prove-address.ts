// A signed-in person verifies their address, by the link of a mail or by its code (contract 21). The link works only
// for the account that it was sent for, on a browser where that account is signed in: who opens the link elsewhere may
// be somebody whose address an attacker typed. Nothing here signs anybody in.

import { formFault } from '../../ground/accounts/form-faults.ts';
import { ConfirmationNeeded, validSession } from '../../ground/acts/session-proof.ts';
import type { Fault } from '../../ground/fault.ts';
import type { ClientAddress } from '../../ground/limits/client-address.ts';
import type { Limited } from '../../ground/limits/counted-try.ts';
import { hashSecret } from '../../ground/secrets.ts';
import { countedMailRequest } from '../../server/mail/count-mail-request.ts';
import type { ActedFrom } from '../../server/mail/write-mail.ts';
import type { SignedIn } from '../../sign-in/sessions/session.ts';
import type { Ports } from '../ports.ts';
import { codeMacs, codeOfLink, type EmailProof, readCode } from './email-proof.ts';
import { sendProof } from './send-proof.ts';

type Deps = Pick<Ports, 'emailProofs' | 'secrets' | 'clock'>;

/** Sends the mail, within the limits of the client. An address that is verified gets none. */
export const sendAddressProof = (
  deps: Parameters<typeof sendProof>[0],
  { signedIn, from }: { signedIn: SignedIn; from: ActedFrom & ClientAddress },
): Promise<{ kind: 'sent' } | Limited> =>
  countedMailRequest(deps, from, async () => {
    const { account } = signedIn;
    if (account.emailVerified) return { kind: 'sent' };
    return sent(await sendProof(deps, { account, purpose: 'address', from }));
  });

/** The same before somebody sets up the second factor that policy demands: also where the address is verified. */
export const sendFactorCode = (
  deps: Parameters<typeof sendProof>[0],
  { signedIn: { account }, from }: { signedIn: SignedIn; from: ActedFrom & ClientAddress },
): Promise<{ kind: 'sent' } | Limited> =>
  countedMailRequest(deps, from, async () => {
    return sent(await sendProof(deps, { account, purpose: 'address', kind: 'factor-code', from }));
  });

/** The same before somebody deletes their account at once. */
export const sendDeletionCode = (
  deps: Parameters<typeof sendProof>[0],
  { signedIn: { account }, from }: { signedIn: SignedIn; from: ActedFrom & ClientAddress },
): Promise<{ kind: 'sent' } | Limited> =>
  countedMailRequest(deps, from, async () => {
    return sent(await sendProof(deps, { account, purpose: 'address', kind: 'delete-code', from }));
  });

const sent = (mailed: Awaited<ReturnType<typeof sendProof>>): { kind: 'sent' } | Limited =>
  mailed.kind === 'limited' ? mailed : { kind: 'sent' };

export type Proven = { kind: 'proven' } | { kind: 'refused'; faults: Fault[] } | { kind: 'signed-out' };

export async function proveByCode(
  deps: Deps,
  { signedIn, code: typed }: { signedIn: SignedIn; code: string | undefined },
): Promise<Proven> {
  if (!typed?.trim()) return { kind: 'refused', faults: [formFault(['code'], 'code-missing')] };
  const code = readCode(typed);
  if (code === undefined) return { kind: 'refused', faults: [formFault(['code'], 'mailed-code-malformed')] };
  return prove(deps, signedIn, { codeMacs: codeMacs(deps.secrets, signedIn.account.id, code) });
}

export const proveByLink = (deps: Deps, { signedIn, token }: { signedIn: SignedIn; token: string }): Promise<Proven> =>
  prove(deps, signedIn, { tokenHash: hashSecret(token) });

/** What the page of a link needs; undefined: the link is of no use. */
export async function findAddressLink(
  deps: Deps,
  token: string | undefined,
): Promise<{ token: string; proof: EmailProof; code: string | undefined } | undefined> {
  if (token === undefined) return undefined;
  const proof = await deps.emailProofs.find(hashSecret(token), deps.clock.now());
  if (proof?.purpose !== 'address') return undefined;
  return { token, proof, code: codeOfLink(deps.secrets, { token, proof }) };
}

type By = Parameters<Ports['emailProofs']['proveAddress']>[0]['by'];

async function prove({ emailProofs, clock }: Deps, { account, session }: SignedIn, by: By): Promise<Proven> {
  const proof = validSession(session);
  try {
    const input = { accountId: account.id, by, session: proof, now: clock.now() };
    if ((await emailProofs.proveAddress(input)) === 'proven') return { kind: 'proven' };
    return { kind: 'refused', faults: [formFault(['code'], 'mailed-code-wrong')] };
  } catch (error) {
    // The session ended a moment earlier.
    if (error instanceof ConfirmationNeeded) return { kind: 'signed-out' };
    throw error;
  }
}
