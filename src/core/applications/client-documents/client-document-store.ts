// Port: clients that nobody registered (contract 46), and the hosts that operators block.

import type { Actor } from '../../ground/acts/acting.ts';
import type { AdmittedDocuments } from '../../server/policy/admitted-documents.ts';
import type { Application } from '../applications/application.ts';

/** `keptUntil`, in ms: the document has to be fetched again then; undefined: the purge took what it said. */
export type StoredDocument = { applicationId: string; keptUntil: number | undefined };

/** Documents of one host. `people`: how many have a connection to one of them; `usedAt`: last fetch or token, in ms. */
export type ClientHost = {
  host: string;
  people: number;
  /** Undefined: there is no document of it any more. */
  usedAt: number | undefined;
  /** Undefined: it is not blocked. */
  blockedAt: number | undefined;
};

/** How long a document is kept after the last token, in ms. */
export const DOCUMENT_KEPT_MS = 30 * 86_400_000;

export interface ClientDocumentStore {
  /** @returns undefined: no client with this document came before */
  find(url: string): Promise<StoredDocument | undefined>;
  existsBlock(host: string): Promise<boolean>;
  /**
   * One intent: stores what the document says now. The application that its URL has already stays the same, with its
   * connections, and stays OFF if it is.
   * @param input `application`: as if it were new; `host`: of its URL
   * @returns `blocked`: the host is; nothing was stored. MUST hold when somebody blocks it at the same time
   */
  keep(input: { application: Application; host: string; keptUntil: number; now: number }): Promise<'kept' | 'blocked'>;
  /** Notes that the client got a token, once an hour at most. Does nothing for others. */
  noteToken(applicationId: string, now: number): Promise<void>;
  /** A host, whether there are documents of it or not. */
  findHost(host: string): Promise<ClientHost>;
  /** By host, after `after`. */
  listHosts(page: { after: string; limit: number }): Promise<ClientHost[]>;
  /**
   * One intent: no document of the host is taken, and its clients are switched OFF, so that codes and tokens end at
   * their next use.
   * @param by who acts; checked in the same intent; undefined: the command line
   * @returns false: it was blocked already
   * @throws ActRefused, ConfirmationNeeded
   */
  block(host: string, now: number, by?: Actor): Promise<boolean>;
  /**
   * One intent: the opposite. Clients that are `admitted` are switched ON; what has not expired works again.
   * @returns false: it was not blocked
   * @throws as `block`
   */
  unblock(host: string, admitted: AdmittedDocuments, now: number, by?: Actor): Promise<boolean>;
  /** One intent: switches ON the clients that are admitted, unless their host is blocked, and all others OFF. */
  settle(admitted: AdmittedDocuments, now: number): Promise<number>;
}
