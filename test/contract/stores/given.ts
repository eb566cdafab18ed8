// Rows to begin a test with: complete and valid, so that a test names only what it is about.

import type { ApiToken } from '../../../src/core/applications/api-tokens/api-token.ts';
import type {
  ConsentItem,
  PlatformEntry,
  RegisteredApplication,
} from '../../../src/core/applications/applications/application.ts';
import type { ClientSecret } from '../../../src/core/applications/client-secrets/client-secret.ts';
import type { Connection } from '../../../src/core/applications/connections/connection.ts';
import type { NewInvitation } from '../../../src/core/applications/members/invitation.ts';
import type { AccessToken, Grant } from '../../../src/core/grants/tokens/grant.ts';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import type { ConsentItemName } from '../../../src/core/ground/consent-items.ts';
import { hashSecret, newApiKey, newSub, randomSecret } from '../../../src/core/ground/secrets.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import type { OneTimeLink } from '../../../src/core/people/one-time-links/one-time-link.ts';
import type { Passkey } from '../../../src/core/sign-in/passkeys/passkey.ts';
import type { Session } from '../../../src/core/sign-in/sessions/session.ts';
import { newId } from '../../helpers/new-id.ts';

/** The moment at which every test begins, in ms. */
export const NOW = Date.UTC(2030, 0, 1);
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Of a family that is seeded when its first token is rotated. */
export const SEED = Buffer.alloc(32, 7);

export const someHash = (): Buffer => hashSecret(randomSecret());

export function someAccount(values: Partial<Account> = {}): Account {
  const id = newId();
  return {
    id,
    email: `Person.${id}@example.com`,
    emailKey: `person.${id}@example.com`,
    emailVerified: false,
    emailVerifiedBy: undefined,
    emailVerifiedAt: undefined,
    passwordHash: '$argon2id$first',
    role: 'user',
    origin: 'sign-up',
    username: undefined,
    usernameChanges: [],
    profile: { nickname: 'Person' },
    disabledAt: undefined,
    leavingSince: undefined,
    leavingUntil: undefined,
    signInEpoch: 0,
    grantEpoch: 0,
    deviceEpoch: 0,
    createdAt: NOW,
    updatedAt: NOW,
    ...values,
  };
}

export function somePlatform(values: Partial<PlatformEntry> = {}): PlatformEntry {
  return {
    id: newId(),
    platform: 'Web',
    apiKey: newApiKey(),
    siteDomains: ['https://shop.example', 'http://localhost:4002'],
    packageName: undefined,
    bundleId: undefined,
    createdAt: NOW,
    ...values,
  };
}

export function someApplication(ownerId: string, values: Partial<RegisteredApplication> = {}): RegisteredApplication {
  return {
    id: newId(),
    ownerId,
    documentUrl: undefined,
    name: 'Acme Shop',
    apiScopes: [],
    implementationMethod: 'REST API',
    loginActivation: true,
    groups: [],
    allowedGroups: [],
    platforms: [somePlatform()],
    redirectUris: [{ id: newId(), redirectUri: 'https://shop.example/callback', createdAt: NOW }],
    consentItems: [
      {
        item: 'nickname',
        consent: 'required',
        purpose: 'To greet you',
        retention: undefined,
        translations: undefined,
        createdAt: NOW,
      },
      {
        item: 'email',
        consent: 'optional',
        purpose: undefined,
        retention: undefined,
        translations: undefined,
        createdAt: NOW,
      },
    ],
    requirePkce: false,
    clientSecretRequired: false,
    homepageUri: undefined,
    privacyPolicyUri: 'https://shop.example/privacy',
    termsUri: undefined,
    audience: 'everyone',
    translations: undefined,
    companyName: 'Acme Inc.',
    companyCountry: 'US',
    idTokenClaims: true,
    idTokenAlg: 'RS256',
    userInfoAlg: undefined,
    postLogoutRedirectUris: ['https://shop.example/bye', 'https://shop.example/'],
    backchannelLogoutUri: 'https://shop.example/logout',
    tokenEndpointAuthMethod: 'private_key_jwt',
    dpopBoundAccessTokens: true,
    requirePushedRequests: true,
    grantTypes: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    securityProfile: undefined,
    jwks: { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43), kid: 'a' }] },
    jwksUri: undefined,
    logoHash: undefined,
    recordsEvents: false,
    createdAt: NOW,
    updatedAt: NOW,
    version: 1,
    ...values,
  };
}

