// The policy as the API returns it and `--json` prints it (contract 29).
import type { LivePolicy } from '../core/policy/live-policy.ts';
import { followedPolicy, policyKeys, policyMember } from '../core/policy/policy.ts';
import { serviceLogoPath } from '../core/policy/service-logo.ts';

/**
 * `locked`: what cannot be changed here, and what gives it.
 * @param issuer public URL of the auth host, which serves the logo
 */
export function policyJson({ kinds, stored }: LivePolicy, issuer: string) {
  const values = followedPolicy(kinds, stored());
  const logoPath = serviceLogoPath(values.logo);
  const logoUri = logoPath === undefined ? null : issuer + logoPath;
  const locked = policyKeys(kinds).flatMap((key) => {
    const by = kinds[key].locked?.by;
    return by === undefined ? [] : [[policyMember(key), by] as const];
  });
  return {
    ...Object.fromEntries(
      policyKeys(kinds).map((key) =>
        key === 'logo' ? ['logo_uri', logoUri] : [policyMember(key), values[key] ?? null],
      ),
    ),
    locked: Object.fromEntries(locked),
  };
}
