// Tells internal addresses from those of the public internet (case N7): a URI that an owner registered must not make
// this server connect to its own network. IPv6 addresses must be in a public range, so that forms that embed an IPv4
// address (mapped, 6to4, Teredo, NAT64) are refused whatever they embed.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** IANA's special-purpose registry for IPv4, and addresses to which clouds give a meaning of their own. */
const INTERNAL_4 = readRanges(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Link-local: where clouds answer with a machine's credentials.
  '169.254.0.0/16',
  // Azure's platform: a public address that answers only within the virtual network.
  '168.63.129.16/32',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  // Multicast, reserved, broadcast.
  '224.0.0.0/3',
);

/** Global unicast (RFC 4291 2.4), except special purposes, Teredo, documentation and 6to4. */
const PUBLIC_6 = readRanges('2000::/3');
const EXCLUDED_6 = readRanges('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20');

/** @param address an IP address in any form that Node returns; any other text counts as internal */
export function isInternalAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return isIn(INTERNAL_4, ipaddr.IPv4.parse(address));
  // A zone (`fe80::1%eth0`) belongs to link-local addresses.
  if (family !== 6 || address.includes('%')) return true;
  const parsed = ipaddr.IPv6.parse(address);
  return !isIn(PUBLIC_6, parsed) || isIn(EXCLUDED_6, parsed);
}

type Ranges = readonly ReturnType<typeof ipaddr.parseCIDR>[];

function readRanges(...ranges: readonly string[]): Ranges {
  return ranges.map((range) => ipaddr.parseCIDR(range));
}

const isIn = (ranges: Ranges, address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  ranges.some((range) => address.match(range));
