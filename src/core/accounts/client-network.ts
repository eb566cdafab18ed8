// The network a client comes from, as wrong passwords are counted (contract 10; case K16): IPv4 /24, IPv6 /64. Rotating
// addresses inside one, or writing an IPv4 address as an IPv6 one, gains nothing.

/**
 * @param address of the client, as the listener or a trusted proxy gives it. Text that is no address has one network of
 * its own: it is counted, never waved through.
 */
export function networkOf(address: string): string {
  const text = address.toLowerCase().replace(/%.*$/, '');
  const v4 = /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(text);
  if (v4?.[1]) return `${v4[1]}.0/24`;
  if (!text.includes(':') || !URL.canParse(`http://[${text}]`)) return 'unknown';
  // URL parsing writes an IPv6 address in its one canonical form (RFC 5952).
  const groups = expandGroups(new URL(`http://[${text}]`).hostname.slice(1, -1));
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return `${(groups[6] ?? 0) >> 8}.${(groups[6] ?? 0) & 255}.${(groups[7] ?? 0) >> 8}.0/24`;
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight numbers of a canonical IPv6 address. */
function expandGroups(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const front = numbers(head);
  const back = numbers(tail ?? '');
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back];
}
