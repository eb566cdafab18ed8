// Rotation by an operator (OpenID Connect Core 10.1.1): the next key signs at once when every client can know it,
// otherwise as soon as that is so. After a leak it signs at once in any case, and every older key is revoked.
import type { Ports } from '../ports.ts';
import {
  currentKey,
  earliestSigning,
  nextKey,
  nextNumber,
  PUBLISHED_AHEAD_MS,
  signsFromAfter,
} from './key-schedule.ts';
import { makeSigningKey } from './make-signing-key.ts';
import type { SigningAlgorithm, SigningKey } from './signing-key.ts';
import type { KeyRotation } from './signing-key-store.ts';

type Deps = Pick<Ports, 'keys' | 'clock' | 'secrets' | 'jwtCrypto' | 'rules'>;
type RotationRequest = { algorithm: SigningAlgorithm; revoke: boolean };

export type Rotated = {
  algorithm: SigningAlgorithm;
  /** The key that signs from `signsFrom` on. */
  to: SigningKey;
  /** The key after it. */
  next: SigningKey | undefined;
  /** Keys that were revoked since the call began. */
  revoked: readonly SigningKey[];
  /** False: the change was already as near as it can be, or another call has just made it. */
  changed: boolean;
};

/**
 * An attempt fails when another call changed the keys, which brings this request closer. This many failures are a bug.
 */
const MAX_ATTEMPTS = 5;

/** Undefined: the algorithm has no keys. @throws Unavailable */
export async function rotateSigningKeys(deps: Deps, request: RotationRequest): Promise<Rotated | undefined> {
  const first = await deps.keys.list();
  const leaked = currentKey(first, request.algorithm, deps.clock.now());
  const isRevoked = () => keys.find(({ id }) => id === leaked?.id)?.revokedAt !== undefined;
  let keys = first;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const plan = await planRotation(deps, keys, request);
    if (!plan) return undefined;
    const done = plan.change === undefined || (await deps.keys.rotate(plan.change));
    keys = await deps.keys.list();
    // A call that lost has what it asked for, because another one made the change, except while a leaked key still
    // signs.
    if (done || !request.revoke || isRevoked()) {
      return describe(first, keys, request.algorithm, plan, done);
    }
  }
  throw new Error(`The ${request.algorithm} keys were changed by others again and again`);
}

/** `number` is the number of the key to change to. No `change`: it signs as early as is safe already. */
type Plan = { number: number; change: KeyRotation | undefined };

async function planRotation(
  deps: Deps,
  keys: readonly SigningKey[],
  request: RotationRequest,
): Promise<Plan | undefined> {
  const { algorithm, revoke } = request;
  const now = deps.clock.now();
  const current = currentKey(keys, algorithm, now);
  if (!current) return undefined;
  const next = nextKey(keys, algorithm, now);
  if (!next || !canDecrypt(deps, next)) return planWithNewKeys(deps, keys, request, current);
  const signsFrom = revoke ? now : Math.min(next.signsFrom, earliestSigning(next, now));
  if (signsFrom === next.signsFrom && !revoke) return { number: next.number, change: undefined };
  const hasSuccessor = keys.some((key) => key.algorithm === algorithm && key.number > next.number);
  const after = {
    algorithm,
    number: next.number + 1,
    signsFrom: (createdAt: number) => signsFromAfter({ signsFrom }, createdAt, deps.rules),
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
 * There is no next key, or the secret that it was encrypted with is lost. When no key can sign now, the new one signs
 * at once.
 */
async function planWithNewKeys(
  deps: Deps,
  keys: readonly SigningKey[],
  { algorithm, revoke }: RotationRequest,
  current: SigningKey,
): Promise<Plan> {
  const atOnce = revoke || !canDecrypt(deps, current);
  const number = nextNumber(keys, algorithm);
  const to = await makeSigningKey(deps, {
    algorithm,
    number,
    signsFrom: (createdAt) => (atOnce ? createdAt : createdAt + PUBLISHED_AHEAD_MS),
  });
  const signsFrom = (createdAt: number) => signsFromAfter(to, createdAt, deps.rules);
  const made = [to, await makeSigningKey(deps, { algorithm, number: number + 1, signsFrom })];
  const revocation = revoke ? { belowNumber: number, at: to.createdAt } : undefined;
  return { number, change: { algorithm, schedule: undefined, made, revoke: revocation } };
}

const canDecrypt = ({ secrets }: Deps, key: SigningKey): boolean =>
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
  const activeIds = new Set(before.filter((key) => key.revokedAt === undefined).map((key) => key.id));
  const revoked = keys.filter((key) => key.revokedAt !== undefined && activeIds.has(key.id));
  const next = keys.find((key) => key.number > number && key.revokedAt === undefined);
  return { algorithm, to, next, revoked, changed: done && change !== undefined };
}
