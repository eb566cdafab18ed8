// Which client address is counted (contract 1, `trust_proxy`; case K16). `X-Forwarded-For` is believed only as far as
// trusted proxies wrote it, and an entry that is no address ends the reading there: it never makes a request uncounted,
// and never gives the caller a fresh key.
import { BlockList, isIP, isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { ClientAddress } from '../../core/accounts/client-address.ts';
import type { OutcomeOf } from '../../core/measures/tally.ts';

const ADDRESS = Symbol('address');

/** Of connections that have no address any more. */
const UNKNOWN: ClientAddress = { address: 'unknown', network: 'unknown', site: 'unknown' };

/**
 * Tells where a request comes from.
 * @param trustProxy addresses and CIDR ranges of proxies whose `X-Forwarded-For` is believed.
 * @param onFound told for each request where the address came from.
 */
export function createClientAddress(
  trustProxy: readonly string[],
  onFound: (source: OutcomeOf<'clientAddresses'>) => void = () => {},
): (request: FastifyRequest) => ClientAddress {
  const trusted = toBlockList(trustProxy);
  const isTrusted = (address: string) => trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  const find = (request: FastifyRequest): ClientAddress => {
    const peer = toPlainAddress(request.raw.socket.remoteAddress ?? '');
    if (peer === undefined) return UNKNOWN;
    const forwarded = request.headers['x-forwarded-for'];
    if (trustProxy.length === 0 || forwarded === undefined) {
      onFound(forwarded === undefined ? 'direct' : 'unbelieved');
      return toClientAddress(peer);
    }
    const address = nearestUntrusted(peer, String(forwarded).split(','), isTrusted);
    onFound(address === peer ? 'unbelieved' : 'forwarded');
    return toClientAddress(address);
  };
  // Several limits may ask about one request. Kept on it, so that both go with the next collection of young objects.
  return (request: FastifyRequest & { [ADDRESS]?: ClientAddress }) => {
    request[ADDRESS] ??= find(request);
    return request[ADDRESS];
  };
}

/** Walks from the peer towards the client, as long as trusted proxies tell who came before them. */
function nearestUntrusted(peer: string, chain: string[], isTrusted: (address: string) => boolean): string {
  let address = peer;
  while (isTrusted(address)) {
    const before = toPlainAddress(chain.pop()?.trim() ?? '');
    if (before === undefined) break;
    address = before;
  }
  return address;
}

function toBlockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/', 2);
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** Drops a zone; writes an IPv4-mapped address (`::ffff:203.0.113.7`, `::ffff:cb00:7107`) as IPv4. Undefined: no address. */
function toPlainAddress(text: string): string | undefined {
  const address = text.replace(/%.*$/, '');
  const version = isIP(address);
  if (version === 0) return undefined;
  if (version === 4) return address;
  const groups = toGroups(address);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : address;
}

/** @param address what `toPlainAddress` gave. */
function toClientAddress(address: string): ClientAddress {
  if (isIPv4(address)) {
    const network = `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
    return { address, network, site: network };
  }
  const groups = toGroups(address).map((group) => group.toString(16));
  const network = `${groups.slice(0, 4).join(':')}::/64`;
  return { address: network, network, site: `${groups.slice(0, 3).join(':')}::/48` };
}

/** The eight groups of an IPv6 address. */
function toGroups(address: string): number[] {
  // The URL parser writes a trailing IPv4 part as two groups.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [left = '', right] = canonical.split('::', 2);
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const head = read(left);
  const tail = right === undefined ? [] : read(right);
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}