export function someSession(accountId: string, values: Partial<Session> = {}): Session {
  return {
    id: newId(),
    handleHash: someHash(),
    accountId,
    signInEpoch: 0,
    persistent: false,
    authenticatedAt: NOW,
    amr: ['pwd'],
    byTrustedDevice: false,
    chosenAt: NOW,
    createdAt: NOW,
    lastUsedAt: NOW,
    expiresAt: NOW + DAY,
    userAgent: 'Mozilla/5.0',
    network: '192.0.2.0/24',
    ...values,
  };
}

/** The session goes on under a new handle where the others end. */
export const keeping = ({ id, handleHash, signInEpoch }: Session) => ({
  fromEpoch: signInEpoch,
  keep: { id, handleHash, newHandleHash: someHash() },
});

/** The relying party of passkeys. */
export const RP_ID = 'id.example.com';

export const somePasskey = (accountId: string, values: Partial<Passkey> = {}): Passkey => ({
  id: newId(),
  accountId,
  userHandle: undefined,
  credentialId: someHash(),
  publicKey: someHash(),
  signCount: 0,
  rpId: RP_ID,
  name: '내 열쇠 \u{1F511}',
  aaguid: 'adce0002-35bc-c60a-648b-0b25f1f05503',
  transports: ['hybrid', 'internal'],
  backupEligible: true,
  backedUp: true,
  createdAt: NOW,
  knownSince: undefined,
  setUpBehind: 'nothing',
  lastUsedAt: undefined,
  counterFellAt: undefined,
  ...values,
});

export function someInvitation(applicationId: string, invitedBy: string): NewInvitation {
  const email = `${newId()}@example.com`;
  const address = { email, emailKey: email };
  const times = { createdAt: NOW, expiresAt: NOW + 7 * DAY };
  return { id: newId(), applicationId, ...address, role: 'editor', tokenHash: someHash(), invitedBy, ...times };
}

export function someApiToken(accountId: string, values: Partial<ApiToken> = {}): ApiToken {
  return {
    id: newId(),
    accountId,
    name: 'deploy',
    tokenHash: someHash(),
    scopes: ['applications'],
    createdAt: NOW,
    lastUsedAt: undefined,
    expiresAt: NOW + 90 * DAY,
    ...values,
  };
}

export function someLink(values: Partial<OneTimeLink> = {}): OneTimeLink {
  return {
    id: newId(),
    tokenHash: someHash(),
    purpose: 'setup',
    accountId: undefined,
    createdAt: NOW,
    expiresAt: NOW + HOUR,
    ...values,
  };
}

export function someClientSecret(applicationId: string, values: Partial<ClientSecret> = {}): ClientSecret {
  return {
    id: newId(),
    applicationId,
    secretHash: someHash(),
    createdAt: NOW,
    lastUsedAt: undefined,
    expiresAt: undefined,
    ...values,
  };
}

export function someGrant(values: Partial<Grant> = {}): Grant {
  return {
    id: newId(),
    codeHash: someHash(),
    apiKey: newApiKey(),
    applicationId: newId(),
    accountId: newId(),
    connectionGeneration: 1,
    apiAccess: undefined,
    sessionId: newId(),
    signInEpoch: 0,
    grantEpoch: 0,
    stampHash: undefined,
    familySeed: undefined,
    familySeedFrom: 0,
    redirectUri: 'https://shop.example/callback',
    codeChallenge: undefined,
    dpopJkt: undefined,
    nonce: undefined,
    requestedScope: ['profile', 'email'],
    items: ['nickname'],
    openid: undefined,
    authenticatedAt: NOW,
    createdAt: NOW,
    codeExpiresAt: NOW + MINUTE,
    codeUsedAt: undefined,
    endedAt: undefined,
    refreshGeneration: 0,
    refreshExpiresAt: undefined,
    familyExpiresAt: undefined,
    recentRotations: [],
    keepsRefreshToken: false,
    lastAnswer: undefined,
    ...values,
  };
}

