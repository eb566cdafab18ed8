// The policy as the API returns it and `--json` prints it (contract 29).
import type { LivePolicy } from '../core/server/policy/live-policy.ts';
import { followedPolicy, isLogoKey, type LogoKey, policyKeys, policyMember } from '../core/server/policy/policy.ts';
import { serviceLogoPath } from '../core/server/policy/service-logo.ts';

/** `logo` → `logo_uri`: where the API tells its address. */
export const logoMember = (key: LogoKey): string => `${policyMember(key)}_uri`;

/**
 * `locked`: what cannot be changed here, and what gives it.
 * @param issuer public URL of the auth host, which serves the logo
 */
export function policyJson({ kinds, stored }: LivePolicy, issuer: string) {
  const values = followedPolicy(kinds, stored());
  const logoUri = (key: LogoKey) => {
    const path = serviceLogoPath(values[key]);
    return path === undefined ? null : issuer + path;
  };
  const locked = policyKeys(kinds).flatMap((key) => {
    const by = kinds[key].locked?.by;
    return by === undefined ? [] : [[policyMember(key), by] as const];
  });
  return {
    ...Object.fromEntries(
      policyKeys(kinds).map((key) =>
        isLogoKey(key) ? [logoMember(key), logoUri(key)] : [policyMember(key), values[key] ?? null],
      ),
    ),
    locked: Object.fromEntries(locked),
  };
}
