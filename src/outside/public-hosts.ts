// Hosts of addresses that strangers gave, kept to the public internet (case N7): what is written as an IP address is
// looked at as it is written, and a name as it is resolved, in the very step whose result is connected to.
import { isIP, type LookupFunction } from 'node:net';
import { isInternalAddress } from './internal-address.ts';

export class InternalAddress extends Error {
  constructor(host: string) {
    super(`${host} is an internal address; the setting internal_deliveries would allow it`);
  }
}

/**
 * Nobody looks up an address that is written as one; `URL` has brought its spelling (octal, hex, one number) to the
 * usual.
 * @throws InternalAddress
 */
export function refuseInternalLiteral(uri: string): void {
  const host = new URL(uri).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isInternalAddress(host)) throw new InternalAddress(host);
}

/** Resolves to the public addresses of a name, and to nothing else. */
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
