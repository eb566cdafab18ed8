// A person signs up where addresses must be verified (contract 21): the account is born with the code of a mail. For an
// address that has an account everything is the same, but the mail says so and has no code: neither pages nor, as far
// as hashing is concerned, time tell who has one.
import type { Account } from '../../ground/accounts/account.ts';
import { formFault } from '../../ground/accounts/form-faults.ts';
import type { Fault } from '../../ground/fault.ts';
import type { ClientAddress } from '../../ground/limits/client-address.ts';
import type { Limited } from '../../ground/limits/counted-try.ts';
import { hashSecret, newId } from '../../ground/secrets.ts';
import { countedMailRequest, mayRequestMailTo } from '../../server/mail/count-mail-request.ts';
import { type ActedFrom, actOf, writeMail } from '../../server/mail/write-mail.ts';
import { findByAddress } from '../../sign-in/accounts/find-by-address.ts';
import type { AnsweredChallenge } from '../../sign-in/passkeys/passkey-use.ts';
import { toPending } from '../../sign-in/passkeys/pending-passkey.ts';
import { toHashedForm } from '../../sign-in/passwords/password-rules.ts';
import { checkEmailDomain } from '../accounts/email-domains.ts';
import {
  checkNewAccountForm,
  checkPendingEmail,
  makeVerifiedAccount,
  type NewAccountForm,
} from '../accounts/new-account.ts';
import { countedSignUp, type SignedUp, signUp } from '../accounts/sign-up.ts';
import { mailAboutReserved } from '../email-changes/reserved-address.ts';
import type { Ports } from '../ports.ts';
import { codeMacs, codeOfLink, newProofSecrets, PROOF_TTL_MS, readCode } from './email-proof.ts';
import type { PendingSignUp } from './pending-sign-up-store.ts';

type Deps = Pick<
  Ports,
  | 'accounts'
  | 'pendingSignUps'
  | 'emailChanges'
  | 'signInLimits'
  | 'passwords'
  | 'secrets'
  | 'clock'
  | 'rules'
  | 'publish'
>;

/** The browser that signs up. */
export type Newcomer = ActedFrom & ClientAddress & { deviceId: string };

type StartedSignUp = { kind: 'pending' } | Exclude<SignedUp, { kind: 'created' }>;

/**
 * Where nobody has to verify an address, whoever comes after too many others does, if there is mail (contract 26).
 * @throws Unavailable when the store or the hasher cannot answer; the sign-up is then not counted
 */
export async function signUpOrProve(
  deps: Deps,
  form: NewAccountForm,
  from: Newcomer,
): Promise<SignedUp | StartedSignUp> {
  if (deps.rules.requireVerifiedEmail) return startSignUp(deps, form, from, countedStart);
  const signedUp = await signUp(deps, form, from);
  if (signedUp.kind !== 'limited' || deps.rules.mail === 'off') return signedUp;
  return startSignUp(deps, form, from, countedMailRequest);
}

/** Runs `start` within the limits that a sign-up counts for. */
type Counted = (deps: Deps, from: Newcomer, start: () => Promise<StartedSignUp>) => Promise<StartedSignUp>;

async function startSignUp(deps: Deps, form: NewAccountForm, from: Newcomer, counted: Counted): Promise<StartedSignUp> {
  if (!deps.rules.openRegistration) return { kind: 'closed' };
  const checked = await checkNewAccountForm(deps.rules, form);
  if (checked.kind === 'invalid') return { kind: 'refused', faults: checked.faults };
  const faults = checkEmailDomain(deps.rules, checked.address);
  if (faults.length > 0) return { kind: 'refused', faults };
  const { address, password, passkey: first, nickname, agreed } = checked;
  return counted(deps, from, async () => {
    const passwordHash = first ? '' : await deps.passwords.hash(toHashedForm(password), from);
    const known = await findByAddress(deps, address);
    const passkey = first && toPending(first.passkey);
    const pending = { ...address, passwordHash, passkey, nickname, agreed };
    const mayMail = await mayMailTo(deps, known, address.emailKey);
    const isStored = await insertPending(deps, pending, { known, mayMail, from, answered: first });
    return isStored ? { kind: 'pending' } : { kind: 'refused', faults: [formFault([], 'passkey-late')] };
  });
}

