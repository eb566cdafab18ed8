// Finds the client address that is counted (contract 1, `trust_proxy`; case K16). `X-Forwarded-For` is trusted only as
// far as trusted proxies wrote it, and an entry that is not an address ends the reading there: it never makes a request
// uncounted, and never gives the caller a fresh key.
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { ClientAddress } from '../../core/ground/limits/client-address.ts';
import type { OutcomeOf } from '../../core/ground/metrics/tally.ts';
import { isLoopbackAuthority, isLoopbackHost } from '../../protocol/host.ts';

const ADDRESS = Symbol('address');

type Source = OutcomeOf<'clientAddresses'>;

/** For connections whose address is no longer known. */
const UNKNOWN: ClientAddress = {
  ...{ address: 'unknown', network: 'unknown', site: 'unknown', whole: 'unknown' },
  isLocal: false,
};

/**
 * Returns a function that finds the client address of a request.
 * @param trustProxy addresses and CIDR ranges of proxies whose `X-Forwarded-For` is trusted
 * @param onFound called for each request with the source of its address
 * @param servesThisMachine whether the public URL is on loopback, so that nobody can reach the server from elsewhere
 */
export function createClientAddress(
  trustProxy: readonly string[],
  onFound: (source: Source) => void = () => {},
  servesThisMachine = false,
): (request: FastifyRequest) => ClientAddress {
  const find = createFinder(trustProxy, servesThisMachine);
  // Several limits may need the address of one request. It is kept on the request, so that one young-generation garbage
  // collection frees both.
  return (request: FastifyRequest & { [ADDRESS]?: ClientAddress }) => {
    request[ADDRESS] ??= find(request, onFound);
    return request[ADDRESS];
  };
}

/** Returns a function that finds the source of a request's address without counting it. */
export function createArrival(trustProxy: readonly string[]): (request: FastifyRequest) => Source | 'unknown' {
  const find = createFinder(trustProxy);
  return (request) => {
    let arrival: Source | 'unknown' = 'unknown';
    find(request, (source) => {
      arrival = source;
    });
    return arrival;
  };
}

/** What a proxy adds, of whatever kind. */
const ADDED_BY_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/**
 * Not where any sign of a proxy is there: one on the same machine that does not say whom it serves would make everybody
 * local.
 */
const isDirect = ({ headers }: FastifyRequest, peer: Address): boolean =>
  isLoopbackHost(peer.v6 ? `[${peer.v6}]` : peer.text) &&
  isLoopbackAuthority(headers.host ?? String(headers[':authority'] ?? '')) &&
  ADDED_BY_PROXIES.every((name) => headers[name] === undefined);

function createFinder(trustProxy: readonly string[], servesThisMachine = false) {
  const trusted = trustProxy.map(toRange);
  const isTrusted = ({ text, v6 }: Address) => {
    const address = v6 ?? mapped(ipaddr.IPv4.parse(text));
    return trusted.some((range) => address.match(range));
  };
  return (request: FastifyRequest, onFound: (source: Source) => void): ClientAddress => {
    const peer = readAddress(request.raw.socket.remoteAddress ?? '');
    if (peer === undefined) return UNKNOWN;
    const forwarded = request.headers['x-forwarded-for'];
    if (trustProxy.length === 0 || forwarded === undefined) {
      onFound(forwarded === undefined ? 'direct' : 'unbelieved');
      return toClientAddress(peer, servesThisMachine && isDirect(request, peer));
    }
    const address = nearestUntrusted(peer, String(forwarded).split(','), isTrusted);
    onFound(address.text === peer.text ? 'unbelieved' : 'forwarded');
    return toClientAddress(address);
  };
}

/** Walks from the peer towards the client for as long as a trusted proxy names the address before it. */
function nearestUntrusted(peer: Address, chain: string[], isTrusted: (address: Address) => boolean): Address {
  let address = peer;
  while (isTrusted(address)) {
    const before = readAddress(chain.pop()?.trim() ?? '');
    if (before === undefined) break;
    address = before;
  }
  return address;
}

/** An IPv4 address, as most are, stays text: parsing it would cost more than everything that is done with it. */
type Address = { text: string; v6: ipaddr.IPv6 | undefined };

/** Drops the zone; an IPv4-mapped address (`::ffff:203.0.113.7`, `::ffff:cb00:7107`) is IPv4. Undefined: invalid. */
function readAddress(sent: string): Address | undefined {
  const text = sent.replace(/%.*$/, '');
  // ipaddr.js also accepts `127.1` and `0x7f.0.0.1`.
  const version = isIP(text);
  if (version === 0) return undefined;
  if (version === 4) return { text, v6: undefined };
  const v6 = readIPv6(text);
  return v6.isIPv4MappedAddress() ? { text: v6.toIPv4Address().toString(), v6: undefined } : { text, v6 };
}

/**
 * `::192.0.2.1` is not a mapped address (RFC 4291 2.5.5), but ipaddr.js reads it as one unless the zeros are written.
 */
const readIPv6 = (text: string): ipaddr.IPv6 => ipaddr.IPv6.parse(text.replace(/^::(?=\d+\.)/, '0::'));

/** Reads an IPv4 range as a range of mapped addresses, so that every range covers both spellings. */
function toRange(range: string): [ipaddr.IPv6, number] {
  const [address = '', prefix] = range.replace(/%[^/]*/, '').split('/', 2);
  if (isIP(address) === 4) return [mapped(ipaddr.IPv4.parse(address)), 96 + Number(prefix ?? 32)];
  return [readIPv6(address), Number(prefix ?? 128)];
}

const mapped = ({ octets }: ipaddr.IPv4): ipaddr.IPv6 =>
  new ipaddr.IPv6([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, ...octets]);

function toClientAddress({ text, v6 }: Address, isLocal = false): ClientAddress {
  if (v6 === undefined) {
    const network = `${text.slice(0, text.lastIndexOf('.'))}.0/24`;
    return { address: text, network, site: network, whole: text, isLocal };
  }
  const groups = v6.parts.map((group) => group.toString(16));
  const network = `${groups.slice(0, 4).join(':')}::/64`;
  const site = `${groups.slice(0, 3).join(':')}::/48`;
  return { address: network, network, site, whole: v6.toString(), isLocal };
}
