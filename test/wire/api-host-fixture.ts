// The real API host on a database with one application, one user, and an access token for them.

import type { AddressInfo } from 'node:net';
import { makeTokenPair } from '../../src/core/grants/tokens/token-format.ts';
import { createServerSecrets } from '../../src/core/ground/secrets.ts';
import type { Database, Ports } from '../../src/core/operating/ports.ts';
import { createSigningKeys } from '../../src/core/server/keys/create-signing-keys.ts';
import { createClientAddress } from '../../src/http/callers/client-address.ts';
import { buildApiHost } from '../../src/http/hosts/api-host.ts';
import { createJwtCrypto } from '../../src/outside/jwt-crypto.ts';
import { createCodeGenerator } from '../../src/outside/one-time-codes.ts';
import { createPasskeyVerifier } from '../../src/outside/passkey-verifier.ts';
import { createPasswordHasher } from '../../src/outside/password-hasher.ts';
import { createPictureEncoder } from '../../src/outside/picture-encoder.ts';
import { givenLivePolicy } from '../helpers/live-policy.ts';
import { newId } from '../helpers/new-id.ts';
import { keepRsaKeys } from '../helpers/signing-keys.ts';
import {
  API_KEY,
  givenAccount,
  givenApplication,
  givenGrant,
  givenItem,
  givenPlatform,
  NOW,
} from '../unit/core/given.ts';
import { openTestDatabase, type RawResponse, recordingLog, TEST_SETTINGS } from './raw-host.ts';

export const HOUR = 3_600_000;
const secrets = createServerSecrets(Buffer.alloc(32, 7));
const rules = {
  codeTtlSeconds: 60,
  accessTokenTtlSeconds: 3600,
  refreshTokenTtlSeconds: 5_184_000,
  familyTtlSeconds: 31_536_000,
  refreshRepeatSeconds: 30,
  idTokenTtlSeconds: 3600,
  dpopNonce: false,
  pushedRequests: false,
  clientDocuments: [],
  signingKeyDays: 90,
  sessionIdleSeconds: 86_400,
  sessionTtlSeconds: 2_592_000,
  persistentSessionIdleSeconds: 2_592_000,
  persistentSessionTtlSeconds: 7_776_000,
  passwordTriesPerAccount: 10,
  passwordTriesPerNetwork: 100,
  signUpsPerAddress: 20,
  signUpsPerNetwork: 200,
  mailsPerAddress: 20,
  mailsPerNetwork: 100,
  mail: 'off' as const,
  requireVerifiedEmail: false,
  openRegistration: true,
  secondFactor: 'optional' as const,
  openOwnership: false,
  passkeyRpId: undefined,
  allowedEmailDomains: [],
  refusedEmailDomains: [],
  reservedUsernames: [],
  documents: [],
  minimumAge: 0,
  withholdUnverifiedEmail: false,
  deletionDelayDays: 7,
  keptAgreementDays: 1095,
  serviceName: 'Latchkey',
};

/** `requestsPerSecond` 10, `requestBurst` 50; the token lives an hour from `NOW`. */
export async function startApiHost() {
  const { database, clock, close } = await openTestDatabase();
  const { log, logger } = recordingLog();
  const passwords = createPasswordHasher({ concurrency: 1, maxWaitMs: 60_000 });
  const { stores } = database;
  const jwtCrypto = keepRsaKeys(createJwtCrypto());
  const oneTimeCodes = createCodeGenerator();
  const passkeyVerifier = createPasskeyVerifier();
  const signingKeys = createSigningKeys({ keys: stores.keys, clock, secrets, rules, jwtCrypto });
  const pictureEncoder = createPictureEncoder();
  const made = { passwords, jwtCrypto, signingKeys, oneTimeCodes, passkeyVerifier, pictureEncoder };
  const noKeys = { find: async () => ({ keys: [], trouble: 'none' }) };
  const keySets: Ports['keySets'] = { registered: noKeys, document: noKeys };
  const fetchDocument: Ports['fetchDocument'] = async () => ({ kind: 'failed', reason: 'none' });
  const own = { fetchDocument, clock, publish: () => undefined, secrets, rules, keySets, ...made };
  const ports: Ports = {
    ...{
      ...stores,
      ...own,
      issuer: 'http://auth.example.com',
      apiUrl: 'http://api.example.com',
      ownUrls: [],
      serviceName: 'Latchkey',
    },
    livePolicy: givenLivePolicy(stores.policy),
    recording: (act) => ({ ...ports, ...database.recording(act, clock) }),
  };
  const app = buildApiHost({
    ports,
    settings: { ...TEST_SETTINGS, publicUrl: 'http://api.example.com', requestsPerSecond: 10, requestBurst: 50 },
    logger,
    clientAddressOf: createClientAddress([]),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const { accounts, applications } = database.stores;
  await accounts.insert(givenAccount({ id: 'o1', role: 'owner', email: 'o@example.com', emailKey: 'o@example.com' }));
  await accounts.insert(givenAccount());
  const platforms = [givenPlatform({ siteDomains: ['https://shop.example.com'] })];
  await applications.insert(givenApplication({ consentItems: [givenItem()], platforms }), 500);
  const accessToken = await issueToken(database);
  const stop = async () => {
    await app.close();
    await close();
  };
  return { port, database, clock, log, accessToken, stop };
}

async function issueToken(database: Database): Promise<string> {
  const { connections, codes } = database.stores;
  const answers = { nickname: { agreed: true, answeredAt: NOW } };
  await connections.agree({ applicationId: 'a1', accountId: 'u1', sub: 'b'.repeat(32), answers, now: NOW });
  const connection = await connections.find('a1', 'u1');
  const id = newId();
  const connectionGeneration = connection?.generation ?? 0;
  const family = givenGrant({ id, apiKey: API_KEY, items: ['nickname'], connectionGeneration });
  await codes.issue(family);
  const accessTokenId = newId();
  const pair = makeTokenPair(secrets, { family, generation: 1, accessTokenId });
  const times = { createdAt: NOW, expiresAt: NOW + HOUR };
  await codes.redeem({
    grantId: id,
    accessToken: {
      ...{ id: accessTokenId, tokenHash: pair.accessTokenHash, grantId: id },
      ...{ items: ['nickname'], scope: undefined, dpopJkt: undefined, ...times },
    },
    refreshExpiresAt: NOW + HOUR,
    familyExpiresAt: NOW + HOUR,
    answerScope: undefined,
    tellOfSessionEnd: undefined,
    now: NOW,
  });
  return pair.accessToken;
}

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
export const challengeOf = (answer: RawResponse) => answer.headers['www-authenticate'];
