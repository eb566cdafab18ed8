// Whom the operator obliges to have a second factor, and where it is asked for (contract 24). The policy binds at use:
// each request decides anew, so that it also binds people who are signed in when it arrives.
import { acrOf } from '../../protocol/id-token.ts';
import { type Account, isStaff } from '../accounts/account.ts';
import type { Ports } from '../ports.ts';
import { METHODS_WITH_CODE } from '../sessions/methods.ts';
import type { SignedIn } from '../sessions/session.ts';
import { ConfirmationNeeded, proofOf, type SessionProof } from '../sessions/session-proof.ts';
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
  acrOf(session.amr) === '1' && (await isBoundByPolicy(deps, account)) ? METHODS_WITH_CODE : session.amr;

/** A mailed code is proof of the address for so long. */
const ADDRESS_PROVEN_FOR_MS = 60 * 60 * 1000;

/**
 * What a change of the factors needs: a session in which nobody has proven the factor that policy demands, and that the
 * account has, changes none. @throws ConfirmationNeeded
 */
export async function factorProof(deps: FactorDeps, signedIn: SignedIn, now: number): Promise<SessionProof> {
  if ((await lacksAt(deps, signedIn, 'console')) === 'step-up') throw new ConfirmationNeeded();
  return { ...proofOf(signedIn.session, now), role: signedIn.account.role };
}

/** What setting up a factor needs. @throws ConfirmationNeeded */
export async function enrolmentProof(deps: FactorDeps, signedIn: SignedIn, now: number): Promise<SessionProof> {
  return { ...(await factorProof(deps, signedIn, now)), ...(await firstFactorProof(deps, signedIn, now)) };
}

/**
 * What else the first factor needs: one that policy demands a mailed code, where there is mail, because otherwise
 * whoever has the password alone would choose the factor. An account that the policy binds in between, by another role
 * or by a membership, starts anew.
 */
async function firstFactorProof(
  deps: FactorDeps,
  { account }: SignedIn,
  now: number,
): Promise<Pick<SessionProof, 'addressProvenSince' | 'editsNothing'>> {
  const { mail, secondFactor } = deps.rules;
  if (mail === 'off' || (await hasFactor(deps, account.id))) return {};
  if (await isBoundByPolicy(deps, account)) return { addressProvenSince: now - ADDRESS_PROVEN_FOR_MS };
  return { editsNothing: secondFactor === 'owners' };
}

/** Whether the person has to prove the address by mail before they set up a factor. */
export async function mustProveAddress(deps: FactorDeps, signedIn: SignedIn, now: number): Promise<boolean> {
  const { addressProvenSince } = await firstFactorProof(deps, signedIn, now);
  return addressProvenSince !== undefined && (signedIn.session.addressProvenAt ?? 0) < addressProvenSince;
}
