// The rules of core, from the settings and the policy.

import { ID_TOKEN_TTL_SECONDS } from '../core/grants/tokens/id-token.ts';
import { SIGNING_KEY_DAYS } from '../core/server/keys/key-schedule.ts';
import { ANY_DOCUMENT } from '../core/server/policy/admitted-documents.ts';
import type { LivePolicy } from '../core/server/policy/live-policy.ts';
import type { Rules } from '../core/server/policy/rules.ts';
import { type Settings, withholdsUnverifiedEmail } from './config.ts';
import { mailDelivery } from './mail-settings.ts';
import { passkeyRpIdOf } from './passkey-settings.ts';

/** Of documents and of the keys that they name. Where anybody's are taken, anybody would choose the address. */
export const takesInternalDocuments = ({ internalDeliveries, clientMetadataDocuments }: Settings): boolean =>
  internalDeliveries && !clientMetadataDocuments.includes(ANY_DOCUMENT);

/** The values of the policy are read when they are needed. */
export const rulesOf = (settings: Settings, policy: LivePolicy): Readonly<Rules> => ({
  codeTtlSeconds: settings.codeTtlSeconds,
  accessTokenTtlSeconds: settings.accessTokenTtlSeconds,
  refreshTokenTtlSeconds: settings.refreshTokenTtlSeconds,
  familyTtlSeconds: settings.familyTtlSeconds,
  refreshRepeatSeconds: settings.refreshRepeatSeconds,
  idTokenTtlSeconds: ID_TOKEN_TTL_SECONDS,
  dpopNonce: settings.dpopNonce,
  pushedRequests: settings.pushedRequests,
  clientDocuments: settings.clientMetadataDocuments,
  signingKeyDays: SIGNING_KEY_DAYS,
  sessionIdleSeconds: settings.sessionIdleSeconds,
  sessionTtlSeconds: settings.sessionTtlSeconds,
  persistentSessionIdleSeconds: settings.persistentSessionIdleSeconds,
  persistentSessionTtlSeconds: settings.persistentSessionTtlSeconds,
  passwordTriesPerAccount: settings.passwordTriesPerAccount,
  passwordTriesPerNetwork: settings.passwordTriesPerNetwork,
  signUpsPerAddress: settings.signUpsPerAddress,
  signUpsPerNetwork: settings.signUpsPerNetwork,
  mailsPerAddress: settings.mailsPerAddress,
  mailsPerNetwork: settings.mailsPerNetwork,
  mail: mailDelivery(settings),
  get openRegistration() {
    return policy.values().openRegistration;
  },
  get requireVerifiedEmail() {
    return policy.values().requireVerifiedEmail;
  },
  get openOwnership() {
    return policy.values().openOwnership;
  },
  get secondFactor() {
    return policy.values().secondFactor;
  },
  passkeyRpId: passkeyRpIdOf(settings),
  get allowedEmailDomains() {
    return policy.values().allowedEmailDomains;
  },
  get refusedEmailDomains() {
    return policy.values().refusedEmailDomains;
  },
  get reservedUsernames() {
    return policy.values().reservedUsernames;
  },
  get documents() {
    return policy.values().documents;
  },
  get minimumAge() {
    return policy.values().minimumAge;
  },
  withholdUnverifiedEmail: withholdsUnverifiedEmail(settings),
  get deletionDelayDays() {
    return policy.values().deletionDelayDays;
  },
  keptAgreementDays: settings.keptAgreementDays,
  get serviceName() {
    return policy.values().serviceName;
  },
});
