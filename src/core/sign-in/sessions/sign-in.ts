// Signing in as one use case: a proof goes in, one outcome comes out. It is the only caller of `startSession`. Any
// further step between a proof and a session belongs here, so that every way of signing in takes it: an account with a
// second factor is asked for its code (contract 24). A passkey is two factors in one (contract 23).
import { type Account, statusOf } from '../../ground/accounts/account.ts';
import type { EventOf } from '../../ground/events/domain-event.ts';
import type { Limited } from '../../ground/limits/counted-try.ts';
import type { PasskeyRefusal } from '../../ground/passkey-refusal.ts';
import { type CheckCodeDeps, checkCode, clearTries } from '../factors/check-code.ts';
import type { HalfSignedIn } from '../factors/half-signed-in.ts';
import { isBoundByPolicy } from '../factors/second-factor-policy.ts';
import { type CheckPasskeyDeps, checkPasskey, type PasskeyResponse } from '../passkeys/check-passkey.ts';
import { hasPasskey } from '../passkeys/has-passkey.ts';
import type { PasskeyUse } from '../passkeys/passkey-use.ts';
import { type VerifyPasswordDeps, type Visitor, verifyPassword } from '../passwords/verify-password.ts';
import type { Ports } from '../ports.ts';
import { mayTrustDevice, newTrustedDevice } from '../trusted-devices/trust-device.ts';
import { AMR_PASSKEY, AMR_PASSWORD, AMR_PASSWORD_AND_CODE } from './amr.ts';
import type { SignInFrom } from './notice-new-device.ts';
import type { SignedIn } from './session.ts';
import { type StartedSession, startSession } from './start-session.ts';

export type Proof =
  | { by: 'password'; email: string; password: string; visitor: Visitor }
  /** ProofOutcome by what the person did just now; the account is as it was read with that. */
  | { by: 'setup-link' | 'sign-up'; account: Account }
  /** `byCode`: a code of its second factor was accepted with the link. */
  | { by: 'password-link'; account: Account; byCode?: boolean }
  /** `code`: as typed beside the password; undefined: the page did not ask. */
  | { by: 'confirmation'; account: Account; code?: string | undefined }
  /** The second step, after the first one had the outcome `second-factor`. */
  | { by: 'code'; half: HalfSignedIn; code: string }
  | { by: 'passkey-after-password'; half: HalfSignedIn; passkey: PasskeyResponse }
  /** Whoever the passkey belongs to; `account`: the one that has to confirm who they are. */
  | { by: 'passkey'; passkey: PasskeyResponse }
  | { by: 'passkey-confirmation'; account: Account; passkey: PasskeyResponse }
  /** A leaving account was restored: `amr` of the whole sign-in that came before. */
  | { by: 'restoration'; account: Account; amr: readonly string[] };

export type SignInOutcome =
  /** `trustToken`: for the cookie of a device that is trusted from now on. */
  | ({ kind: 'signed-in'; trustToken?: string | undefined } & StartedSession)
  /** The first proof is right, and the account has a second factor. Nobody is signed in. */
  | { kind: 'second-factor'; account: Account }
  /** Everything is right, and the account is leaving: only its person can restore it. Nobody is signed in. */
  | { kind: 'leaving'; account: Account; amr: readonly string[] }
  /** `resting`: there were too many wrong codes in a row, and only a recovery code is accepted. */
  | { kind: 'wrong-code'; account: Account; resting: boolean }
  /** `accountId`: whose passkey it is; undefined: unknown. */
  | { kind: 'wrong-passkey'; accountId: string | undefined; reason: PasskeyRefusal }
  /**
   * The password is wrong, or the proof is no longer valid: the account was disabled or its sign-ins were ended since.
   * `accountId`: the account, for the log only; undefined: there is none.
   */
  | { kind: 'wrong'; accountId: string | undefined }
  /** The answer is the same for right and wrong passwords, and for right and wrong codes. */
  | Limited;

type Deps = VerifyPasswordDeps &
  CheckCodeDeps &
  CheckPasskeyDeps &
  Pick<Ports, 'sessions' | 'members' | 'trustedDevices' | 'leaving' | 'publish'>;
type Device = { persistent: boolean; network: string; from: SignInFrom; held: readonly SignedIn[] };
/**
 * `asksFactor`: an application asks for two factors, so that an account with a passkey uses it after its password. The
 * same where policy demands it.
 */
type Input = Device & { proof: Proof; asksFactor?: boolean | undefined; trust?: DeviceTrust | undefined };

/** What the browser brings along, and whether the person ticked the box that trusts it from now on. */
type DeviceTrust = { tokenHashes: readonly Buffer[]; asked: boolean };

