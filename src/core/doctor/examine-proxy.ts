// Checks the proxy before the server, and `trust_proxy`: whether each client is counted by its own address. The facts
// come from a request through the public URL, as the running server saw it.
import type { OutcomeOf } from '../metrics/tally.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

/** How the request arrived. `unknown`: the server could not be asked, or another process received it. */
export type Arrival = OutcomeOf<'clientAddresses'> | 'unknown';

export type ProxyFacts = {
  trustProxy: readonly string[];
  arrival: Arrival;
  isProxied: boolean;
};

/** The public URL is https, but the server has no certificate: a proxy has one, and every request comes through it. */
export const isProxied = (settings: { authUrl: string; tlsCertificateFile: string | undefined }): boolean =>
  settings.authUrl.startsWith('https:') && settings.tlsCertificateFile === undefined;

/** Ranges with a shorter prefix hold more than one network's proxies. */
const MIN_PREFIX = { v4: 8, v6: 16 };

export function examineProxy({ trustProxy, arrival, isProxied }: ProxyFacts): Finding {
  const wide = trustProxy.find(isWide);
  if (wide !== undefined) {
    return fault(
      'proxy',
      `trust_proxy contains ${wide}: clients there can choose the address they are counted under`,
      "set trust_proxy to the proxies' own addresses",
    );
  }
  if (arrival === 'unbelieved' || (isProxied && trustProxy.length === 0)) {
    const found = `the server is behind a proxy that is not in trust_proxy (${trustProxy.join(', ') || 'empty'}): all clients count as one network`;
    return fault('proxy', found, 'set trust_proxy to the address of the proxy');
  }
  if (arrival === 'direct' && isProxied) {
    return fault(
      'proxy',
      'the proxy does not send the client address: all clients count as one network',
      'configure the proxy to set X-Forwarded-For',
    );
  }
  if (arrival === 'direct' && trustProxy.length > 0) {
    return warning(
      'proxy',
      `trust_proxy is set (${trustProxy.join(', ')}), but the public URL leads directly to the server`,
      'remove trust_proxy',
    );
  }
  if (arrival === 'unknown' && trustProxy.length > 0) {
    return warning(
      'proxy',
      'trust_proxy could not be checked',
      'run this command while the server is running with ops_listen on',
    );
  }
  return ok('proxy', arrival === 'forwarded' ? `trusted: ${trustProxy.join(', ')}` : 'no proxy, and none is trusted');
}

function isWide(range: string): boolean {
  const [address = '', prefix] = range.split('/');
  if (prefix === undefined) return false;
  return Number(prefix) < (address.includes(':') ? MIN_PREFIX.v6 : MIN_PREFIX.v4);
}
