// Somebody chooses or changes a username (contract 2, "Username"): a person their own, an operator anybody's. Whether
// it is taken, was another's once or is reserved gets one answer, and tries are counted: nobody learns who has an
// account.

import type { Account } from '../accounts/account.ts';
import { findAccount } from '../accounts/administer-accounts.ts';
import { formFault } from '../accounts/form-faults.ts';
import type { EventOf } from '../events/domain-event.ts';
import type { Fault } from '../fault.ts';
import { countedTry } from '../limits/counted-try.ts';
import type { Ports } from '../ports.ts';
import type { SignedIn } from '../sessions/session.ts';
import { ConfirmationNeeded, proofOf } from '../sessions/session-proof.ts';
import { Unavailable } from '../unavailable.ts';
import { isReserved, readUsername } from './username.ts';
import { USERNAME_FIELD } from './username-field.ts';
import { findUsernameKey } from './username-key.ts';
import type { Taken, Taking } from './username-store.ts';

export const MAX_CHANGES = 3;
const CHANGES_WITHIN_MS = 365 * 24 * 60 * 60 * 1000;
const TRIES = 30;
const TRIES_WITHIN_MS = 60 * 60 * 1000;

type TakingDeps = Pick<Ports, 'usernames' | 'sealedValues' | 'secrets' | 'clock' | 'rules' | 'publish'>;

export type TakenUsername =
  | { kind: 'taken'; first: boolean }
  | { kind: 'unchanged' }
  /** `retryAfterSeconds`: too many names were tried. */
  | { kind: 'refused'; faults: Fault[]; retryAfterSeconds?: number }
  /** Only of a first name: the account has got one meanwhile, or its session has ended. */
  | { kind: 'stale' }
  /** The account is gone. */
  | { kind: 'gone' };

/** How often the account may still change its name, and when again if not now (ms). */
export function changesLeft(
  { usernameChanges }: Pick<Account, 'usernameChanges'>,
  now: number,
): { left: number; againAt: number | undefined } {
  const recent = usernameChanges.filter((at) => at > now - CHANGES_WITHIN_MS);
  const left = Math.max(0, MAX_CHANGES - recent.length);
  return { left, againAt: left > 0 ? undefined : (recent.at(-MAX_CHANGES) ?? now) + CHANGES_WITHIN_MS };
}

/** Reads a typed name: as it is kept, or what is wrong with it by itself. */
export function checkUsername(typed: string | undefined): { name: string } | { fault: Fault } {
  const name = readUsername(typed ?? '');
  return name === undefined ? { fault: formFault([USERNAME_FIELD], 'username-malformed') } : { name };
}

/**
 * The person's own: a first name, or with `mayChange` another. A change is a dangerous act (contract 25).
 * @throws Unavailable; ConfirmationNeeded for a change
 */
export async function takeUsername(
  deps: TakingDeps & Pick<Ports, 'signInLimits'>,
  input: { signedIn: SignedIn; typed: string | undefined; mayChange: boolean },
): Promise<TakenUsername> {
  const { account, session } = input.signedIn;
  const read = checkUsername(input.typed);
  // What somebody mistyped says nothing about anybody, and counts for nothing.
  if ('fault' in read) return { kind: 'refused', faults: [read.fault] };
  const { name } = read;
  const buckets = [{ key: deps.secrets.mac('limit', 'username', account.id), limit: TRIES }];
  const tried = await countedTry(deps, { buckets, windowMs: TRIES_WITHIN_MS }, async () => {
    const now = deps.clock.now();
    const limit = input.mayChange ? { most: MAX_CHANGES, since: now - CHANGES_WITHIN_MS } : undefined;
    const by = { proof: proofOf(session, now), limit };
    return takeByKey(deps, { accountId: account.id, name, by, onlyOwn: isReserved(name, deps.rules.serviceName) });
  }).catch((error: unknown) => {
    if (error instanceof ConfirmationNeeded && !input.mayChange) return { kind: 'has-one' } as const;
    throw error;
  });
  return answerOf(deps, account.id, tried);
}

function answerOf(
  { publish }: Pick<Ports, 'publish'>,
  accountId: string,
  tried: Taken | { kind: 'limited'; retryAfterSeconds: number },
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
      const values = { until: tried.oldest + CHANGES_WITHIN_MS };
      return { kind: 'refused', faults: [formFault([USERNAME_FIELD], 'username-changes', values)] };
    }
    case 'limited': {
      requested('limited');
      const { retryAfterSeconds } = tried;
      const values = { minutes: Math.ceil(retryAfterSeconds / 60) };
      return { kind: 'refused', faults: [formFault([USERNAME_FIELD], 'username-tries', values)], retryAfterSeconds };
    }
    case 'other-key':
      throw new Unavailable('The username key is being changed');
  }
}

/** An operator has done it twice while this one looked: a third look would find the same. */
const MAX_LOOKS = 3;

async function takeByKey(
  deps: Pick<Ports, 'usernames' | 'sealedValues' | 'secrets' | 'clock'>,
  taking: Omit<Taking, 'nameKey' | 'sealedKey' | 'now'>,
): Promise<Taken> {
  let taken: Taken = { kind: 'other-key' };
  for (let look = 0; look < MAX_LOOKS && taken.kind === 'other-key'; look += 1) {
    const keyed = (await findUsernameKey(deps)).keyOf(taking.name);
    taken = await deps.usernames.take({ ...taking, ...keyed, now: deps.clock.now() });
  }
  return taken;
}

export type SetUsername =
  | { kind: 'set'; account: Account }
  | { kind: 'refused'; faults: Fault[] }
  | { kind: 'no-such-account' };

/**
 * An operator gives the account a name, reserved ones too, or takes it away. No number of changes limits operators.
 * @param typed undefined: none from now on; the name stays reserved for the account
 */
export async function setUsername(
  deps: TakingDeps & Pick<Ports, 'accounts'>,
  email: string,
  typed: string | undefined,
): Promise<SetUsername> {
  const read = typed === undefined ? undefined : checkUsername(typed);
  if (read && 'fault' in read) return { kind: 'refused', faults: [read.fault] };
  const account = await findAccount(deps, email);
  if (!account) return { kind: 'no-such-account' };
  if (read) {
    const taking = { accountId: account.id, name: read.name, by: 'operator' as const, onlyOwn: false };
    const answer = answerOf(deps, account.id, await takeByKey(deps, taking));
    if (answer.kind === 'refused') return answer;
  } else {
    await deps.usernames.clear(account.id, deps.clock.now());
  }
  const after = await deps.accounts.find(account.id);
  return after ? { kind: 'set', account: after } : { kind: 'no-such-account' };
}

/**
 * A new account with its first name, in one: neither is there without the other. @returns what is taken; empty: all is
 * made
 */
export async function insertNamedAccount(
  deps: Pick<Ports, 'usernames' | 'sealedValues' | 'secrets' | 'clock'>,
  account: Account & { username: string },
): Promise<Fault[]> {
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const keyed = (await findUsernameKey(deps)).keyOf(account.username);
    const made = await deps.usernames.insertAccount(account, keyed);
    if (made === 'created') return [];
    if (made === 'other-key') continue;
    return [
      ...(made.emailTaken ? [formFault(['email'], 'email-taken')] : []),
      ...(made.usernameTaken ? [formFault([USERNAME_FIELD], 'username-unavailable')] : []),
    ];
  }
  throw new Unavailable('The username key is being changed');
}
