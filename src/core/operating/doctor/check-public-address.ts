// The public URL of the auth host, as a request that came over it shows it: for the operator's first steps.
import { isLoopback } from './examine-addresses.ts';
import { findProxyTrouble, type ProxyFacts, type ProxyTrouble } from './examine-proxy.ts';

/** `this-machine`: a loopback URL, which nobody else can open. */
export type PublicAddress = {
  url: string;
  reach: 'everybody' | 'this-machine';
  /** `unencrypted`: passwords travel in plain http. Undefined: all is well. */
  trouble: 'unencrypted' | ProxyTrouble | undefined;
};

export function checkPublicAddress(url: string, facts: ProxyFacts): PublicAddress {
  const reach = isLoopback(url) ? 'this-machine' : 'everybody';
  const isPlain = reach === 'everybody' && url.startsWith('http:');
  return { url, reach, trouble: isPlain ? 'unencrypted' : findProxyTrouble(facts) };
}
