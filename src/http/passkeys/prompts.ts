// What the pages' script asks the browser for (WebAuthn Level 3, 5.4 and 5.5), and how its answer is read from a form.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../core/ground/accounts/account.ts';
import { formFault } from '../../core/ground/accounts/form-faults.ts';
import type { Fault } from '../../core/ground/fault.ts';
import { CHALLENGE_TTL_MS, makeChallenge } from '../../core/sign-in/passkeys/challenge.ts';
import type { PasskeyResponse } from '../../core/sign-in/passkeys/check-passkey.ts';
import { usablePasskeys } from '../../core/sign-in/passkeys/has-passkey.ts';
import { PASSKEY_ALGORITHMS, type Passkey, userHandleIn, userHandleOf } from '../../core/sign-in/passkeys/passkey.ts';
import { readAnswer, readCredentialId } from '../../core/sign-in/passkeys/passkey-answer.ts';
import type { SignInOutcome } from '../../core/sign-in/sessions/sign-in.ts';
import type { PasskeyPrompt, PasskeySignal } from '../../views/page/passkey-prompt.ts';
import { browserOf } from '../browsers/browser-session.ts';
import { actedFrom } from '../browsers/visitor.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { formOf } from '../wire/request-parts.ts';

export const PASSKEYS_PATH = '/account/passkeys';
export const CHALLENGE_PATH = '/passkeys/challenge';

/** The field of a form with the answer of an authenticator. */
const PASSKEY_FIELD = 'passkey';

const descriptorOf = ({ credentialId, transports }: Passkey) => ({
  type: 'public-key',
  id: credentialId.toString('base64url'),
  ...(transports.length > 0 ? { transports } : {}),
});

const requestOptions = (rpId: string, allowed: readonly Passkey[]) => ({
  rpId,
  userVerification: 'required',
  timeout: CHALLENGE_TTL_MS,
  allowCredentials: allowed.map(descriptorOf),
});

/** On the sign-in page, for whoever it is: it says nothing about any account. Undefined: passkeys are not offered. */
export function signInPrompt({ ports }: Pick<AuthDeps, 'ports'>): PasskeyPrompt | undefined {
  const { passkeyRpId: rpId } = ports.rules;
  if (rpId === undefined) return undefined;
  return {
    kind: 'get',
    options: requestOptions(rpId, []),
    challengeHref: `${CHALLENGE_PATH}?for=sign-in`,
    autofill: true,
  };
}

/** For one of the account's passkeys. Undefined: it has none. */
export async function confirmPrompt({ ports }: AuthDeps, accountId: string): Promise<PasskeyPrompt | undefined> {
  const passkeys = await usablePasskeys(ports, accountId);
  const { passkeyRpId: rpId } = ports.rules;
  if (rpId === undefined || passkeys.length === 0) return undefined;
  return {
    kind: 'get',
    options: requestOptions(rpId, passkeys),
    challengeHref: `${CHALLENGE_PATH}?for=confirm`,
  };
}

/** The same after the right password. Nobody is signed in, so the page has the challenge itself. */
export async function secondStepPrompt(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
): Promise<PasskeyPrompt | undefined> {
  const prompt = await confirmPrompt(deps, accountId);
  if (!prompt) return undefined;
  const deviceId = browserOf(deps, request).device.ensure(reply);
  const challenge = makeChallenge(deps.ports, { purpose: 'second-step', deviceId, accountId });
  return { kind: 'get', options: prompt.options, challenge };
}

/** For one of these passkeys of the account, which takes a change of its address back. Undefined: there is none. */
export function takeBackPrompt(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { accountId, passkeys }: { accountId: string; passkeys: readonly Passkey[] },
): PasskeyPrompt | undefined {
  const { passkeyRpId: rpId } = deps.ports.rules;
  if (rpId === undefined || passkeys.length === 0) return undefined;
  const deviceId = browserOf(deps, request).device.ensure(reply);
  const challenge = makeChallenge(deps.ports, { purpose: 'take-back', deviceId, accountId });
  return { kind: 'get', options: requestOptions(rpId, passkeys), challenge };
}

/** For a new passkey of the account. Undefined: passkeys are not offered. */
export function addPrompt(
  { ports }: Pick<AuthDeps, 'ports'>,
  { id, email, profile }: Pick<Account, 'id' | 'email' | 'profile'>,
  existing: readonly Passkey[],
): PasskeyPrompt | undefined {
  const { passkeyRpId: rpId } = ports.rules;
  if (rpId === undefined) return undefined;
  return {
    kind: 'create',
    options: {
      ...creationOptions(rpId, ports.serviceName),
      user: { id: userHandleOf(id), name: email, displayName: profile.nickname ?? email },
      excludeCredentials: existing.map(descriptorOf),
    },
    challengeHref: `${CHALLENGE_PATH}?for=add`,
  };
}

