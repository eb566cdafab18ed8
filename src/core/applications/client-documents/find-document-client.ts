// Lets in a client that nobody registered (contract 46): by its document, as it is kept or as it is fetched now. What
// follows finds it as an application, by its `client_id` like any other.

import { admitsDocument } from '../../server/policy/admitted-documents.ts';
import { hostOfDocument, isDocumentUrl, mayBeDocumentUrl } from '../../server/policy/document-url.ts';
import type { Ports } from '../ports.ts';
import { type DocumentFault, readClientDocument } from './client-document.ts';
import { documentApplication } from './document-application.ts';
import { keptFor } from './kept-for.ts';

/**
 * `none`: this is no such `client_id`, or the feature is off · `known`: it is an application now · `not-listed`: the
 * setting does not take it · `blocked`: an operator blocked its host · `limited`: too many are fetched · `unreadable`:
 * it could not be fetched, and `reason` is a word for the log · `invalid`: it says what is not taken.
 */
export type FoundDocumentClient =
  | { kind: 'none' | 'known' | 'not-listed' | 'blocked' }
  | { kind: 'limited'; seconds: number }
  | { kind: 'unreadable'; reason: string }
  | { kind: 'invalid'; fault: DocumentFault };

const LAST_ONE_MS = 60 * 60_000;

type Deps = Pick<Ports, 'clientDocuments' | 'fetchDocument' | 'clock' | 'rules' | 'serviceName'>;

/**
 * @param input `network`: of whoever sent it, for whom a fetch counts; `takes`: `fresh`, or what is kept however old it
 *   is, or `fresh-or-last`: where none can be fetched the last one counts for an hour, as for keys (contract 40);
 *   `begins`: it begins a request, which is how a client comes for the first time
 * @throws Unavailable
 */
export async function findDocumentClient(
  deps: Deps,
  input: { clientId: string; network: string; takes: 'fresh' | 'fresh-or-last' | 'kept'; begins: boolean },
): Promise<FoundDocumentClient> {
  const { clientId: url, network, takes, begins } = input;
  const admitted = deps.rules.clientDocuments;
  if (!mayBeDocumentUrl(url) || admitted.length === 0 || !isDocumentUrl(url)) return { kind: 'none' };
  if (!admitsDocument(admitted, url)) return { kind: 'not-listed' };
  const host = hostOfDocument(url);
  const [isBlocked, kept] = await Promise.all([deps.clientDocuments.existsBlock(host), deps.clientDocuments.find(url)]);
  if (isBlocked) return { kind: 'blocked' };
  if (!kept && !begins) return { kind: 'none' };
  const keptUntil = kept?.keptUntil;
  const isWithin = (ms: number) => keptUntil !== undefined && deps.clock.now() < keptUntil + ms;
  if (isWithin(takes === 'kept' ? Number.POSITIVE_INFINITY : 0)) return { kind: 'known' };
  const fetched = await deps.fetchDocument(url, network);
  if (fetched.kind !== 'fetched' && takes === 'fresh-or-last' && isWithin(LAST_ONE_MS)) return { kind: 'known' };
  if (fetched.kind === 'limited') return fetched;
  if (fetched.kind === 'failed') return { kind: 'unreadable', reason: fetched.reason };
  const read = readClientDocument({ url, text: fetched.text, serviceName: deps.serviceName });
  if (read.kind === 'fault') return { kind: 'invalid', fault: read.fault };
  const application = documentApplication(url, read.document, deps.clock);
  const now = deps.clock.now();
  const stored = await deps.clientDocuments.keep({ application, host, keptUntil: now + keptFor(fetched, now), now });
  return { kind: stored === 'kept' ? 'known' : 'blocked' };
}