/**
 * @param input.held who is signed in on the device already, in its order; when there is no room, the last one ends
 * @throws Unavailable when the store or the hasher cannot answer; a try is then not counted
 */
export async function signIn(deps: Deps, input: Input): Promise<SignInOutcome> {
  const outcome = await prove(deps, input);
  const { by } = input.proof;
  const attempt = { by, accountId: accountIn(outcome), result: resultOf(outcome), refusal: passkeyRefusalIn(outcome) };
  deps.publish({ kind: 'sign-in-attempted', ...attempt });
  return outcome;
}

/** The account whose proof it was, also when it was wrong; undefined when unknown. */
export function accountIn(outcome: SignInOutcome): string | undefined {
  if ('account' in outcome) return outcome.account.id;
  return outcome.kind === 'wrong' || outcome.kind === 'wrong-passkey' ? outcome.accountId : undefined;
}

/** Why a passkey or a code was refused, for the log. */
export function refusalIn(outcome: SignInOutcome): PasskeyRefusal | 'resting' | undefined {
  if (outcome.kind === 'wrong-code' && outcome.resting) return 'resting';
  return passkeyRefusalIn(outcome);
}

const passkeyRefusalIn = (outcome: SignInOutcome): PasskeyRefusal | undefined =>
  outcome.kind === 'wrong-passkey' ? outcome.reason : undefined;

/** The outcome in one word, for the log and for metrics. */
export function resultOf({ kind }: SignInOutcome): EventOf<'sign-in-attempted'>['result'] {
  if (kind === 'signed-in') return 'verified';
  return kind === 'wrong-code' || kind === 'wrong-passkey' ? 'wrong' : kind;
}

async function prove(deps: Deps, input: Input): Promise<SignInOutcome> {
  const { proof, asksFactor: _asks, trust: _trust, ...device } = input;
  const proven = await provenBy(deps, input);
  if (proven.kind !== 'proven') return proven;
  if (statusOf(proven.account) === 'leaving') return admitLeaving(deps, proven);
  const { account, amr, passkey, trustedId } = proven;
  const { from, network } = device;
  const made = (await trustsFromNowOn(deps, input, account))
    ? newTrustedDevice(deps, { account, userAgent: from.userAgent, network })
    : undefined;
  const trust = { usesId: trustedId, makes: made?.device };
  const started = await startSession(deps, { account, amr, passkey, trust, ...device });
  if (!started) {
    const accountId = account.id;
    // The trust ended a moment earlier.
    if (trustedId !== undefined) return { kind: 'second-factor', account };
    return passkey ? { kind: 'wrong-passkey', accountId, reason: 'outdated' } : { kind: 'wrong', accountId };
  }
  if (amr.includes('mfa')) await clearTries(deps, { account, from });
  return { kind: 'signed-in', trustToken: made?.token, ...started };
}

function provenBy(deps: Deps, input: Input): Promise<ProofOutcome | NotProven> | ProofOutcome {
  const { proof } = input;
  if (proof.by === 'restoration') return { kind: 'proven', account: proof.account, amr: proof.amr };
  return 'passkey' in proof ? provePasskey(deps, proof) : proveOtherwise(deps, { ...input, proof });
}

/** A whole sign-in of a leaving account starts no session. */
async function admitLeaving(deps: Deps, { account, amr, passkey }: ProofOutcome): Promise<SignInOutcome> {
  const { id: accountId, signInEpoch } = account;
  const isAdmitted = await deps.leaving.admit({ accountId, signInEpoch, passkey, now: deps.clock.now() });
  if (isAdmitted) return { kind: 'leaving', account, amr };
  return passkey ? { kind: 'wrong-passkey', accountId, reason: 'outdated' } : { kind: 'wrong', accountId };
}

/** Only the code of a sign-in can trust its device. */
const trustsFromNowOn = async (deps: Deps, { proof, trust, asksFactor = false }: Input, account: Account) =>
  trust?.asked === true && proof.by === 'code' && (await mayTrustDevice(deps, account, asksFactor));

type ProofOutcome = {
  kind: 'proven';
  account: Account;
  amr: readonly string[];
  passkey?: PasskeyUse;
  /** Of the trusted device that stood in for the second factor. */
  trustedId?: string;
};
type NotProven = Exclude<SignInOutcome, { kind: 'signed-in' }>;

