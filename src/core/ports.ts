// Everything core asks of the world, in one list. A use case names the few it needs: `Pick<Ports, 'codes' | 'clock'>`.
import type { AccountStore } from './accounts/account-store.ts';
import type { ApiTokenStore } from './api-tokens/api-token-store.ts';
import type { ApplicationStore } from './applications/application-store.ts';
import type { ClientSecretStore } from './client-secrets/client-secret-store.ts';
import type { Clock } from './clock.ts';
import type { ConnectionStore } from './consent/connection-store.ts';
import type { Publish } from './events/publisher.ts';
import type { JwtCrypto } from './keys/jwt-crypto.ts';
import type { SealedValueStore } from './keys/sealed-value-store.ts';
import type { SigningKeyStore } from './keys/signing-key-store.ts';
import type { SigningKeys } from './keys/signing-keys.ts';
import type { SignInLimitStore } from './limits/sign-in-limit-store.ts';
import type { LogoStore } from './logos/logo-store.ts';
import type { InvitationStore } from './members/invitation-store.ts';
import type { MemberStore } from './members/member-store.ts';
import type { CommitFigures } from './metrics/commits.ts';
import type { HistogramFigures } from './metrics/histogram.ts';
import type { OneTimeLinkStore } from './one-time-links/one-time-link-store.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { ExpiredRows } from './purge.ts';
import type { ServerSecrets } from './secrets.ts';
import type { SessionClientStore } from './sessions/session-client-store.ts';
import type { SessionStore } from './sessions/session-store.ts';
import type { ShownOnceStore } from './sessions/shown-once-store.ts';
import type { StatisticsStore } from './statistics/statistics-store.ts';
import type { CodeStore } from './tokens/code-store.ts';
import type { TokenStore } from './tokens/token-store.ts';
import type { UsernameStore } from './usernames/username-store.ts';

/** The persistent half: what a second database has to bring. */
export type Stores = {
  accounts: AccountStore;
  usernames: UsernameStore;
  links: OneTimeLinkStore;
  signInLimits: SignInLimitStore;
  apiTokens: ApiTokenStore;
  sessions: SessionStore;
  sessionClients: SessionClientStore;
  shownOnce: ShownOnceStore;
  applications: ApplicationStore;
  clientSecrets: ClientSecretStore;
  logos: LogoStore;
  members: MemberStore;
  invitations: InvitationStore;
  connections: ConnectionStore;
  codes: CodeStore;
  tokens: TokenStore;
  keys: SigningKeyStore;
  sealedValues: SealedValueStore;
  statistics: StatisticsStore;
  expired: ExpiredRows;
};

/** For operators; counts since the opening. */
export type DatabaseFigures = {
  commits: CommitFigures;
  /**
   * Where one process writes at a time: how long writes waited for another's lock, in seconds; those that did not are
   * not in.
   */
  lockWaits: HistogramFigures | undefined;
  /** Connections of this process, where there is a pool of them; `waiting`: works that wait for one. */
  pool: { most: number; used: number; idle: number; waiting: number } | undefined;
};

/** An open database with its stores. */
export interface Database {
  readonly stores: Stores;
  figures(): DatabaseFigures;
  /** Resolves when the database answers and its schema is this program's; rejects with `Unavailable` otherwise. */
  check(): Promise<void>;
  /** Waits for writes under way, then closes. */
  close(): Promise<void>;
}

/** Durations and switches that rules need; the settings' values (contract 1, 10). */
export type Rules = {
  codeTtlSeconds: number;
  accessTokenTtlSeconds: number;
  refreshTokenTtlSeconds: number;
  familyTtlSeconds: number;
  refreshRepeatSeconds: number;
  idTokenTtlSeconds: number;
  signingKeyDays: number;
  sessionIdleSeconds: number;
  sessionTtlSeconds: number;
  persistentSessionIdleSeconds: number;
  persistentSessionTtlSeconds: number;
  passwordTriesPerAccount: number;
  passwordTriesPerNetwork: number;
  signUpsPerAddress: number;
  signUpsPerNetwork: number;
  openRegistration: boolean;
  openOwnership: boolean;
  /** Applications do not get an address of mail that is not verified (contract 2). */
  withholdUnverifiedEmail: boolean;
  /** As pages show it; nobody may call themselves so. */
  serviceName: string;
};

export type Ports = Stores & {
  clock: Clock;
  /** Tells what happened, once the store has committed it. */
  publish: Publish;
  secrets: ServerSecrets;
  passwords: PasswordHasher;
  jwtCrypto: JwtCrypto;
  signingKeys: SigningKeys;
  /** Public origin of the auth host: `iss` of every token. */
  issuer: string;
  /** As people read it on every page. */
  serviceName: string;
  rules: Rules;
};
