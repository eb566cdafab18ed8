// Checks that the server's secret belongs to its database. The first start stores a value that only the secret
// decrypts. Without it, nobody would notice a wrong secret until keys were encrypted with it (decision 24).

import type { ServerSecrets } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';
import { type OpenedBy, openedBy } from './rewrap-signing-keys.ts';
import type { SealedValue } from './sealed-value-store.ts';

export const SECRET_CHECK = 'secret-check';
/** The content is not secret. All that matters is whether it can be decrypted. */
const PLAIN = Buffer.from('latchkey');

type Deps = Pick<Ports, 'sealedValues' | 'secrets'>;

/** Which secret decrypts the stored value. Undefined: neither, because the database was first used with another one. */
export function checkOpenedBy({ secrets }: Pick<Ports, 'secrets'>, { sealed }: SealedValue): OpenedBy {
  const opened = secrets.open(SECRET_CHECK, SECRET_CHECK, sealed);
  if (!opened) return undefined;
  return opened.isCurrent ? 'current' : 'previous';
}

/**
 * Which secret belongs to the database. When no value is stored yet, the current secret becomes the database's, unless
 * there are signing keys and no given secret decrypts any of them. OF MANY FIRST STARTS WITH DIFFERENT SECRETS, ONE
 * SUCCEEDS.
 * @param options.adopt false: a database without a value gets none, and `current` says that it could
 * @returns undefined when neither secret belongs to it
 * @throws Unavailable
 */
export async function checkServerSecret(
  deps: Deps & Pick<Ports, 'keys' | 'clock'>,
  { adopt = true } = {},
): Promise<OpenedBy> {
  const known = await deps.sealedValues.find(SECRET_CHECK);
  if (known) return checkOpenedBy(deps, known);
  const keys = await deps.keys.list();
  if (keys.length > 0 && keys.every((key) => openedBy(deps, key) === undefined)) return undefined;
  if (!adopt) return 'current';
  await deps.sealedValues.insert({ name: SECRET_CHECK, sealed: seal(deps.secrets), createdAt: deps.clock.now() });
  // Another process may have been first, with another secret.
  const stored = await deps.sealedValues.find(SECRET_CHECK);
  return stored && checkOpenedBy(deps, stored);
}

/** Encrypts the value with the current secret if the previous one decrypts it. @returns whether this call did */
export async function rewrapSecretCheck(deps: Deps): Promise<boolean> {
  const known = await deps.sealedValues.find(SECRET_CHECK);
  if (!known || checkOpenedBy(deps, known) !== 'previous') return false;
  return deps.sealedValues.reseal(SECRET_CHECK, known.sealed, seal(deps.secrets));
}

/**
 * Makes the current secret the database's, whatever it was before: for an operator who lost the other one.
 * @returns false: another process stored a value at the same moment, and that one stays
 */
export async function adoptNewSecret(deps: Deps & Pick<Ports, 'clock'>): Promise<boolean> {
  const sealed = seal(deps.secrets);
  const known = await deps.sealedValues.find(SECRET_CHECK);
  if (known) return deps.sealedValues.reseal(SECRET_CHECK, known.sealed, sealed);
  return deps.sealedValues.insert({ name: SECRET_CHECK, sealed, createdAt: deps.clock.now() });
}

const seal = (secrets: ServerSecrets): Buffer => secrets.seal(SECRET_CHECK, SECRET_CHECK, PLAIN);
