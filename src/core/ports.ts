// Everything core needs from outside, in one list. A use case names the few ports it needs:
// `Pick<Ports, 'codes' | 'clock'>`.
import type { AccountDataStore } from './account-data/account-data-store.ts';
import type { AccountFileStore } from './account-files/account-file-store.ts';
import type { AccountStore } from './accounts/account-store.ts';
import type { ActivityStore } from './activities/activity-store.ts';
import type { ApiTokenStore } from './api-tokens/api-token-store.ts';
import type { ApiStore } from './apis/api-store.ts';
import type { EventStore } from './application-events/event-store.ts';
import type { ApplicationStore } from './applications/application-store.ts';
import type { Act } from './audit/act.ts';
import type { AuditStore } from './audit/audit-store.ts';
import type { PushedRequestStore } from './authorize/pushed-request-store.ts';
import type { AdmittedDocuments } from './client-documents/admitted-documents.ts';
import type { ClientDocumentStore } from './client-documents/client-document-store.ts';
import type { DocumentFetcher } from './client-documents/document-fetcher.ts';
import type { RemoteKeySets } from './client-jwts/remote-key-sets.ts';
import type { SpentJwtStore } from './client-jwts/spent-jwt-store.ts';
import type { ClientSecretStore } from './client-secrets/client-secret-store.ts';
import type { Clock } from './clock.ts';
import type { ConnectionStore } from './consent/connection-store.ts';
import type { DeviceCodeStore } from './device-codes/device-code-store.ts';
import type { AgreementStore } from './documents/agreement-store.ts';
import type { Document } from './documents/document.ts';
import type { EmailChangeStore } from './email-changes/email-change-store.ts';
import type { Publish } from './events/publisher.ts';
import type { SecondFactorPolicy } from './factors/factor-policy.ts';
import type { FactorStore } from './factors/factor-store.ts';
import type { CodeGenerator } from './factors/one-time-code.ts';
import type { FailedRequestStore } from './failed-requests/failed-request-store.ts';
import type { GivenUpStore } from './given-up/given-up-store.ts';
import type { GroupStore } from './groups/group-store.ts';
import type { JwtCrypto } from './keys/jwt-crypto.ts';
import type { SealedValueStore } from './keys/sealed-value-store.ts';
import type { SigningKeyStore } from './keys/signing-key-store.ts';
import type { SigningKeys } from './keys/signing-keys.ts';
import type { LeavingStore } from './leaving/leaving-store.ts';
import type { SignInLimitStore } from './limits/sign-in-limit-store.ts';
import type { LogoStore } from './logos/logo-store.ts';
import type { MachineTokenStore } from './machine-tokens/machine-token-store.ts';
import type { MailDelivery } from './mail/mail-sender.ts';
import type { MailStore } from './mail/mail-store.ts';
import type { InvitationStore } from './members/invitation-store.ts';
import type { MemberStore } from './members/member-store.ts';
import type { CommitFigures } from './metrics/commits.ts';
import type { HistogramFigures } from './metrics/histogram.ts';
import type { OneTimeLinkStore } from './one-time-links/one-time-link-store.ts';
import type { PasskeyStore } from './passkeys/passkey-store.ts';
import type { PasskeyVerifier } from './passkeys/passkey-verifier.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { PasswordKindStore } from './passwords/password-kind-store.ts';
import type { PictureEncoder } from './pictures/picture-encoder.ts';
import type { PictureStore } from './pictures/picture-store.ts';
import type { LivePolicy } from './policy/live-policy.ts';
import type { PolicyStore } from './policy/policy-store.ts';
import type { ExpiredRows } from './purge.ts';
import type { ReceiptStore } from './receipts/receipt-store.ts';
import type { RefusedUriStore } from './refused-uris/refused-uri-store.ts';
import type { ServerSecrets } from './secrets.ts';
import type { SessionClientStore } from './sessions/session-client-store.ts';
import type { SessionStore } from './sessions/session-store.ts';
import type { ShownOnceStore } from './sessions/shown-once-store.ts';
import type { StatisticsStore } from './statistics/statistics-store.ts';
import type { CodeStore } from './tokens/code-store.ts';
import type { TokenStore } from './tokens/token-store.ts';
import type { TrustedDeviceStore } from './trusted-devices/trusted-device-store.ts';
import type { UsernameStore } from './usernames/username-store.ts';
import type { EmailProofStore } from './verification/email-proof-store.ts';
import type { PendingSignUpStore } from './verification/pending-sign-up-store.ts';
import type { ResetRequestStore } from './verification/reset-request-store.ts';

