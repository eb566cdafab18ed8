// An owner gives an application a logo, or takes it away. It is an edit like any other: kept only on top of what was
// looked at, so that preconditions hold (case N9).

import type { Application } from '../applications/application.ts';
import { MAX_TRIES } from '../applications/edit-application.ts';
import { type Caller, findApplication } from '../applications/find-application.ts';
import type { Fault } from '../fault.ts';
import type { Ports } from '../ports.ts';
import { Unavailable } from '../unavailable.ts';
import { checkLogo, type Logo } from './logo.ts';
import type { LogoType } from './logo-image.ts';

type Deps = Pick<Ports, 'applications' | 'members' | 'logos' | 'clock'>;
type Place = {
  caller: Caller;
  applicationId: string;
  /** May throw to refuse (a precondition that failed). */
  allow?: (current: Application) => void;
};

export type LogoEdit = { kind: 'set'; logo: Logo } | { kind: 'refused'; faults: readonly Fault[] } | { kind: 'gone' };

/** @throws Unavailable; what `allow` throws */
export async function setLogo(
  deps: Deps,
  { mediaType, image, ...place }: Place & { mediaType: LogoType; image: Buffer },
): Promise<LogoEdit> {
  const { logo, faults } = checkLogo(mediaType, image);
  if (faults.length > 0) {
    // Preconditions come first (contract 3, order of checks).
    const current = await findApplication(deps, { caller: place.caller, id: place.applicationId, need: 'change' });
    if (!current) return { kind: 'gone' };
    place.allow?.(current);
    return { kind: 'refused', faults };
  }
  const isSet = await edit(deps, place, (id, change) => deps.logos.put(id, logo, change));
  return isSet ? { kind: 'set', logo } : { kind: 'gone' };
}

/** False: the application is gone or not the caller's to change, or has no logo. @throws as `setLogo` does */
export const removeLogo = (deps: Deps, place: Place): Promise<boolean> =>
  edit(deps, { ...place, onlyWithLogo: true }, (id, change) => deps.logos.remove(id, change));

async function edit(
  deps: Deps,
  { caller, applicationId, allow, onlyWithLogo = false }: Place & { onlyWithLogo?: boolean },
  write: (id: string, change: { fromVersion: number; now: number }) => Promise<boolean>,
): Promise<boolean> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const current = await findApplication(deps, { caller, id: applicationId, need: 'change' });
    if (!current || (onlyWithLogo && current.logoHash === undefined)) return false;
    allow?.(current);
    // Moves on even where two edits share a millisecond, as every edit does.
    const now = Math.max(deps.clock.now(), current.updatedAt + 1);
    if (await write(current.id, { fromVersion: current.version, now })) return true;
  }
  throw new Unavailable('Too many edits of one application at once');
}
