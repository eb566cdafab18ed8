// Restricts the hosts of registered URIs to the public internet (case N7). A literal IP address is checked as it is
// written, and a name when it is resolved, in the very lookup whose result is connected to.
import { isIP, type LookupFunction } from 'node:net';
import { isInternalAddress } from './internal-address.ts';

export class InternalAddress extends Error {
  constructor(host: string) {
    super(`${host} is an internal address; the setting internal_deliveries would allow it`);
  }
}

/**
 * A literal IP address is never looked up. `URL` has normalized its spelling (octal, hex, one number).
 * @throws InternalAddress
 */
export function refuseInternalLiteral(uri: string): void {
  const host = new URL(uri).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isInternalAddress(host)) throw new InternalAddress(host);
}

/** Wraps a lookup so that it returns only public addresses. */
export function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = typeof found === 'string' ? [] : found.filter(({ address }) => !isInternalAddress(address));
      const [first] = addresses;
      if (!first) return callback(new InternalAddress(hostname), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