/** Mails that say that there is an account are fewer: two an hour tell its owner enough. */
const mayMailTo = (deps: Deps, known: Account | undefined, emailKey: string): Promise<boolean> =>
  mayRequestMailTo(deps, known?.emailKey ?? emailKey, known ? 'exists' : 'stranger');

/** It is a sign-up, and it requests a mail: both limits of the client hold (contract 10, 20). */
const countedStart = (deps: Deps, from: Newcomer, start: () => Promise<StartedSignUp>): Promise<StartedSignUp> =>
  countedSignUp(deps, from, async (uncount) => {
    const started = await countedMailRequest(deps, from, start);
    if (started.kind === 'limited') await uncount();
    return started;
  });

type SentAgain = { kind: 'sent' | 'gone' } | { kind: 'refused'; faults: Fault[] } | Limited;

/** Sends another code for the newest sign-up of the browser. `gone`: there is none, or registration was closed. */
export const sendSignUpCode = (deps: Deps, from: Newcomer): Promise<SentAgain> =>
  countedMailRequest(deps, from, async (): Promise<SentAgain> => {
    const pending = await findPendingSignUp(deps, from.deviceId);
    if (!pending) return { kind: 'gone' };
    const faults = faultsNow(deps, pending);
    if (faults.length > 0) return { kind: 'refused', faults };
    const known = await deps.accounts.findByEmailKey(pending.emailKey);
    const mayMail = await mayMailTo(deps, known, pending.emailKey);
    // A code that is not sent must not take the place of one that was.
    if (mayMail) await insertPending(deps, pending, { known, mayMail, from });
    return { kind: 'sent' };
  });

/** Closing registration ends what waits, also of somebody who was invited. */
export const findPendingSignUp = async (
  { pendingSignUps, clock, rules }: Pick<Deps, 'pendingSignUps' | 'clock' | 'rules'>,
  deviceId: string | undefined,
): Promise<PendingSignUp | undefined> =>
  deviceId !== undefined && rules.openRegistration
    ? pendingSignUps.findNewest(hashSecret(deviceId), clock.now())
    : undefined;

/** What is wrong with its address by now, told beside the code. */
const faultsNow = ({ rules }: Pick<Deps, 'rules'>, pending: PendingSignUp): Fault[] =>
  checkPendingEmail(rules, pending).map((fault) => ({ ...fault, path: ['code'] }));

/**
 * What the page of a link needs. `isHere`: the browser is the one that signed up; elsewhere the page shows the code.
 * Undefined: the link is of no use.
 */
export async function findSignUpLink(
  { pendingSignUps, secrets, clock, rules }: Deps,
  { token, deviceId }: { token: string | undefined; deviceId: string | undefined },
): Promise<{ token: string; email: string; code: string | undefined; isHere: boolean } | undefined> {
  if (token === undefined || !rules.openRegistration) return undefined;
  const pending = await pendingSignUps.findByToken(hashSecret(token), clock.now());
  if (!pending) return undefined;
  const { email, deviceHash, codeMac } = pending;
  const code = codeOfLink(secrets, { token, proof: { accountId: scopeOf(deviceHash), codeMac } });
  return { token, email, code, isHere: deviceId !== undefined && hashSecret(deviceId).equals(deviceHash) };
}

type Finished = { kind: 'created'; account: Account } | { kind: 'refused'; faults: Fault[] };