export function someAccessToken(grantId: string, values: Partial<AccessToken> = {}): AccessToken {
  return {
    id: newId(),
    tokenHash: someHash(),
    grantId,
    items: ['nickname'],
    scope: undefined,
    createdAt: NOW,
    expiresAt: NOW + HOUR,
    dpopJkt: undefined,
    ...values,
  };
}

/** What `redeem` takes to spend the code of `grantId`. */
export const redemption = (grantId: string, accessToken = someAccessToken(grantId)) => ({
  grantId,
  accessToken,
  refreshExpiresAt: NOW + 60 * DAY,
  familyExpiresAt: NOW + 365 * DAY,
  answerScope: ['nickname'],
  tellOfSessionEnd: undefined,
  now: NOW + SECOND,
});

/** What `rotate` takes to spend the refresh token `fromGeneration` of `grantId`. */
export const rotation = (grantId: string, fromGeneration: number, accessToken = someAccessToken(grantId)) => ({
  grantId,
  fromGeneration,
  familySeed: SEED,
  familySeedFrom: 2,
  accessToken,
  refreshExpiresAt: NOW + 61 * DAY,
  recentRotations: [[fromGeneration, NOW + MINUTE]] as const,
  answerScope: ['nickname'],
  now: NOW + MINUTE,
});

export type SignedUp = { owner: Account; user: Account; application: RegisteredApplication; connection: Connection };

const someItem = (item: ConsentItemName): ConsentItem => ({
  item,
  consent: 'optional',
  purpose: undefined,
  retention: undefined,
  translations: undefined,
  createdAt: NOW,
});

/** An application of an owner, and a user who agreed to `items`. Where they are given, it has registered them alone. */
export async function givenConnection(
  stores: Stores,
  items?: readonly ConsentItemName[],
  values: Partial<Account> = {},
): Promise<SignedUp> {
  const owner = someAccount({ role: 'owner' });
  const user = someAccount({ emailVerified: true, ...values });
  await Promise.all([stores.accounts.insert(owner), stores.accounts.insert(user)]);
  const application = someApplication(owner.id, items && { consentItems: items.map(someItem) });
  await stores.applications.insert(application, 500);
  const connection = await stores.connections.agree({
    applicationId: application.id,
    accountId: user.id,
    sub: newSub(),
    answers: Object.fromEntries((items ?? ['nickname']).map((item) => [item, { agreed: true, answeredAt: NOW }])),
    now: NOW,
  });
  return { owner, user, application, connection };
}

/** An unspent code of that user for that application. */
export async function givenCode(stores: Stores, values: Partial<Grant> = {}): Promise<SignedUp & { grant: Grant }> {
  const signedUp = await givenConnection(stores);
  const grant = someGrant({
    apiKey: signedUp.application.platforms[0]?.apiKey ?? '',
    applicationId: signedUp.application.id,
    accountId: signedUp.user.id,
    connectionGeneration: signedUp.connection.generation,
    ...values,
  });
  await stores.codes.issue(grant);
  return { ...signedUp, grant };
}

/** A redeemed code: the family with its first access token. */
export async function givenFamily(stores: Stores): Promise<SignedUp & { grant: Grant; accessToken: AccessToken }> {
  const given = await givenCode(stores);
  const accessToken = someAccessToken(given.grant.id);
  await stores.codes.redeem(redemption(given.grant.id, accessToken));
  return { ...given, accessToken };
}
