// Values for tests of pure rules: complete, ordinary, and changed in the one member a test is about.

import type {
  Application,
  ConsentItem,
  PlatformEntry,
} from '../../../src/core/applications/applications/application.ts';
import type { Connection } from '../../../src/core/applications/connections/connection.ts';
import type { AuthorizationRequest } from '../../../src/core/grants/authorize/authorization-request.ts';
import type { Grant, GrantInContext } from '../../../src/core/grants/tokens/grant.ts';
import type { AccessTokenInContext } from '../../../src/core/grants/tokens/token-store.ts';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import type { SignedIn } from '../../../src/core/sign-in/sessions/session.ts';
import { NO_CLAIMS } from '../../../src/protocol/claims-request.ts';

export const NOW = Date.UTC(2026, 0, 2, 12);
export const API_KEY = '0123456789abcdef0123456789abcdef';

export const givenPlatform = (change: Partial<PlatformEntry> = {}): PlatformEntry => ({
  id: 'p1',
  platform: 'Web',
  apiKey: API_KEY,
  siteDomains: ['https://shop.example.com'],
  packageName: undefined,
  bundleId: undefined,
  createdAt: NOW - 1000,
  ...change,
});

export const givenItem = (change: Partial<ConsentItem> = {}): ConsentItem => ({
  item: 'nickname',
  consent: 'required',
  purpose: undefined,
  retention: undefined,
  translations: undefined,
  createdAt: NOW - 1000,
  ...change,
});

export const givenApplication = (change: Partial<Application> = {}): Application => ({
  id: 'a1',
  ownerId: 'o1',
  documentUrl: undefined,
  name: 'Acme Shop',
  apiScopes: [],
  recordsEvents: false,
  implementationMethod: 'REST API',
  loginActivation: true,
  groups: [],
  allowedGroups: [],
  platforms: [givenPlatform()],
  redirectUris: [{ id: 'r1', redirectUri: 'https://shop.example.com/callback', createdAt: NOW - 1000 }],
  consentItems: [],
  requirePkce: false,
  clientSecretRequired: false,
  homepageUri: undefined,
  privacyPolicyUri: undefined,
  termsUri: undefined,
  audience: 'everyone',
  translations: undefined,
  companyName: undefined,
  companyCountry: undefined,
  idTokenClaims: true,
  idTokenAlg: 'RS256',
  userInfoAlg: undefined,
  postLogoutRedirectUris: [],
  backchannelLogoutUri: undefined,
  tokenEndpointAuthMethod: undefined,
  dpopBoundAccessTokens: false,
  requirePushedRequests: false,
  grantTypes: ['authorization_code', 'refresh_token'],
  securityProfile: undefined,
  jwks: undefined,
  jwksUri: undefined,
  logoHash: undefined,
  createdAt: NOW - 1000,
  updatedAt: NOW - 1000,
  version: 1,
  ...change,
});

export const givenAccount = (change: Partial<Account> = {}): Account => ({
  id: 'u1',
  email: 'mina@example.com',
  emailKey: 'mina@example.com',
  emailVerified: false,
  emailVerifiedBy: undefined,
  emailVerifiedAt: undefined,
  passwordHash: undefined,
  role: 'user',
  origin: 'sign-up',
  username: undefined,
  usernameChanges: [],
  profile: { nickname: 'Mina' },
  disabledAt: undefined,
  leavingSince: undefined,
  leavingUntil: undefined,
  signInEpoch: 0,
  grantEpoch: 0,
  deviceEpoch: 0,
  createdAt: NOW - 5000,
  updatedAt: NOW - 4321,
  ...change,
});

export const givenSignedIn = (authenticatedAt = NOW - 500, account = givenAccount()): SignedIn => ({
  account,
  session: {
    id: 's1',
    handleHash: Buffer.alloc(32),
    accountId: account.id,
    signInEpoch: account.signInEpoch,
    persistent: false,
    authenticatedAt,
    amr: ['pwd'],
    byTrustedDevice: false,
    chosenAt: authenticatedAt,
    createdAt: authenticatedAt,
    lastUsedAt: authenticatedAt,
    expiresAt: NOW + 1e6,
    userAgent: '',
    network: '',
  },
});

export const givenConnection = (change: Partial<Connection> = {}): Connection => ({
  applicationId: 'a1',
  accountId: 'u1',
  sub: 'a'.repeat(32),
  generation: 1,
  answers: {},
  createdAt: NOW - 900,
  lastUsedAt: undefined,
  endedAt: undefined,
  ...change,
});

export const givenRequest = (change: Partial<AuthorizationRequest> = {}): AuthorizationRequest => ({
  application: givenApplication(),
  platform: givenPlatform(),
  redirectUri: 'https://shop.example.com/callback',
  native: false,
  responseMode: 'query',
  state: 'xyz',
  scope: undefined,
  audiences: undefined,
  nonce: undefined,
  codeChallenge: undefined,
  dpopJkt: undefined,
  prompt: new Set(),
  maxAgeSeconds: undefined,
  loginHint: undefined,
  acrValues: [],
  claims: NO_CLAIMS,
  subjects: undefined,
  ...change,
});

export const givenGrant = (change: Partial<Grant> = {}): Grant => ({
  id: '019301b4000070008000000000000001',
  codeHash: Buffer.alloc(32),
  apiKey: API_KEY,
  applicationId: 'a1',
  accountId: 'u1',
  connectionGeneration: 1,
  apiAccess: undefined,
  sessionId: 's1',
  signInEpoch: 0,
  grantEpoch: 0,
  stampHash: undefined,
  familySeed: undefined,
  familySeedFrom: 0,
  redirectUri: 'https://shop.example.com/callback',
  codeChallenge: undefined,
  dpopJkt: undefined,
  nonce: undefined,
  requestedScope: undefined,
  items: [],
  openid: undefined,
  authenticatedAt: NOW - 500,
  createdAt: NOW,
  codeExpiresAt: NOW + 60_000,
  codeUsedAt: undefined,
  endedAt: undefined,
  refreshGeneration: 0,
  refreshExpiresAt: undefined,
  familyExpiresAt: undefined,
  recentRotations: [],
  keepsRefreshToken: false,
  lastAnswer: undefined,
  ...change,
});

/** All that the grant was earned with still stands. */
export const givenGrantInContext = (change: Partial<GrantInContext> = {}): GrantInContext => ({
  grant: givenGrant(),
  accountActive: true,
  signInStands: true,
  connectionLive: true,
  sessionEnded: false,
  admitted: true,
  subject: undefined,
  ...change,
});

/** A live one, for a millisecond more. */
export const givenAccessTokenInContext = (change: Partial<AccessTokenInContext> = {}): AccessTokenInContext => ({
  tokenHash: Buffer.alloc(32),
  grantId: 'g1',
  items: ['nickname'],
  scope: undefined,
  requestedScope: undefined,
  createdAt: NOW - 1000,
  expiresAt: NOW + 1,
  dpopJkt: undefined,
  grantEnded: false,
  apiKey: API_KEY,
  applicationId: 'a1',
  application: givenApplication(),
  connectionLive: true,
  connectionGeneration: 1,
  connectionLastUsedAt: undefined,
  sub: 'sub',
  answers: {},
  accountId: 'u1',
  accountActive: true,
  email: 'mina@example.com',
  emailVerified: true,
  username: undefined,
  profile: {},
  accountUpdatedAt: NOW,
  admitted: true,
  groups: undefined,
  ...change,
});
