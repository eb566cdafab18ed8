// Which addresses are not the public internet's (case N7): what an owner registered must not make this server speak to its
// own network. IPv6 is judged by what is public, so that forms that wrap an IPv4 address (mapped, 6to4, Teredo, NAT64) are
// refused whatever they wrap.
import { BlockList, isIP } from 'node:net';

/** IANA's special-purpose registry for IPv4, and what clouds give a meaning of their own. */
const INTERNAL_4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local: where clouds answer with a machine's credentials.
  ['169.254.0.0', 16],
  // Azure's platform: public by its number, and answered within the virtual network alone.
  ['168.63.129.16', 32],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved, broadcast.
  ['224.0.0.0', 3],
];

/** Global unicast (RFC 4291 2.4), without what is carved out of it: special purposes, Teredo, documentation, 6to4. */
const PUBLIC_6 = ['2000::', 3] as const;
const CARVED_OUT_6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const internal4 = new BlockList();
for (const [network, prefix] of INTERNAL_4) internal4.addSubnet(network, prefix, 'ipv4');
const public6 = new BlockList();
public6.addSubnet(...PUBLIC_6, 'ipv6');
const carvedOut6 = new BlockList();
for (const [network, prefix] of CARVED_OUT_6) carvedOut6.addSubnet(network, prefix, 'ipv6');

/** @param address an IP address in any spelling Node gives; what is none counts as internal */
export function isInternalAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return internal4.check(address, 'ipv4');
  // A zone (`fe80::1%eth0`) belongs to addresses of the link.
  if (family !== 6 || address.includes('%')) return true;
  return !public6.check(address, 'ipv6') || carvedOut6.check(address, 'ipv6');
}
