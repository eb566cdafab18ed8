// What `trust_proxy` may name (contract 1).
import { isIP } from 'node:net';

/**
 * An address or a CIDR range. The range of all addresses is not allowed: any client could then name its own address.
 */
export function isProxyRange(value: string): boolean {
  const [address = '', prefix, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}