/** For the passkey of an account that does not exist yet: its user comes with the challenge, its name from the form. */
export function signUpPrompt({ ports }: Pick<AuthDeps, 'ports'>): PasskeyPrompt | undefined {
  const { passkeyRpId: rpId } = ports.rules;
  if (rpId === undefined) return undefined;
  return {
    kind: 'create',
    options: creationOptions(rpId, ports.serviceName),
    challengeHref: `${CHALLENGE_PATH}?for=sign-up`,
  };
}

const creationOptions = (rpId: string, serviceName: string) => ({
  rp: { id: rpId, name: serviceName },
  pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  timeout: CHALLENGE_TTL_MS,
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
});

/**
 * What the browser should still list of the account. Authenticators list passkeys by user handle, and those that were
 * imported have others than the account's own.
 */
export function acceptedSignals(rpId: string, accountId: string, passkeys: readonly Passkey[]): PasskeySignal[] {
  const handles = new Set([userHandleOf(accountId), ...passkeys.map(userHandleIn)]);
  return [...handles].map((userId) => ({
    method: 'signalAllAcceptedCredentials',
    options: {
      rpId,
      userId,
      allAcceptedCredentialIds: passkeys
        .filter((passkey) => userHandleIn(passkey) === userId)
        .map(({ credentialId }) => credentialId.toString('base64url')),
    },
  }));
}

/** What no list of accepted ones says: this passkey was removed, and was the last with its user handle. */
export async function removedSignal(
  { ports }: Pick<AuthDeps, 'ports'>,
  credentialId: string | undefined,
): Promise<PasskeySignal | undefined> {
  const rpId = ports.rules.passkeyRpId;
  const id = credentialId === undefined ? undefined : readCredentialId(credentialId);
  // Anybody can write a link to the page.
  if (rpId === undefined || !id || (await ports.passkeys.findByCredential(id))) return undefined;
  return unknownCredential(rpId, id);
}

const unknownCredential = (rpId: string, credentialId: Buffer): PasskeySignal => ({
  method: 'signalUnknownCredential',
  options: { rpId, credentialId: credentialId.toString('base64url') },
});

/** Whether the form has the answer of an authenticator. */
export const hasPasskeyAnswer = (request: FastifyRequest): boolean => formOf(request).get(PASSKEY_FIELD) !== undefined;

type WrongPasskey = Pick<Extract<SignInOutcome, { kind: 'wrong-passkey' }>, 'reason'>;

/** One text for everything that is not the person's doing, and that trying again may help with. */
export function passkeyFaults({ reason }: WrongPasskey): Fault[] {
  if (reason === 'unknown') return [formFault([], 'passkey-unknown')];
  if (reason === 'backup-eligibility' || reason === 'counter') return [formFault([], 'passkey-changed')];
  return [formFault([], reason === 'challenge' || reason === 'outdated' ? 'passkey-late' : 'passkey-wrong')];
}

/** Tells the browser to list a passkey no longer that belongs to nobody here. */
export function unknownSignal(
  { ports }: Pick<AuthDeps, 'ports'>,
  { reason }: WrongPasskey,
  sent: PasskeyResponse | undefined,
): PasskeySignal | undefined {
  const rpId = ports.rules.passkeyRpId;
  return reason === 'unknown' ? forgetSignal(rpId, sent) : undefined;
}

/** Tells the browser to list the passkey no longer that it has just sent. */
export function forgetSignal(
  rpId: string | undefined,
  sent: Pick<PasskeyResponse, 'response'> | undefined,
): PasskeySignal | undefined {
  const answer = sent && readAnswer(sent.response);
  return rpId === undefined || !answer ? undefined : unknownCredential(rpId, answer.credentialId);
}

/** The answer in the request's form; undefined: it has none. */
export function passkeyIn(
  deps: AuthDeps,
  request: FastifyRequest,
  account?: Pick<Account, 'profile'>,
): PasskeyResponse | undefined {
  const response = formOf(request).get(PASSKEY_FIELD);
  if (response === undefined) return undefined;
  const { id: deviceId } = browserOf(deps, request).device;
  return { response, deviceId, from: actedFrom(deps, request, account) };
}
