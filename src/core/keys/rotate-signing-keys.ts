// The change to the next key, brought forward by an operator (OpenID Connect Core 10.1.1): at once when every client
// can know the next key, otherwise as soon as that is so. After a leak it happens at once whatever clients know, and
// every older key is given up.
import type { Ports } from '../ports.ts';
import { currentKey, earliestChange, freeNumber, nextKey, PUBLISHED_AHEAD_MS, turnAfter } from './key-schedule.ts';
import { makeSigningKey } from './make-signing-key.ts';
import type { SigningAlgorithm, SigningKey } from './signing-key.ts';
import type { KeyRotation } from './signing-key-store.ts';

type Deps = Pick<Ports, 'keys' | 'clock' | 'secrets' | 'jwtCrypto' | 'rules'>;
type Wish = { algorithm: SigningAlgorithm; revoke: boolean };

export type Rotated = {
  algorithm: SigningAlgorithm;
  /** The key that is changed to; it signs from `signsFrom` on. */
  to: SigningKey;
  /** The one after it. */
  next: SigningKey | undefined;
  /** Given up meanwhile. */
  revoked: readonly SigningKey[];
  /** False: the change was as near already, or another call has just brought it. */
  changed: boolean;
};

/** Each look that another call made worthless brings the wish nearer; so many in a row are a bug. */
const MAX_LOOKS = 5;

/** Undefined: the algorithm has no keys. @throws Unavailable */
export async function rotateSigningKeys(deps: Deps, wish: Wish): Promise<Rotated | undefined> {
  const first = await deps.keys.list();
  const leaked = currentKey(first, wish.algorithm, deps.clock.now());
  const isGivenUp = () => keys.find(({ id }) => id === leaked?.id)?.revokedAt !== undefined;
  let keys = first;
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const plan = await planRotation(deps, keys, wish);
    if (!plan) return undefined;
    const done = plan.change === undefined || (await deps.keys.rotate(plan.change));
    keys = await deps.keys.list();
    // Who lost has what it wanted, for somebody else brought the change; but not while a leaked key still signs.
    if (done || !wish.revoke || isGivenUp()) {
      return describe(first, keys, wish.algorithm, plan, done);
    }
  }
  throw new Error(`The ${wish.algorithm} keys were changed by others again and again`);
}

/** `number`: of the key that is changed to. No change: it is as near as is safe. */
type Plan = { number: number; change: KeyRotation | undefined };

async function planRotation(deps: Deps, keys: readonly SigningKey[], wish: Wish): Promise<Plan | undefined> {
  const { algorithm, revoke } = wish;
  const now = deps.clock.now();
  const current = currentKey(keys, algorithm, now);
  if (!current) return undefined;
  const next = nextKey(keys, algorithm, now);
  if (!next || !isOpen(deps, next)) return planWithNewKeys(deps, keys, wish, current);
  const signsFrom = revoke ? now : Math.min(next.signsFrom, earliestChange(next, now));
  if (signsFrom === next.signsFrom && !revoke) return { number: next.number, change: undefined };
  const hasSuccessor = keys.some((key) => key.algorithm === algorithm && key.number > next.number);
  const after = {
    algorithm,
    number: next.number + 1,
    signsFrom: (createdAt: number) => turnAfter({ signsFrom }, createdAt, deps.rules),
  };
  return {
    number: next.number,
    change: {
      algorithm,
      schedule: { id: next.id, from: next.signsFrom, to: signsFrom },
      made: hasSuccessor ? [] : [await makeSigningKey(deps, after)],
      revoke: revoke ? { belowNumber: next.number, at: now } : undefined,
    },
  };
}

/**
 * No next key is there, or the secret it was encrypted with is lost. Where nothing can sign now, the new one signs at
 * once.
 */
async function planWithNewKeys(
  deps: Deps,
  keys: readonly SigningKey[],
  { algorithm, revoke }: Wish,
  current: SigningKey,
): Promise<Plan> {
  const atOnce = revoke || !isOpen(deps, current);
  const number = freeNumber(keys, algorithm);
  const to = await makeSigningKey(deps, {
    algorithm,
    number,
    signsFrom: (createdAt) => (atOnce ? createdAt : createdAt + PUBLISHED_AHEAD_MS),
  });
  const signsFrom = (createdAt: number) => turnAfter(to, createdAt, deps.rules);
  const made = [to, await makeSigningKey(deps, { algorithm, number: number + 1, signsFrom })];
  const given = revoke ? { belowNumber: number, at: to.createdAt } : undefined;
  return { number, change: { algorithm, schedule: undefined, made, revoke: given } };
}

const isOpen = ({ secrets }: Deps, key: SigningKey): boolean =>
  secrets.open('signing-key', key.id, key.sealedPrivateKey) !== undefined;

function describe(
  before: readonly SigningKey[],
  after: readonly SigningKey[],
  algorithm: SigningAlgorithm,
  { number, change }: Plan,
  done: boolean,
): Rotated {
  const keys = after.filter((key) => key.algorithm === algorithm);
  const to = keys.find((key) => key.number === number);
  if (!to) throw new Error(`The ${algorithm} key ${number} is gone`);
  const stood = new Set(before.filter((key) => key.revokedAt === undefined).map((key) => key.id));
  const revoked = keys.filter((key) => key.revokedAt !== undefined && stood.has(key.id));
  const next = keys.find((key) => key.number > number && key.revokedAt === undefined);
  return { algorithm, to, next, revoked, changed: done && change !== undefined };
}
