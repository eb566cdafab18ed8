// Signs in after the password was proven. Every handle of the device is new afterwards: one that was planted or
// overheard before is worth nothing (case K6). Others who are signed in on the device stay so; the same account goes on
// in its session, so that applications know it by the same `sid`.
import type { Account } from '../accounts/account.ts';
import type { Ports } from '../ports.ts';
import { hashSecret, newId, randomSecret } from '../secrets.ts';
import { ACCOUNTS_PER_DEVICE, type Session, type SignedIn } from './session.ts';
import { sessionExpiresAt } from './session-lifetimes.ts';

const USER_AGENT_CHARACTERS = 400;

type SessionInput = { account: Account; amr: readonly string[]; persistent: boolean; userAgent: string };

/** A session and the raw handle that opens it: the cookie's value, never stored. */
export type Opened = SignedIn & { handle: string };

/** The session, and the others that stay on the device, in their order. */
export type StartedSession = Opened & { others: readonly Opened[] };

/**
 * @param input.amr how the person proved who they are (RFC 8176)
 * @param input.held who is signed in on the device already, in its order; when there is no room, the last one ends.
 * @returns undefined when what the person proved is worth
 *   nothing any more: `account`, as it was read with the proof, was disabled or its sign-ins were ended since.
 */
export async function startSession(
  deps: Pick<Ports, 'sessions' | 'clock' | 'rules'>,
  input: SessionInput & { held: readonly SignedIn[] },
): Promise<StartedSession | undefined> {
  const { account, held } = input;
  const renewed = held.find((signedIn) => signedIn.account.id === account.id);
  const others = held.filter((signedIn) => signedIn !== renewed);
  const staying = others.slice(0, ACCOUNTS_PER_DEVICE - 1).map(withNewHandle);
  const { handle, session } = makeSession(deps, input);
  const id = await deps.sessions.start(session, {
    renews: renewed?.session,
    keeps: staying.map(({ from, opened }) => ({ handleHash: from, newHandleHash: opened.session.handleHash })),
    ends: others[ACCOUNTS_PER_DEVICE - 1]?.session,
  });
  if (id === undefined) return undefined;
  return { account, session: { ...session, id }, handle, others: staying.map(({ opened }) => opened) };
}

/** @returns `from`: the hash of the handle it has. */
export function withNewHandle({ account, session }: SignedIn): { from: Buffer; opened: Opened } {
  const handle = randomSecret();
  const opened = { account, session: { ...session, handleHash: hashSecret(handle) }, handle };
  return { from: session.handleHash, opened };
}

function makeSession(
  deps: Pick<Ports, 'clock' | 'rules'>,
  { account, amr, persistent, userAgent }: SessionInput,
): { handle: string; session: Session } {
  const handle = randomSecret();
  const now = deps.clock.now();
  const times = { persistent, createdAt: now, lastUsedAt: now };
  const session: Session = {
    ...times,
    id: newId(),
    handleHash: hashSecret(handle),
    accountId: account.id,
    signInEpoch: account.signInEpoch,
    authenticatedAt: now,
    amr,
    chosenAt: now,
    expiresAt: sessionExpiresAt(deps.rules, times),
    userAgent: userAgent.slice(0, USER_AGENT_CHARACTERS),
  };
  return { handle, session };
}
