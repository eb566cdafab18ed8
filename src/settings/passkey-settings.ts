// Which relying party passkeys are created for (contract 23).
import { isIP } from 'node:net';
import type { SettingValues } from './schema.ts';

/**
 * The host of the auth URL. Undefined: passkeys are not offered, because browsers have none for this address: it is
 * neither https nor `localhost`, or an IP address.
 */
export function passkeyRpId({ authUrl }: Pick<SettingValues, 'authUrl'>): string | undefined {
  const { protocol, hostname } = new URL(authUrl);
  if (protocol !== 'https:' && hostname !== 'localhost') return undefined;
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : undefined;
}
