// Records which settings differ from those of the last start that was recorded (contract 61), by name alone. What they
// were is kept as keyed hashes, under a key that is encrypted together with them.

import { keyedHash, newHashKey } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';
import { type Act, SERVER } from './act.ts';

type Deps = Pick<Ports, 'sealedValues' | 'secrets' | 'clock'>;

const NAME = 'recorded-settings';

/** Hashes by the name of the setting, in hexadecimal. */
type Recorded = { key: string; hashes: Readonly<Record<string, string>> };

/** A start loses only to another start, which records the same or other settings. */
const MAX_TRIES = 5;

/** @param settings values as text, by name @returns the names that differ @throws Unavailable */
export async function recordSettings(
  { sealedValues, secrets, clock, recording }: Deps & { recording(act: Act): Pick<Ports, 'sealedValues'> },
  settings: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const known = await sealedValues.find(NAME);
    const opened = known && secrets.open(NAME, NAME, known.sealed)?.plain;
    const recorded: Recorded | undefined = opened && JSON.parse(opened.toString());
    const key = recorded ? Buffer.from(recorded.key, 'hex') : newHashKey();
    const hashes = Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [name, keyedHash(key, `${name}=${value}`).toString('hex')]),
    );
    const names = [...new Set([...Object.keys(hashes), ...Object.keys(recorded?.hashes ?? {})])];
    const changed = names.filter((name) => recorded && recorded.hashes[name] !== hashes[name]).sort();
    if (recorded && changed.length === 0) return [];
    const sealed = secrets.seal(NAME, NAME, Buffer.from(JSON.stringify({ key: key.toString('hex'), hashes })));
    const ports = recording({ actor: SERVER, action: 'settings', fields: changed }).sealedValues;
    const isStored = known
      ? await ports.reseal(NAME, known.sealed, sealed)
      : await ports.insert({ name: NAME, sealed, createdAt: clock.now() });
    if (isStored) return changed;
  }
  return [];
}

/** Encrypts them with the current secret. @returns how many values this call encrypted: 0 or 1 */
export async function rewrapSettings({
  sealedValues,
  secrets,
}: Pick<Ports, 'sealedValues' | 'secrets'>): Promise<number> {
  const known = await sealedValues.find(NAME);
  const opened = known && secrets.open(NAME, NAME, known.sealed);
  if (!known || !opened || opened.isCurrent) return 0;
  return (await sealedValues.reseal(NAME, known.sealed, secrets.seal(NAME, NAME, opened.plain))) ? 1 : 0;
}
