// Starts a session after the person proved who they are. Every handle of the device is replaced: one that was planted
// or overheard before is worthless (case K6). Other accounts stay signed in on the device. The same account continues
// in its session, so that applications know it by the same `sid`.
import type { Account } from '../../ground/accounts/account.ts';
import { hashSecret, newId, randomSecret } from '../../ground/secrets.ts';
import type { PasskeyUse } from '../passkeys/passkey-use.ts';
import type { Ports } from '../ports.ts';
import { newDeviceOf, type SignInFrom } from './notice-new-device.ts';
import { MAX_ACCOUNTS_PER_DEVICE, type Session, type SignedIn } from './session.ts';
import { sessionExpiresAt } from './session-lifetimes.ts';
import type { TrustOfDevice } from './session-store.ts';

const MAX_USER_AGENT_CHARACTERS = 400;

type SessionInput = {
  account: Account;
  amr: readonly string[];
  persistent: boolean;
  network: string;
  from: SignInFrom;
  /** The passkey with which they proved it. */
  passkey?: PasskeyUse | undefined;
  trust?: TrustOfDevice | undefined;
};

/** A session and the raw handle that opens it: the cookie's value, which is never stored. */
export type SessionWithHandle = SignedIn & { handle: string };

/** The session, and the others that stay on the device, in their order. */
export type StartedSession = SessionWithHandle & { others: readonly SessionWithHandle[] };

/**
 * @param input.amr how the person proved who they are (RFC 8176)
 * @param input.held who is signed in on the device already, in its order; when there is no room, the last one ends
 * @returns undefined when the proof is no longer valid: `account`, as it was read with the proof, was disabled or its
 *   sign-ins were ended since
 */
export async function startSession(
  deps: Pick<Ports, 'sessions' | 'secrets' | 'clock' | 'rules' | 'publish'>,
  input: SessionInput & { held: readonly SignedIn[] },
): Promise<StartedSession | undefined> {
  const { account, held } = input;
  const renewed = held.find((signedIn) => signedIn.account.id === account.id);
  const others = held.filter((signedIn) => signedIn !== renewed);
  const staying = others.slice(0, MAX_ACCOUNTS_PER_DEVICE - 1).map(withNewHandle);
  const { handle, session } = makeSession(deps, input);
  const atHand = {
    renews: renewed?.session,
    keeps: staying.map(({ from, opened }) => ({ handleHash: from, newHandleHash: opened.session.handleHash })),
    ends: others[MAX_ACCOUNTS_PER_DEVICE - 1]?.session,
  };
  const newDevice = renewed ? undefined : newDeviceOf(deps, account, input.from);
  const id = await deps.sessions.start(session, atHand, input.passkey, newDevice, input.trust);
  if (id === undefined) return undefined;
  if (newDevice) deps.publish({ kind: 'mail-queued' });
  return { account, session: { ...session, id }, handle, others: staying.map(({ opened }) => opened) };
}

/** @returns `from`: the hash of the handle that the session has */
export function withNewHandle({ account, session }: SignedIn): { from: Buffer; opened: SessionWithHandle } {
  const handle = randomSecret();
  const opened = { account, session: { ...session, handleHash: hashSecret(handle) }, handle };
  return { from: session.handleHash, opened };
}

function makeSession(
  deps: Pick<Ports, 'clock' | 'rules'>,
  { account, amr, persistent, network, from, trust }: SessionInput,
): { handle: string; session: Session } {
  const handle = randomSecret();
  const now = deps.clock.now();
  const times = { persistent, createdAt: now, lastUsedAt: now };
  const session: Session = {
    ...times,
    id: newId(deps.clock),
    handleHash: hashSecret(handle),
    accountId: account.id,
    signInEpoch: account.signInEpoch,
    authenticatedAt: now,
    amr,
    byTrustedDevice: trust?.usesId !== undefined,
    chosenAt: now,
    expiresAt: sessionExpiresAt(deps.rules, times),
    userAgent: from.userAgent.slice(0, MAX_USER_AGENT_CHARACTERS),
    network,
  };
  return { handle, session };
}