async function proveOtherwise(deps: Deps, input: Input & { proof: OtherProof }): Promise<ProofOutcome | NotProven> {
  const { proof, asksFactor = false, from } = input;
  const first = await proveFirst(deps, proof);
  if (first.kind !== 'verified') return first;
  const { account, provenAt, code } = first;
  const hasCodes = (await deps.factors.find(account.id)) !== undefined;
  if (!hasCodes && proof.by === 'code') return { kind: 'wrong-code', account, resting: false };
  if (!hasCodes) {
    const asksPasskey = (asksFactor || (await isBoundByPolicy(deps, account))) && (await hasPasskey(deps, account.id));
    return asksPasskey ? { kind: 'second-factor', account } : { kind: 'proven', account, amr: methodsOf(proof) };
  }
  if (proof.by === 'password-link' && proof.byCode) return { kind: 'proven', account, amr: AMR_PASSWORD_AND_CODE };
  if (code === undefined) {
    const trusted = await trustedDevice(deps, input, account);
    return trusted
      ? { kind: 'proven', account, amr: AMR_PASSWORD, trustedId: trusted.id }
      : { kind: 'second-factor', account };
  }
  const checked = await checkCode(deps, { account, code, provenAt, afterPassword: true, from });
  if (checked.kind === 'limited') return checked;
  if (checked.kind !== 'right') return { kind: 'wrong-code', account, resting: checked.kind === 'resting' };
  return { kind: 'proven', account, amr: AMR_PASSWORD_AND_CODE };
}

/** The device, if it is trusted and its password was just given. It stands in for no factor that somebody asks for. */
async function trustedDevice(deps: Deps, { proof, trust, asksFactor = false }: Input, account: Account) {
  if (proof.by !== 'password' || !trust?.tokenHashes.length) return undefined;
  if (!(await mayTrustDevice(deps, account, asksFactor))) return undefined;
  return deps.trustedDevices.find(account.id, trust.tokenHashes, deps.clock.now());
}

/** An account that was just created without a password was created with a passkey. */
const methodsOf = (proof: OtherProof): readonly string[] =>
  proof.by === 'sign-up' && proof.account.passwordHash === undefined ? AMR_PASSKEY : AMR_PASSWORD;

type PasskeyProof = Extract<Proof, { passkey: unknown }>;
type OtherProof = Exclude<Proof, PasskeyProof | { by: 'restoration' }>;

async function provePasskey(deps: Deps, proof: PasskeyProof): Promise<ProofOutcome | NotProven> {
  const expected = await expectedOf(deps, proof);
  if (expected === 'ended') return { kind: 'wrong', accountId: 'half' in proof ? proof.half.accountId : undefined };
  const { account, purpose } = expected;
  const provenAt = 'half' in proof ? proof.half.provenAt : undefined;
  const checked = await checkPasskey(deps, { ...proof.passkey, purpose, account, provenAt });
  if (checked.kind === 'wrong') return { ...checked, kind: 'wrong-passkey' };
  const amr = purpose === 'second-step' ? [...AMR_PASSWORD, ...AMR_PASSKEY] : AMR_PASSKEY;
  return { kind: 'proven', account: checked.account, amr, passkey: checked.use };
}

/** Whose passkey it must be, and what its challenge was made for. `ended`: the first proof is no longer valid. */
async function expectedOf(deps: Deps, proof: PasskeyProof) {
  if (proof.by === 'passkey') return { account: undefined, purpose: 'sign-in' } as const;
  if (proof.by === 'passkey-confirmation') return { account: proof.account, purpose: 'confirm' } as const;
  const account = await halfSignedIn(deps, proof.half);
  return account ? ({ account, purpose: 'second-step' } as const) : 'ended';
}

/** The account of a first proof that is still valid. */
async function halfSignedIn(deps: Deps, { accountId, signInEpoch }: HalfSignedIn): Promise<Account | undefined> {
  const account = await deps.accounts.find(accountId);
  return account?.signInEpoch === signInEpoch && account.disabledAt === undefined ? account : undefined;
}

type FirstProof = { kind: 'verified'; account: Account; provenAt: number; code?: string | undefined };

async function proveFirst(
  deps: Deps,
  proof: OtherProof,
): Promise<FirstProof | Exclude<SignInOutcome, { account: Account }>> {
  const provenAt = deps.clock.now();
  switch (proof.by) {
    case 'password': {
      const verified = await verifyPassword(deps, proof);
      return verified.kind === 'verified' ? { ...verified, provenAt } : verified;
    }
    case 'code': {
      const { accountId, provenAt: since } = proof.half;
      const account = await halfSignedIn(deps, proof.half);
      return account ? { kind: 'verified', account, provenAt: since, code: proof.code } : { kind: 'wrong', accountId };
    }
    case 'confirmation':
      return { kind: 'verified', account: proof.account, provenAt, code: proof.code };
    default:
      return { kind: 'verified', account: proof.account, provenAt };
  }
}
