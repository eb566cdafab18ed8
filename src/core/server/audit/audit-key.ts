// The keys of the audit's seals: random, and encrypted with the server's secret. The last one makes new seals; an
// earlier one belongs to a secret that was lost, or verifies what it sealed.

import { newHashKey } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';

type Deps = Pick<Ports, 'sealedValues' | 'secrets' | 'clock'>;

export type AuditKey = { number: number; key: Buffer };

const nameOf = (number: number): string => `audit-key-${number}`;

/** Undefined: there is none, or neither secret decrypts it. */
export async function findAuditKey(
  deps: Pick<Ports, 'sealedValues' | 'secrets'>,
  number: number,
): Promise<Buffer | undefined> {
  const known = await deps.sealedValues.find(nameOf(number));
  return known && deps.secrets.open('audit-key', known.name, known.sealed)?.plain;
}

/** The number of the last key; 0: there is none. */
async function lastNumber({ sealedValues }: Pick<Ports, 'sealedValues'>): Promise<number> {
  for (let number = 0; ; number += 1) if (!(await sealedValues.find(nameOf(number + 1)))) return number;
}

async function addKey(deps: Deps, number: number): Promise<boolean> {
  const sealed = deps.secrets.seal('audit-key', nameOf(number), newHashKey());
  return deps.sealedValues.insert({ name: nameOf(number), sealed, createdAt: deps.clock.now() });
}

/** OF MANY FIRST CALLS, ONE CREATES THE KEY. Undefined: neither secret decrypts the last key. */
export async function currentAuditKey(deps: Deps): Promise<AuditKey | undefined> {
  let number = await lastNumber(deps);
  if (number === 0) {
    await addKey(deps, 1);
    number = 1;
  }
  const key = await findAuditKey(deps, number);
  return key && { number, key };
}

/**
 * Makes a new key where the secret of the last one was lost: what it sealed can no longer be verified.
 * @returns whether there is a new key
 */
export async function replaceAuditKey(deps: Deps): Promise<boolean> {
  const number = await lastNumber(deps);
  if (number === 0 || (await findAuditKey(deps, number))) return false;
  return addKey(deps, number + 1);
}

/** Encrypts every key with the current secret. May be repeated. @returns how many this call did */
export async function rewrapAuditKeys(deps: Pick<Ports, 'sealedValues' | 'secrets'>): Promise<number> {
  let rewrapped = 0;
  for (let number = 1; ; number += 1) {
    const known = await deps.sealedValues.find(nameOf(number));
    if (!known) return rewrapped;
    const opened = deps.secrets.open('audit-key', known.name, known.sealed);
    if (!opened || opened.isCurrent) continue;
    const sealed = deps.secrets.seal('audit-key', known.name, opened.plain);
    if (await deps.sealedValues.reseal(known.name, known.sealed, sealed)) rewrapped += 1;
  }
}