/** The ports that a database implements. */
export type Stores = {
  accounts: AccountStore;
  usernames: UsernameStore;
  links: OneTimeLinkStore;
  signInLimits: SignInLimitStore;
  factors: FactorStore;
  passwordKinds: PasswordKindStore;
  accountFiles: AccountFileStore;
  passkeys: PasskeyStore;
  pictures: PictureStore;
  trustedDevices: TrustedDeviceStore;
  apiTokens: ApiTokenStore;
  machineTokens: MachineTokenStore;
  policy: PolicyStore;
  sessions: SessionStore;
  sessionClients: SessionClientStore;
  shownOnce: ShownOnceStore;
  applications: ApplicationStore;
  clientSecrets: ClientSecretStore;
  clientDocuments: ClientDocumentStore;
  spentJwts: SpentJwtStore;
  pushedRequests: PushedRequestStore;
  deviceCodes: DeviceCodeStore;
  logos: LogoStore;
  groups: GroupStore;
  apis: ApiStore;
  members: MemberStore;
  invitations: InvitationStore;
  connections: ConnectionStore;
  agreements: AgreementStore;
  activities: ActivityStore;
  receipts: ReceiptStore;
  accountData: AccountDataStore;
  codes: CodeStore;
  tokens: TokenStore;
  keys: SigningKeyStore;
  sealedValues: SealedValueStore;
  statistics: StatisticsStore;
  refusedUris: RefusedUriStore;
  failedRequests: FailedRequestStore;
  mails: MailStore;
  givenUp: GivenUpStore;
  events: EventStore;
  emailProofs: EmailProofStore;
  emailChanges: EmailChangeStore;
  resetRequests: ResetRequestStore;
  pendingSignUps: PendingSignUpStore;
  leaving: LeavingStore;
  expired: ExpiredRows;
  audit: AuditStore;
};

/** Measurements for operators, counted since the database was opened. */
export type DatabaseFigures = {
  commits: CommitFigures;
  /**
   * On databases where one process writes at a time: how long writes waited for another process's lock, in seconds.
   * Writes that did not wait are left out.
   */
  lockWaits: HistogramFigures | undefined;
  /** This process's connections, if the database has a pool. `waiting` counts tasks that wait for a connection. */
  pool: { max: number; used: number; idle: number; waiting: number } | undefined;
};

/** An open database with its stores. */
export interface Database {
  readonly stores: Stores;
  /** The stores, which write the act to the audit in the transaction of each change (`audited-writes.ts`). */
  recording(act: Act, clock: Clock): Stores;
  figures(): DatabaseFigures;
  /** Resolves when the database answers and its schema is this program's; rejects with `Unavailable` otherwise. */
  check(): Promise<void>;
  /** Waits for writes in progress, then closes. */
  close(): Promise<void>;
}

/** Durations and switches from the settings (contract 1, 10) and the policy (contract 29). */
export type Rules = {
  codeTtlSeconds: number;
  accessTokenTtlSeconds: number;
  refreshTokenTtlSeconds: number;
  familyTtlSeconds: number;
  refreshRepeatSeconds: number;
  idTokenTtlSeconds: number;
  /** Every DPoP proof needs a nonce of ours (contract 41). */
  dpopNonce: boolean;
  /** Authorization requests can be pushed (contract 42). */
  pushedRequests: boolean;
  /** Whose documents are taken (contract 46). */
  clientDocuments: AdmittedDocuments;
  signingKeyDays: number;
  sessionIdleSeconds: number;
  sessionTtlSeconds: number;
  persistentSessionIdleSeconds: number;
  persistentSessionTtlSeconds: number;
  passwordTriesPerAccount: number;
  passwordTriesPerNetwork: number;
  signUpsPerAddress: number;
  signUpsPerNetwork: number;
  mailsPerAddress: number;
  mailsPerNetwork: number;
  mail: MailDelivery;
  openRegistration: boolean;
  /** An account is born with a code that was mailed to its address (contract 21). */
  requireVerifiedEmail: boolean;
  openOwnership: boolean;
  /** Who must have a second factor (contract 24). */
  secondFactor: SecondFactorPolicy;
  /** The relying party of passkeys: a host name (contract 23). Undefined: passkeys are not offered here. */
  passkeyRpId: string | undefined;
  /** In lower case, as A-labels. Allowed: none means all. */
  allowedEmailDomains: readonly string[];
  refusedEmailDomains: readonly string[];
  /** Usernames that only operators give, besides those that are reserved everywhere. */
  reservedUsernames: readonly string[];
  /** What people agree to when they create an account (contract 28). */
  documents: readonly Document[];
  /** In years; 0: people are not asked. */
  minimumAge: number;
  /** Withholds unverified email addresses from applications (contract 2). */
  withholdUnverifiedEmail: boolean;
  /** How long a deleted account can be restored, in days (contract 27). 0: it is deleted at once. */
  deletionDelayDays: number;
  /** How long the agreements of a deleted account are kept as proof, in days. */
  keptAgreementDays: number;
  /** As pages show it. Usernames must not imitate it. */
  serviceName: string;
};

export type Ports = Stores & {
  /** The same ports, which write the act to the audit with each change that they make (decision 51). */
  recording(act: Act): Ports;
  clock: Clock;
  /** Publishes what happened, after the store has committed it. */
  publish: Publish;
  secrets: ServerSecrets;
  passwords: PasswordHasher;
  oneTimeCodes: CodeGenerator;
  passkeyVerifier: PasskeyVerifier;
  pictureEncoder: PictureEncoder;
  jwtCrypto: JwtCrypto;
  signingKeys: SigningKeys;
  /** The keys that applications publish. */
  keySets: RemoteKeySets;
  /** Fetches documents of clients that nobody registered. */
  fetchDocument: DocumentFetcher;
  /** Public origin of the auth host: `iss` of every token. */
  issuer: string;
  /** Public origin of the API host: the resource that is user-info (RFC 8707). */
  apiUrl: string;
  /** Public origins of both hosts, which are no API of the operator. */
  ownUrls: readonly string[];
  /** As pages show it, by the policy. */
  readonly serviceName: string;
  /** Those of the policy change while the server runs. */
  rules: Readonly<Rules>;
  livePolicy: LivePolicy;
};
