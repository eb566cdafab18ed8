// Which relying party passkeys are created for (contract 23).
import { isIP } from 'node:net';
import type { SettingValues } from '../schema/settings/settings.ts';
import type { SettingFault } from './fault.ts';
import type { Origins } from './secret-settings.ts';

/**
 * The relying party's id. Undefined: passkeys are not offered, because browsers have none for the auth URL: it is
 * neither https nor `localhost`, or an IP address.
 */
export function passkeyRpIdOf({
  authUrl,
  passkeyRpId,
}: Pick<SettingValues, 'authUrl' | 'passkeyRpId'>): string | undefined {
  const { protocol, hostname } = new URL(authUrl);
  if (protocol !== 'https:' && hostname !== 'localhost') return undefined;
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  return passkeyRpId ?? hostname;
}

/** Finds a relying party that no browser lets the auth URL use (WebAuthn Level 3, 5.1.3). */
export function passkeyFaults(values: Partial<SettingValues>, origins: Origins): SettingFault[] {
  const { authUrl, passkeyRpId } = values;
  if (authUrl === undefined || passkeyRpId === undefined) return [];
  const { hostname } = new URL(authUrl);
  if (hostname === passkeyRpId || hostname.endsWith(`.${passkeyRpId}`)) return [];
  const allowed = `${hostname}, the host of auth_url, or a domain above it`;
  return [{ key: origins('passkeyRpId'), found: JSON.stringify(passkeyRpId), allowed }];
}
