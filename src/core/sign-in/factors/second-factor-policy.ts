// Whom the operator obliges to have a second factor, and where it is asked for (contract 24). The policy binds at use:
// each request decides anew, so that it also binds people who are signed in when it arrives.
import { acrOf } from '../../../protocol/id-token.ts';
import { type Account, isStaff } from '../../ground/accounts/account.ts';
import { ConfirmationNeeded, proofOf, type SessionProof } from '../../ground/acts/session-proof.ts';
import type { Ports } from '../ports.ts';
import { AMR_PASSWORD_AND_CODE } from '../sessions/amr.ts';
import type { SignedIn } from '../sessions/session.ts';
import { hasFactor } from './has-factor.ts';

/** `console`: also the pages of operators · `account`: the account's own pages · `application`: signing in to one. */
export type PlaceOfUse = 'console' | 'account' | 'application';

type PolicyDeps = Pick<Ports, 'members' | 'rules'>;
type FactorDeps = PolicyDeps & Pick<Ports, 'factors' | 'passkeys'>;

/** Whether the place asks this account for a second factor. */
export async function demandsFactor(
  { members, rules: { secondFactor } }: PolicyDeps,
  { id, role }: Pick<Account, 'id' | 'role'>,
  place: PlaceOfUse,
): Promise<boolean> {
  if (secondFactor === 'everyone') return true;
  if (secondFactor === 'optional' || place !== 'console') return false;
  if (isStaff(role)) return true;
  return secondFactor === 'owners' && (role === 'owner' || (await members.editsAny(id)));
}

/** Whether any place asks it. The console asks everybody whom another place asks. */
export const isBoundByPolicy = (deps: PolicyDeps, account: Pick<Account, 'id' | 'role'>): Promise<boolean> =>
  demandsFactor(deps, account, 'console');

/** What a session lacks at a place: `step-up`: to prove the factor that the account has · `enrolment`: a factor. */
export async function lacksAt(
  deps: FactorDeps,
  { account, session }: SignedIn,
  place: PlaceOfUse,
): Promise<'step-up' | 'enrolment' | undefined> {
  if (acrOf(session.amr) === '2' || !(await demandsFactor(deps, account, place))) return undefined;
  return (await hasFactor(deps, account.id)) ? 'step-up' : 'enrolment';
}

/** The methods of a session whose person has set up one-time codes: a whole sign-in, where policy asked for it. */
export const methodsOnceEnrolled = async (
  deps: PolicyDeps,
  { account, session }: SignedIn,
): Promise<readonly string[]> =>
  acrOf(session.amr) === '1' && (await isBoundByPolicy(deps, account)) ? AMR_PASSWORD_AND_CODE : session.amr;

/** A mailed code is proof of the address for so long. */
export const ADDRESS_PROVEN_FOR_MS = 60 * 60 * 1000;

/**
 * What a change of the factors needs: a session in which the person has shown a factor that the account has. A mailed
 * code stands in for one, for whoever lost theirs, where policy binds nobody to have it. Where it does, the session
 * must also have two factors by then. @throws ConfirmationNeeded
 */
export async function factorProof(deps: FactorDeps, signedIn: SignedIn, now: number): Promise<SessionProof> {
  const { account, session } = signedIn;
  if ((await lacksAt(deps, signedIn, 'console')) === 'step-up') throw new ConfirmationNeeded();
  const mayProve = await mayProveAddressInstead(deps, signedIn);
  const orAddressProvenSince = mayProve ? now - ADDRESS_PROVEN_FOR_MS : undefined;
  const factorShown = { rpId: deps.rules.passkeyRpId, orAddressProvenSince };
  return { ...proofOf(session, now), role: account.role, factorShown };
}

/** What setting up a factor needs. @throws ConfirmationNeeded */
export async function enrolmentProof(deps: FactorDeps, signedIn: SignedIn, now: number): Promise<SessionProof> {
  return { ...(await factorProof(deps, signedIn, now)), ...(await firstFactorProof(deps, signedIn, now)) };
}

/**
 * What else an act needs that would give the account to somebody who knows its password, where policy demands a factor
 * that it lacks: a mailed code, where there is mail. So do the first factor, which whoever has the password alone would
 * choose, and a change of the address, to which the code for that factor is sent. An account that the policy binds in
 * between, by another role or by a membership, starts anew.
 */
export async function firstFactorProof(
  deps: FactorDeps,
  { account }: SignedIn,
  now: number,
): Promise<Pick<SessionProof, 'addressProvenSince' | 'role' | 'editsNothing'>> {
  const { mail, secondFactor } = deps.rules;
  const { role } = account;
  if (mail === 'off' || (await hasFactor(deps, account.id))) return {};
  if (await isBoundByPolicy(deps, account)) return { role, addressProvenSince: now - ADDRESS_PROVEN_FOR_MS };
  return { role, editsNothing: secondFactor === 'owners' };
}

/** Whether the address was proven in this session within the last hour. */
export const isAddressProven = ({ addressProvenAt = 0 }: SignedIn['session'], now: number): boolean =>
  addressProvenAt >= now - ADDRESS_PROVEN_FOR_MS;

/**
 * What a person who has confirmed who they are is asked for before they change factors: `factor`: to show one that the
 * account has · `address`: to prove it by mail, because there is none yet.
 */
export async function asksBeforeFactors(
  deps: FactorDeps,
  signedIn: SignedIn,
  now: number,
): Promise<'factor' | 'address' | undefined> {
  const { session, account } = signedIn;
  if (await mustProveAddress(deps, signedIn, now)) return 'address';
  if ((await lacksAt(deps, signedIn, 'console')) === 'step-up') return 'factor';
  if (session.factorSince !== undefined || !(await hasFactor(deps, account.id))) return undefined;
  const byMail = isAddressProven(session, now) && (await mayProveAddressInstead(deps, signedIn));
  return byMail ? undefined : 'factor';
}

/** Whether the person has to prove the address by mail before they set up a factor, or change the address. */
export async function mustProveAddress(deps: FactorDeps, signedIn: SignedIn, now: number): Promise<boolean> {
  const { addressProvenSince } = await firstFactorProof(deps, signedIn, now);
  return addressProvenSince !== undefined && !isAddressProven(signedIn.session, now);
}

/** Whether a mailed code may stand in for the factor that the account has. */
export const mayProveAddressInstead = async (deps: PolicyDeps, { account }: SignedIn): Promise<boolean> =>
  deps.rules.mail !== 'off' && !(await isBoundByPolicy(deps, account));
