// An owner sets or removes the logo of an application. Like every edit, it is stored only over the version that was
// checked, so that preconditions hold (case N9).

import type { Fault } from '../../ground/fault.ts';
import { checkLogo, type Logo } from '../../ground/logos/logo.ts';
import type { LogoType } from '../../ground/logos/logo-image.ts';
import { Unavailable } from '../../ground/unavailable.ts';
import type { Application } from '../applications/application.ts';
import { MAX_TRIES } from '../applications/edit-application.ts';
import { type Caller, findApplication } from '../applications/find-application.ts';
import type { Ports } from '../ports.ts';

type Deps = Pick<Ports, 'applications' | 'members' | 'logos' | 'clock'>;
type Target = {
  caller: Caller;
  applicationId: string;
  /** May throw to refuse (a precondition that failed). */
  allow?: (current: Application) => void;
};

export type LogoEdit = { kind: 'set'; logo: Logo } | { kind: 'refused'; faults: readonly Fault[] } | { kind: 'gone' };

/** @throws Unavailable; what `allow` throws */
export async function setLogo(
  deps: Deps,
  { mediaType, image, ...target }: Target & { mediaType: LogoType; image: Buffer },
): Promise<LogoEdit> {
  const { logo, faults } = checkLogo(mediaType, image);
  if (faults.length > 0) {
    // Preconditions come first (contract 3, order of checks).
    const current = await findApplication(deps, { caller: target.caller, id: target.applicationId, need: 'change' });
    if (!current) return { kind: 'gone' };
    target.allow?.(current);
    return { kind: 'refused', faults };
  }
  const isSet = await edit(deps, target, (id, change) => deps.logos.put(id, logo, change));
  return isSet ? { kind: 'set', logo } : { kind: 'gone' };
}

/** False: the application is gone, is not the caller's to change, or has no logo. @throws as `setLogo` does */
export const removeLogo = (deps: Deps, target: Target): Promise<boolean> =>
  edit(deps, { ...target, onlyWithLogo: true }, (id, change) => deps.logos.remove(id, change));

async function edit(
  deps: Deps,
  { caller, applicationId, allow, onlyWithLogo = false }: Target & { onlyWithLogo?: boolean },
  write: (id: string, change: { fromVersion: number; now: number }) => Promise<boolean>,
): Promise<boolean> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const current = await findApplication(deps, { caller, id: applicationId, need: 'change' });
    if (!current || (onlyWithLogo && current.logoHash === undefined)) return false;
    allow?.(current);
    // Advances even when two edits share a millisecond, as in every edit.
    const now = Math.max(deps.clock.now(), current.updatedAt + 1);
    if (await write(current.id, { fromVersion: current.version, now })) return true;
  }
  throw new Unavailable('Too many edits of one application at once');
}
