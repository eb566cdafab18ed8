// What applications need from outside.
import type { Ports as Below, Stores as StoresBelow } from '../people/ports.ts';
import type { ApiTokenStore } from './api-tokens/api-token-store.ts';
import type { ApiStore } from './apis/api-store.ts';
import type { EventStore } from './application-events/event-store.ts';
import type { ApplicationStore } from './applications/application-store.ts';
import type { ClientDocumentStore } from './client-documents/client-document-store.ts';
import type { DocumentFetcher } from './client-documents/document-fetcher.ts';
import type { RemoteKeySets } from './client-jwts/remote-key-sets.ts';
import type { SpentJwtStore } from './client-jwts/spent-jwt-store.ts';
import type { ClientSecretStore } from './client-secrets/client-secret-store.ts';
import type { ConnectionStore } from './connections/connection-store.ts';
import type { FailedRequestStore } from './failed-requests/failed-request-store.ts';
import type { LogoStore } from './logos/logo-store.ts';
import type { MachineTokenStore } from './machine-tokens/machine-token-store.ts';
import type { InvitationStore } from './members/invitation-store.ts';
import type { MemberStore } from './members/member-store.ts';
import type { ReceiptStore } from './receipts/receipt-store.ts';
import type { RefusedUriStore } from './refused-uris/refused-uri-store.ts';
import type { StatisticsStore } from './statistics/statistics-store.ts';

export type Stores = StoresBelow & {
  apiTokens: ApiTokenStore;
  machineTokens: MachineTokenStore;
  applications: ApplicationStore;
  clientSecrets: ClientSecretStore;
  clientDocuments: ClientDocumentStore;
  spentJwts: SpentJwtStore;
  logos: LogoStore;
  apis: ApiStore;
  members: MemberStore;
  invitations: InvitationStore;
  connections: ConnectionStore;
  receipts: ReceiptStore;
  statistics: StatisticsStore;
  refusedUris: RefusedUriStore;
  failedRequests: FailedRequestStore;
  events: EventStore;
};

export type Ports = Omit<Below, 'members'> &
  Stores & {
    /** The keys that applications publish. */
    /** Of applications that somebody registered, and of clients with a document, whose address anybody may choose. */
    keySets: Readonly<Record<'registered' | 'document', RemoteKeySets>>;
    /** Fetches documents of clients that nobody registered. */
    fetchDocument: DocumentFetcher;
  };
