// Somebody chooses or changes a username (contract 2, "Username"): a person their own, an operator anybody's. A name
// that is taken, was another's or is reserved gets the same answer, and tries are limited, so that nobody learns who
// has an account.

import type { Account } from '../../ground/accounts/account.ts';
import { formFault } from '../../ground/accounts/form-faults.ts';
import type { Actor, AuthorizedAct } from '../../ground/acts/acting.ts';
import { ConfirmationNeeded, proofOf } from '../../ground/acts/session-proof.ts';
import type { EventOf } from '../../ground/events/domain-event.ts';
import type { Fault } from '../../ground/fault.ts';
import { countedTry } from '../../ground/limits/counted-try.ts';
import { Unavailable } from '../../ground/unavailable.ts';
import type { NewMail } from '../../server/mail/mail-store.ts';
import type { SignedIn } from '../../sign-in/sessions/session.ts';
import type { Ports } from '../ports.ts';
import { isReserved, readUsername } from './username.ts';
import { USERNAME_FIELD } from './username-field.ts';
import { findUsernameKey } from './username-key.ts';
import type { TakeRequest, TakeResult } from './username-store.ts';

export const MAX_CHANGES = 3;
const CHANGE_WINDOW_MS = 365 * 24 * 60 * 60 * 1000;
const MAX_TRIES = 30;
const TRY_WINDOW_MS = 60 * 60 * 1000;

type TakeDeps = Pick<Ports, 'usernames' | 'sealedValues' | 'secrets' | 'clock' | 'rules' | 'livePolicy' | 'publish'>;

export type TakenUsername =
  | { kind: 'taken'; first: boolean }
  | { kind: 'unchanged' }
  /** `retryAfterSeconds`: too many usernames were tried. */
  | { kind: 'refused'; faults: Fault[]; retryAfterSeconds?: number }
  /** For a first name only: the account has taken one since, or its session has ended. */
  | { kind: 'stale' }
  /** The account is gone. */
  | { kind: 'gone' };

/** The number of changes that the account has left, and when the next one is possible if none (ms). */
export function changesLeft(
  { usernameChanges }: Pick<Account, 'usernameChanges'>,
  now: number,
): { left: number; againAt: number | undefined } {
  const recent = usernameChanges.filter((at) => at > now - CHANGE_WINDOW_MS);
  const left = Math.max(0, MAX_CHANGES - recent.length);
  return { left, againAt: left > 0 ? undefined : (recent.at(-MAX_CHANGES) ?? now) + CHANGE_WINDOW_MS };
}

/** Reads a typed name: the name as stored, or what is wrong with it. */
export function checkUsername(typed: string | undefined): { name: string } | { fault: Fault } {
  const name = readUsername(typed ?? '');
  return name === undefined ? { fault: formFault([USERNAME_FIELD], 'username-malformed') } : { name };
}

/**
 * Takes a first name for the person, or with `mayChange` another one. A change is a dangerous act (contract 25).
 * @throws Unavailable; ConfirmationNeeded for a change
 */
export async function takeUsername(
  deps: TakeDeps & Pick<Ports, 'signInLimits'>,
  input: { signedIn: SignedIn; typed: string | undefined; mayChange: boolean },
): Promise<TakenUsername> {
  const { account, session } = input.signedIn;
  const read = checkUsername(input.typed);
  // An invalid name tells nothing about anybody, so it does not count.
  if ('fault' in read) return { kind: 'refused', faults: [read.fault] };
  const { name } = read;
  const buckets = [{ key: deps.secrets.mac('limit', 'username', account.id), limit: MAX_TRIES }];
  const tried = await countedTry(deps, { buckets, windowMs: TRY_WINDOW_MS }, async () => {
    const now = deps.clock.now();
    const limit = input.mayChange ? { max: MAX_CHANGES, since: now - CHANGE_WINDOW_MS } : undefined;
    const proof = proofOf(session, now);
    return takeByKey(deps, () => {
      const by = { proof, limit, policyRevision: deps.livePolicy.revision() };
      return { accountId: account.id, name, by, onlyOwn: isReserved(name, deps.rules) };
    });
  }).catch((error: unknown) => {
    if (error instanceof ConfirmationNeeded && !input.mayChange) return { kind: 'has-one' } as const;
    throw error;
  });
  return toOutcome(deps, account.id, tried);
}

