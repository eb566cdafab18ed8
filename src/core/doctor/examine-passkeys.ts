// Checks passkeys: those of another relying party no longer sign anybody in (contract 23).
import { type Finding, fault, ok } from './finding.ts';

/** At the start, and for `doctor`. */
export const OTHER_RP_WARNING =
  'passkeys belong to another domain than this server has, so nobody can sign in with them';

/** @param elsewhere how many belong to another relying party; undefined: the database cannot be read */
export function examinePasskeys(elsewhere: number | undefined, rpId: string | undefined): Finding[] {
  if (elsewhere === undefined) return [];
  if (elsewhere > 0) {
    const fix =
      rpId === undefined
        ? 'set auth_url to the https URL that people used when they added them'
        : `set passkey_rp_id or auth_url to the domain from before, which is not ${rpId}; or tell people to add new ones`;
    return [fault('passkeys', `${elsewhere} ${OTHER_RP_WARNING}`, fix)];
  }
  if (rpId === undefined) return [ok('passkeys', 'not offered, because auth_url is neither https nor localhost')];
  return [ok('passkeys', `offered for ${rpId}`)];
}