export async function finishSignUp(
  deps: Deps,
  { deviceId, code: typed }: { deviceId: string; code: string | undefined },
): Promise<Finished> {
  const code = readCode(typed);
  if (code === undefined) {
    return { kind: 'refused', faults: [formFault(['code'], typed?.trim() ? 'mailed-code-malformed' : 'code-missing')] };
  }
  const pending = await findPendingSignUp(deps, deviceId);
  const faults = pending ? faultsNow(deps, pending) : [];
  if (faults.length > 0) return { kind: 'refused', faults };
  const deviceHash = hashSecret(deviceId);
  return finish(deps, deviceHash, { codeMacs: codeMacs(deps.secrets, scopeOf(deviceHash), code) });
}

export const finishSignUpByLink = (
  deps: Deps,
  { deviceId, token }: { deviceId: string; token: string },
): Promise<Finished> => finish(deps, hashSecret(deviceId), { tokenHash: hashSecret(token) });

async function finish(deps: Deps, deviceHash: Buffer, by: By): Promise<Finished> {
  const now = deps.clock.now();
  const account = await deps.pendingSignUps.redeem({
    deviceHash,
    by,
    accountOf: (pending) => (isStillWelcome(deps, pending) ? accountOf(deps, pending, now) : undefined),
    now,
  });
  return account
    ? { kind: 'created', account }
    : { kind: 'refused', faults: [formFault(['code'], 'mailed-code-wrong')] };
}

/** Asked by the statement that creates the account: the rules may have changed a moment before. */
const isStillWelcome = ({ rules }: Pick<Deps, 'rules'>, pending: PendingSignUp): boolean =>
  rules.openRegistration && checkPendingEmail(rules, pending).length === 0;

type By = Parameters<Ports['pendingSignUps']['redeem']>[0]['by'];

/** What a code is good for: the sign-ups of one browser. */
const scopeOf = (deviceHash: Buffer): string => deviceHash.toString('base64url');

async function insertPending(
  deps: Deps,
  {
    email,
    emailKey,
    passwordHash,
    passkey,
    nickname,
    agreed,
  }: Omit<PendingSignUp, 'id' | 'deviceHash' | 'tokenHash' | 'codeMac' | 'createdAt' | 'expiresAt'>,
  {
    known,
    mayMail,
    from,
    answered,
  }: { known: Account | undefined; mayMail: boolean; from: Newcomer; answered?: AnsweredChallenge | undefined },
): Promise<boolean> {
  const deviceHash = hashSecret(from.deviceId);
  const { token, code, codeMac } = newProofSecrets(deps.secrets, scopeOf(deviceHash));
  const now = deps.clock.now();
  const times = { createdAt: now, expiresAt: now + PROOF_TTL_MS };
  const shared = { language: from.language, facts: actOf(deps, from), expiresAt: times.expiresAt };
  const written = known
    ? writeMail(deps, { kind: 'account-exists', to: { accountId: known.id }, ...shared })
    : ((await mailAboutReserved(deps, { emailKey, from })) ??
      writeMail(deps, { kind: 'sign-up-code', to: { email }, secrets: { token, code }, ...shared }));
  const mail = mayMail ? written : undefined;
  const proof = { tokenHash: mail && hashSecret(token), codeMac, ...times };
  // Its hour begins anew when the mail server has taken the mail with this id.
  const id = mail?.id ?? newId(deps.clock);
  const pending = { id, deviceHash, email, emailKey, passwordHash, passkey, nickname, agreed, ...proof };
  const isStored = await deps.pendingSignUps.insert(pending, mail, answered);
  if (isStored) deps.publish({ kind: 'mail-queued' });
  return isStored;
}

const accountOf = (
  deps: Pick<Ports, 'clock'>,
  { email, emailKey, passwordHash, passkey, nickname }: PendingSignUp,
  now: number,
): Account =>
  makeVerifiedAccount(deps, {
    id: passkey?.accountId,
    address: { email, emailKey, formerKey: undefined },
    passwordHash: passwordHash || undefined,
    nickname,
    role: 'user',
    origin: 'sign-up',
    now,
  });