function toOutcome(
  { publish }: Pick<Ports, 'publish'>,
  accountId: string,
  tried: TakeResult | { kind: 'limited'; retryAfterSeconds: number },
): TakenUsername {
  const requested = (result: EventOf<'username-requested'>['result']) =>
    publish({ kind: 'username-requested', accountId, result });
  switch (tried.kind) {
    case 'taken':
      requested(tried.first ? 'taken' : 'changed');
      return tried;
    case 'unchanged':
    case 'gone':
      return tried;
    case 'has-one':
      return { kind: 'stale' };
    case 'unavailable':
      requested('unavailable');
      return { kind: 'refused', faults: [formFault([USERNAME_FIELD], 'username-unavailable')] };
    case 'too-many-changes': {
      requested('too-many-changes');
      const values = { until: tried.oldest + CHANGE_WINDOW_MS };
      return { kind: 'refused', faults: [formFault([USERNAME_FIELD], 'username-changes', values)] };
    }
    case 'limited': {
      requested('limited');
      const { retryAfterSeconds } = tried;
      const values = { minutes: Math.ceil(retryAfterSeconds / 60) };
      return { kind: 'refused', faults: [formFault([USERNAME_FIELD], 'username-tries', values)], retryAfterSeconds };
    }
    case 'other-key':
    case 'other-policy':
      throw new Unavailable('The username key is being changed');
  }
}

/** Each attempt that fails met an operator's change of the key or of the policy. A further one would meet it too. */
const MAX_ATTEMPTS = 3;

async function takeByKey(
  deps: Pick<Ports, 'usernames' | 'sealedValues' | 'secrets' | 'clock' | 'livePolicy'>,
  decide: () => Omit<TakeRequest, 'nameKey' | 'sealedKey' | 'now'>,
): Promise<TakeResult> {
  let taken: TakeResult = { kind: 'other-key' };
  for (let attempt = 0; attempt < MAX_ATTEMPTS && isOutdated(taken); attempt += 1) {
    if (taken.kind === 'other-policy') await deps.livePolicy.refresh();
    const key = await findUsernameKey(deps);
    const request = decide();
    taken = await deps.usernames.take({ ...request, ...key.keyOf(request.name), now: deps.clock.now() });
  }
  return taken;
}

const isOutdated = ({ kind }: TakeResult): boolean => kind === 'other-key' || kind === 'other-policy';

export type SetUsername =
  | { kind: 'set'; account: Account }
  | { kind: 'refused'; faults: Fault[] }
  | { kind: 'no-such-account' };

/**
 * An operator gives the account a name, also a reserved one, or takes it away. Operators have no limit of changes.
 * @param typed undefined: takes the name away; it stays reserved for the account
 * @param caller absent: the command line @throws ActRefused, ConfirmationNeeded
 */
export async function setUsernameOf(
  deps: TakeDeps & Pick<Ports, 'accounts'>,
  account: Pick<Account, 'id'> | undefined,
  typed: string | undefined,
  caller?: Actor,
): Promise<SetUsername> {
  const read = typed === undefined ? undefined : checkUsername(typed);
  if (read && 'fault' in read) return { kind: 'refused', faults: [read.fault] };
  if (!account) return { kind: 'no-such-account' };
  const acting = caller && ({ act: 'set-username', caller } as const);
  if (read) {
    const request = { accountId: account.id, name: read.name, by: 'operator' as const, acting, onlyOwn: false };
    const answer = toOutcome(deps, account.id, await takeByKey(deps, () => request));
    if (answer.kind === 'refused') return answer;
  } else {
    await deps.usernames.clear(account.id, deps.clock.now(), acting);
  }
  const after = await deps.accounts.find(account.id);
  return after ? { kind: 'set', account: after } : { kind: 'no-such-account' };
}

/**
 * Inserts an account and its first name, both or neither.
 * @returns input errors for what is taken; empty when the account was created
 */
export async function insertNamedAccount(
  deps: Pick<Ports, 'usernames' | 'sealedValues' | 'secrets' | 'clock' | 'rules'>,
  account: Account & { username: string },
  by?: AuthorizedAct,
  tell?: NewMail,
): Promise<Fault[]> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const keyed = (await findUsernameKey(deps)).keyOf(account.username);
    const isReservedName = isReserved(account.username, deps.rules);
    const made = await deps.usernames.insertAccount(account, { ...keyed, isReserved: isReservedName }, by, tell);
    if (made === 'created') return [];
    if (made === 'other-key') continue;
    return [
      ...(made.emailTaken ? [formFault(['email'], 'email-taken')] : []),
      ...(made.usernameTaken ? [formFault([USERNAME_FIELD], 'username-unavailable')] : []),
    ];
  }
  throw new Unavailable('The username key is being changed');
}
