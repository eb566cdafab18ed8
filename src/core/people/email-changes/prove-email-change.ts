// A signed-in person proves the new address, by the link of a mail or by its code, and the change takes effect. The
// former address, if it was verified, gets a link that takes it back (contract 21).
import type { Account } from '../../ground/accounts/account.ts';
import { formFault } from '../../ground/accounts/form-faults.ts';
import { ConfirmationNeeded, validSession } from '../../ground/acts/session-proof.ts';
import type { Fault } from '../../ground/fault.ts';
import { hashSecret, newId, randomSecret } from '../../ground/secrets.ts';
import { type ActedFrom, actOf, writeMail } from '../../server/mail/write-mail.ts';
import type { ListedFactor } from '../../sign-in/factors/listed-factor.ts';
import { firstFactorProof, mustProveAddress } from '../../sign-in/factors/second-factor-policy.ts';
import { keepSession } from '../../sign-in/sessions/end-sessions.ts';
import type { SignedIn } from '../../sign-in/sessions/session.ts';
import type { SessionWithHandle } from '../../sign-in/sessions/start-session.ts';
import { checkPendingEmail } from '../accounts/new-account.ts';
import type { Ports } from '../ports.ts';
import { codeMacs, readCode } from '../verification/email-proof.ts';
import { AccountInDoubt } from './doubt.ts';
import { type EmailChange, TAKE_BACK_MS } from './email-change.ts';
import { chosenFactors, listFactorsFromBefore } from './factors-from-before.ts';

type Deps = Pick<
  Ports,
  'emailChanges' | 'factors' | 'passkeys' | 'members' | 'secrets' | 'clock' | 'rules' | 'publish'
>;

export type ProvenEmailChange =
  /** `opened`: the address is the one that stood before, and this session has a new handle. */
  | { kind: 'changed'; opened: SessionWithHandle | undefined }
  /** A further change waits until then. */
  | { kind: 'in-doubt'; until: number }
  | { kind: 'refused'; faults: Fault[] }
  /** Another account got the address meanwhile, or the rules of now refuse it. The change is over. */
  | { kind: 'taken'; faults: Fault[] }
  /** As for `EmailChange`: policy may bind the person since they asked. */
  | { kind: 'unproven' }
  | { kind: 'signed-out' };

type Prover = {
  signedIn: SignedIn;
  from: ActedFrom;
  /** Ids of factors that the page of `goesBack` listed, to be removed with a change back. */
  ids: readonly string[];
};

export async function proveEmailChangeByCode(
  deps: Deps,
  { code: typed, ...prover }: Prover & { code: string | undefined },
): Promise<ProvenEmailChange> {
  if (!typed?.trim()) return { kind: 'refused', faults: [formFault(['code'], 'code-missing')] };
  const code = readCode(typed);
  if (code === undefined) return { kind: 'refused', faults: [formFault(['code'], 'mailed-code-malformed')] };
  return prove(deps, prover, { codeMacs: codeMacs(deps.secrets, prover.signedIn.account.id, code) });
}

export const proveEmailChangeByLink = (
  deps: Deps,
  { token, ...prover }: Prover & { token: string },
): Promise<ProvenEmailChange> => prove(deps, prover, { tokenHash: hashSecret(token) });

/** What a change back to the address that stood before ends beside the doubt. */
export type GoesBack = {
  /** When the change that it takes back was asked for. */
  askedAt: number;
  /** From before then, newest first. */
  factors: readonly ListedFactor[];
};

/** @returns undefined: `change` leads to another address than the one that stood before */
export async function goesBack(
  deps: Pick<Deps, 'emailChanges' | 'factors' | 'passkeys' | 'members' | 'rules' | 'clock'>,
  account: Account,
  change: Pick<EmailChange, 'emailKey'>,
): Promise<GoesBack | undefined> {
  const former = await deps.emailChanges.findDoubt(account.id, deps.clock.now());
  if (former?.emailKey !== change.emailKey) return undefined;
  const { askedAt } = former;
  return { askedAt, factors: await listFactorsFromBefore(deps, account, askedAt) };
}

type By = Parameters<Ports['emailChanges']['prove']>[0]['by'];

async function prove(deps: Deps, { signedIn, from, ids }: Prover, by: By): Promise<ProvenEmailChange> {
  const { account, session } = signedIn;
  const now = deps.clock.now();
  const token = randomSecret();
  const takeBack = { id: newId(deps.clock), tokenHash: hashSecret(token), expiresAt: now + TAKE_BACK_MS };
  const mail = writeMail(deps, {
    kind: 'email-changed',
    to: { accountId: account.id },
    language: from.language,
    facts: { ...actOf(deps, from), until: takeBack.expiresAt },
    secrets: { token },
  });
  const { keep, opened } = keepSession(signedIn);
  const notice = writeMail(deps, {
    kind: 'email-taken-back',
    to: { accountId: account.id },
    language: from.language,
    facts: actOf(deps, from),
  });
  const former = await deps.emailChanges.findDoubt(account.id, now);
  const listed = former ? await listFactorsFromBefore(deps, account, former.askedAt) : [];
  const remove = chosenFactors(deps, listed, { ids, accountId: account.id, from });
  const back = { fromEpoch: session.signInEpoch, keep, remove, notice };
  if (await mustProveAddress(deps, signedIn, now)) return { kind: 'unproven' };
  const proof = { ...validSession(session), ...(await firstFactorProof(deps, signedIn, now)) };
  try {
    let faults: Fault[] = [];
    const isRefused = (change: EmailChange) => {
      faults = checkPendingEmail(deps.rules, change);
      return faults.length > 0;
    };
    const input = { accountId: account.id, by, session: proof, takeBack, isRefused, mail, back, now };
    const result = await deps.emailChanges.prove(input);
    if (result === 'changed' || result === 'changed-back') deps.publish({ kind: 'mail-queued' });
    if (result === 'changed') return { kind: 'changed', opened: undefined };
    if (result === 'changed-back') {
      deps.publish({ kind: 'sessions-ended', accountId: account.id });
      return { kind: 'changed', opened };
    }
    if (result === 'email-refused') return { kind: 'taken', faults };
    if (result === 'email-taken') return { kind: 'taken', faults: [formFault(['email'], 'email-taken-by-other')] };
    return { kind: 'refused', faults: [formFault(['code'], 'mailed-code-wrong')] };
  } catch (error) {
    // The session ended a moment earlier.
    if (error instanceof ConfirmationNeeded) return { kind: 'signed-out' };
    if (error instanceof AccountInDoubt) return { kind: 'in-doubt', until: error.until };
    throw error;
  }
}
