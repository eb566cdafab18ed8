// Checks the proxy before the server, and `trust_proxy`: whether each client is counted by its own address. The facts
// come from a request through the public URL, as the running server saw it.
import type { OutcomeOf } from '../../ground/metrics/tally.ts';
import { type Finding, fault, findingOf, ok, warning } from './finding.ts';

/** How the request arrived. `unknown`: the server could not be asked, or another process received it. */
export type ProxyObservation = OutcomeOf<'clientAddresses'> | 'unknown';

export type ProxyFacts = {
  trustProxy: readonly string[];
  arrival: ProxyObservation;
  isProxied: boolean;
};

/** The public URL is https, but the server has no certificate: a proxy has one, and every request comes through it. */
export const isProxied = (settings: { authUrl: string; tlsCertificateFile: string | undefined }): boolean =>
  settings.authUrl.startsWith('https:') && settings.tlsCertificateFile === undefined;

/** Ranges with a shorter prefix hold more than one network's proxies. */
const MIN_PREFIX = { v4: 8, v6: 16 };

/**
 * What is wrong between clients and server. `range-too-wide`: clients there choose the address they are counted under ·
 * `not-trusted`: a proxy that `trust_proxy` does not name · `no-client-address`: the proxy does not tell it ·
 * `no-proxy`: one is trusted, and none is there · `unchecked`: nobody could say.
 */
export type ProxyTrouble = 'range-too-wide' | 'not-trusted' | 'no-client-address' | 'no-proxy' | 'unchecked';

export function findProxyTrouble({ trustProxy, arrival, isProxied }: ProxyFacts): ProxyTrouble | undefined {
  if (trustProxy.some(isWide)) return 'range-too-wide';
  if (arrival === 'unbelieved' || (isProxied && trustProxy.length === 0)) return 'not-trusted';
  if (arrival === 'direct' && isProxied) return 'no-client-address';
  if (arrival === 'direct' && trustProxy.length > 0) return 'no-proxy';
  return arrival === 'unknown' && trustProxy.length > 0 ? 'unchecked' : undefined;
}

const NAME_PROXY = 'set trust_proxy to the address of the proxy';

export const PROXY_FINDINGS = {
  'proxy-range-too-wide': fault(
    'proxy',
    'trust_proxy contains {range}: clients there can choose the address they are counted under',
    "set trust_proxy to the proxies' own addresses",
  ),
  'proxy-not-trusted': fault(
    'proxy',
    'the server is behind a proxy that is not in trust_proxy ({trusted}): all clients count as one network',
    NAME_PROXY,
  ),
  'proxy-none-trusted': fault(
    'proxy',
    'the server is behind a proxy that is not in trust_proxy (empty): all clients count as one network',
    NAME_PROXY,
  ),
  'proxy-no-client-address': fault(
    'proxy',
    'the proxy does not send the client address: all clients count as one network',
    'configure the proxy to set X-Forwarded-For',
  ),
  'proxy-none': warning(
    'proxy',
    'trust_proxy is set ({trusted}), but the public URL leads directly to the server',
    'remove trust_proxy',
  ),
  'proxy-unchecked': warning(
    'proxy',
    'trust_proxy could not be checked',
    'run this command while the server is running with ops_listen on',
  ),
  'proxy-trusted': ok('proxy', 'trusted: {trusted}'),
  'proxy-unused': ok('proxy', 'no proxy, and none is trusted'),
} as const;
const tell = findingOf(PROXY_FINDINGS);

export function examineProxy(facts: ProxyFacts): Finding {
  const trusted = facts.trustProxy.join(', ');
  switch (findProxyTrouble(facts)) {
    case 'range-too-wide':
      return tell('proxy-range-too-wide', { range: facts.trustProxy.find(isWide) ?? '' });
    case 'not-trusted':
      return trusted === '' ? tell('proxy-none-trusted') : tell('proxy-not-trusted', { trusted });
    case 'no-client-address':
      return tell('proxy-no-client-address');
    case 'no-proxy':
      return tell('proxy-none', { trusted });
    case 'unchecked':
      return tell('proxy-unchecked');
    case undefined:
      return facts.arrival === 'forwarded' ? tell('proxy-trusted', { trusted }) : tell('proxy-unused');
  }
}

function isWide(range: string): boolean {
  const [address = '', prefix] = range.split('/');
  if (prefix === undefined) return false;
  return Number(prefix) < (address.includes(':') ? MIN_PREFIX.v6 : MIN_PREFIX.v4);
}
