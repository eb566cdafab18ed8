// Checks passkeys: those of another relying party no longer sign anybody in (contract 23).
import { type Finding, fault, findingOf, ok } from './finding.ts';

/** At the start, and for `doctor`. */
export const OTHER_RP_WARNING =
  'passkeys belong to another domain than this server has, so nobody can sign in with them';

export const PASSKEY_FINDINGS = {
  'passkeys-offered': ok('passkeys', 'offered for {rpId}'),
  'passkeys-not-offered': ok('passkeys', 'not offered, because auth_url is neither https nor localhost'),
  'passkeys-elsewhere': fault(
    'passkeys',
    `{count} ${OTHER_RP_WARNING}`,
    'set passkey_rp_id or auth_url to the domain from before, which is not {rpId}; or tell people to add new ones',
  ),
  'passkeys-unusable': fault(
    'passkeys',
    `{count} ${OTHER_RP_WARNING}`,
    'set auth_url to the https URL that people used when they added them',
  ),
} as const;
const tell = findingOf(PASSKEY_FINDINGS);

/** @param elsewhere how many belong to another relying party; undefined: the database cannot be read */
export function examinePasskeys(elsewhere: number | undefined, rpId: string | undefined): Finding[] {
  if (elsewhere === undefined) return [];
  if (rpId === undefined) {
    return [elsewhere > 0 ? tell('passkeys-unusable', { count: elsewhere }) : tell('passkeys-not-offered')];
  }
  return [elsewhere > 0 ? tell('passkeys-elsewhere', { count: elsewhere, rpId }) : tell('passkeys-offered', { rpId })];
}
