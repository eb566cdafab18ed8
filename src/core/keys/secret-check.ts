// Whether the secret that the server was given is the one of its database. The first start leaves a value that only the
// secret opens; without it a wrong secret would be noticed by nobody until keys were encrypted with it (decision 24).
import type { Ports } from '../ports.ts';
import type { ServerSecrets } from '../secrets.ts';
import { type OpenedBy, openedBy } from './rewrap-signing-keys.ts';
import type { SealedValue } from './sealed-value-store.ts';

export const SECRET_CHECK = 'secret-check';
/** What stands in it is no secret: that it opens is all it says. */
const PLAIN = Buffer.from('latchkey');

type Deps = Pick<Ports, 'sealedValues' | 'secrets'>;

/** Which secret opens the stored value: neither, when the database was first used with another. */
export function checkOpenedBy({ secrets }: Pick<Ports, 'secrets'>, { sealed }: SealedValue): OpenedBy {
  const opened = secrets.open(SECRET_CHECK, SECRET_CHECK, sealed);
  if (!opened) return undefined;
  return opened.isCurrent ? 'current' : 'previous';
}

/**
 * Which secret is the database's. Where no value is stored yet, the signing keys are asked, and the current secret
 * becomes the database's unless it opens none of them. OF MANY FIRST STARTS WITH DIFFERENT SECRETS ONE SUCCEEDS.
 * @returns undefined: neither. @throws Unavailable
 */
export async function checkServerSecret(deps: Deps & Pick<Ports, 'keys' | 'clock'>): Promise<OpenedBy> {
  const known = await deps.sealedValues.find(SECRET_CHECK);
  if (known) return checkOpenedBy(deps, known);
  const keys = await deps.keys.list();
  if (keys.length > 0 && keys.every((key) => openedBy(deps, key) === undefined)) return undefined;
  await deps.sealedValues.insert({ name: SECRET_CHECK, sealed: seal(deps.secrets), createdAt: deps.clock.now() });
  // Another process may have been first, with another secret.
  const stored = await deps.sealedValues.find(SECRET_CHECK);
  return stored && checkOpenedBy(deps, stored);
}

/** Encrypts the value anew with the current secret, where the previous one opens it. @returns whether this call did. */
export async function rewrapSecretCheck(deps: Deps): Promise<boolean> {
  const known = await deps.sealedValues.find(SECRET_CHECK);
  if (!known || checkOpenedBy(deps, known) !== 'previous') return false;
  return deps.sealedValues.reseal(SECRET_CHECK, known.sealed, seal(deps.secrets));
}

/**
 * Makes the current secret the database's, whatever it was before: an operator says so who lost the other one.
 * @returns false: another process stored a value at the same moment, and that one stands
 */
export async function takeNewSecret(deps: Deps & Pick<Ports, 'clock'>): Promise<boolean> {
  const sealed = seal(deps.secrets);
  const known = await deps.sealedValues.find(SECRET_CHECK);
  if (known) return deps.sealedValues.reseal(SECRET_CHECK, known.sealed, sealed);
  return deps.sealedValues.insert({ name: SECRET_CHECK, sealed, createdAt: deps.clock.now() });
}

const seal = (secrets: ServerSecrets): Buffer => secrets.seal(SECRET_CHECK, SECRET_CHECK, PLAIN);
