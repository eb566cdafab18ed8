// A signed-in person sets up one-time codes (contract 24). Nothing is stored until a correct code shows that their app
// has the secret: until then it travels, encrypted for this session, in the form. All other sessions end (decision 46).
import { formFault } from '../../ground/accounts/form-faults.ts';
import type { Fault } from '../../ground/fault.ts';
import { newOneTimeCodeSecret } from '../../ground/secrets.ts';
import { foldTypedCode } from '../../ground/typed-code.ts';
import { type ActedFrom, writeNotice } from '../../server/mail/write-mail.ts';
import type { Ports } from '../ports.ts';
import { keepSession } from '../sessions/end-sessions.ts';
import { placeOfForm, showOnce, storeSecret } from '../sessions/one-time-display.ts';
import type { SignedIn } from '../sessions/session.ts';
import type { SessionWithHandle } from '../sessions/start-session.ts';
import { hashRecoveryCodes, newRecoveryCodes } from './recovery-code.ts';
import { sealSecret } from './sealed-secret.ts';
import { enrolmentProof, methodsOnceEnrolled } from './second-factor-policy.ts';

/** What the page shows. `sealed` comes back with the form. */
export type Enrolment = { uri: string; secretText: string; sealed: string };

export type Enrolled =
  /** `opened`: this session under its new handle. */
  | { kind: 'enrolled'; opened: SessionWithHandle; recoveryCodes: readonly string[] }
  | { kind: 'refused'; enrolment: Enrolment; faults: Fault[] }
  /** The form is too old or another session's, or the account has one-time codes already. */
  | { kind: 'outdated' };

type Deps = Pick<
  Ports,
  'factors' | 'passkeys' | 'members' | 'oneTimeCodes' | 'secrets' | 'clock' | 'rules' | 'serviceName' | 'publish'
>;

/** The form is for whoever opened it. A secret that was left on a screen is worthless an hour later. */
const FORM_TTL_MS = 60 * 60 * 1000;

const labelOf = ({ session }: SignedIn) => `${session.id} ${session.signInEpoch}`;

/** The first page: a new secret. */
export function beginEnrolment(deps: Deps, signedIn: SignedIn): Enrolment {
  const made = Buffer.alloc(8);
  made.writeBigUInt64BE(BigInt(deps.clock.now()));
  const sealed = deps.secrets.seal('enrolment', labelOf(signedIn), Buffer.concat([made, newOneTimeCodeSecret()]));
  return readEnrolment(deps, signedIn, sealed.toString('base64url')) as Enrolment;
}

/** The same page again. Undefined: the form is too old or another session's. */
export function readEnrolment(deps: Deps, signedIn: SignedIn, sealed: string): Enrolment | undefined {
  const secret = secretIn(deps, signedIn, sealed);
  if (!secret) return undefined;
  const { serviceName, oneTimeCodes } = deps;
  const uri = oneTimeCodes.enrolmentUri(secret, { serviceName, email: signedIn.account.email });
  return { uri, secretText: oneTimeCodes.secretText(secret), sealed };
}

type KeepDeps = Pick<Ports, 'oneTimeDisplays' | 'secrets' | 'clock'>;

/** One for each session: its page has one enrolment at a time. */
const keptAt = (deps: KeepDeps, { session }: SignedIn, page: string) =>
  placeOfForm(deps, { sessionId: session.id, page }, 'enrolment');

/**
 * A form that needs a confirmation first, after which the page comes back with the secret that the person's app has
 * already. It waits with the server, because a secret does not travel in a URL.
 */
export async function keepEnrolment(deps: Deps & KeepDeps, signedIn: SignedIn, kept: { sealed: string; page: string }) {
  if (!secretIn(deps, signedIn, kept.sealed)) return;
  await storeSecret(deps, keptAt(deps, signedIn, kept.page), kept.sealed);
}

/** The first page, or the one that was kept. */
export async function continueEnrolment(deps: Deps & KeepDeps, signedIn: SignedIn, page: string): Promise<Enrolment> {
  const sealed = await showOnce(deps, keptAt(deps, signedIn, page));
  return (sealed && readEnrolment(deps, signedIn, sealed)) || beginEnrolment(deps, signedIn);
}

function secretIn({ secrets, clock }: Deps, signedIn: SignedIn, sealed: string): Buffer | undefined {
  const opened = secrets.open('enrolment', labelOf(signedIn), Buffer.from(sealed, 'base64url'))?.plain;
  const isFresh = opened && Number(opened.readBigUInt64BE()) > clock.now() - FORM_TTL_MS;
  return isFresh ? opened.subarray(8) : undefined;
}

/** @throws ConfirmationNeeded when the person has not confirmed lately who they are */
export async function enrolCodes(
  deps: Deps,
  input: { signedIn: SignedIn; sealed: string; code: string | undefined; from: ActedFrom },
): Promise<Enrolled> {
  const { signedIn, sealed, code, from } = input;
  const enrolment = readEnrolment(deps, signedIn, sealed);
  const secret = secretIn(deps, signedIn, sealed);
  if (!enrolment || !secret) return { kind: 'outdated' };
  const now = deps.clock.now();
  const step = code === undefined ? undefined : deps.oneTimeCodes.findStep(secret, foldTypedCode(code), now);
  if (step === undefined) {
    return { kind: 'refused', enrolment, faults: [formFault(['code'], code ? 'code-wrong' : 'code-missing')] };
  }
  const { account, session } = signedIn;
  const recoveryCodes = newRecoveryCodes();
  const amr = await methodsOnceEnrolled(deps, signedIn);
  const { keep, opened } = keepSession(signedIn);
  const enrolled = await deps.factors.enrol({
    accountId: account.id,
    fromEpoch: session.signInEpoch,
    keep,
    proof: await enrolmentProof(deps, signedIn, now),
    amr,
    sealedSecret: sealSecret(deps, account.id, secret),
    step,
    recoveryHashes: await hashRecoveryCodes(recoveryCodes),
    mail: writeNotice(deps, { kind: 'two-step-on', accountId: account.id, from }),
    now,
  });
  if (!enrolled) return { kind: 'outdated' };
  deps.publish({ kind: 'sessions-ended', accountId: account.id });
  deps.publish({ kind: 'mail-queued' });
  return { kind: 'enrolled', opened: { ...opened, session: { ...opened.session, amr } }, recoveryCodes };
}
