// The stores that are told once.
import type { Stores } from '../../core/operating/ports.ts';
import type { Base } from '../intent.ts';
import { createAccountDataStore } from './account-data-store.ts';
import { createAccountStore } from './account-store.ts';
import { createActivityStore } from './activity-store.ts';
import { createAgreementStore } from './agreement-store.ts';
import { createApiStore } from './api-store.ts';
import { createApiTokenStore } from './api-token-store.ts';
import { createAuditStore } from './audit-store.ts';
import { createClientDocumentStore } from './client-document-store.ts';
import { createClientSecretStore } from './client-secret-store.ts';
import { createDeviceCodeStore } from './device-code-store.ts';
import { createEmailChangeStore } from './email-change-store.ts';
import { createEmailProofStore } from './email-proof-store.ts';
import { createEventStore } from './event-store.ts';
import { createFactorStore } from './factor-store.ts';
import { createFailedRequestStore } from './failed-request-store.ts';
import { createGivenUpStore } from './given-up-store.ts';
import { createGroupStore } from './group-store.ts';
import { createInvitationStore } from './invitation-store.ts';
import { createLeavingStore } from './leaving-store.ts';
import { createLogoStore } from './logo-store.ts';
import { createMachineTokenStore } from './machine-token-store.ts';
import { createMailStore } from './mail-store.ts';
import { createMemberStore } from './member-store.ts';
import { createOneTimeDisplayStore } from './one-time-display-store.ts';
import { createOneTimeLinkStore } from './one-time-link-store.ts';
import { createPasskeyStore } from './passkey-store.ts';
import { createPasswordKindStore } from './password-kind-store.ts';
import { createPendingSignUpStore } from './pending-sign-up-store.ts';
import { createPictureStore } from './picture-store.ts';
import { createPolicyStore } from './policy-store.ts';
import { createPushedRequestStore } from './pushed-request-store.ts';
import { createReceiptStore } from './receipt-store.ts';
import { createRefusedUriStore } from './refused-uri-store.ts';
import { createResetRequestStore } from './reset-request-store.ts';
import { createSealedValueStore } from './sealed-value-store.ts';
import { createSessionClientStore } from './session-client-store.ts';
import { createSigningKeyStore } from './signing-key-store.ts';
import { createSpentJwtStore } from './spent-jwt-store.ts';
import { createStatisticsStore } from './statistics-store.ts';
import { createTrustedDeviceStore } from './trusted-device-store.ts';
import { createUsernameStore } from './username-store.ts';

export const createStores = (base: Base) =>
  ({
    trustedDevices: createTrustedDeviceStore(base),
    clientSecrets: createClientSecretStore(base),
    spentJwts: createSpentJwtStore(base),
    pushedRequests: createPushedRequestStore(base),
    clientDocuments: createClientDocumentStore(base),
    deviceCodes: createDeviceCodeStore(base),
    refusedUris: createRefusedUriStore(base),
    failedRequests: createFailedRequestStore(base),
    givenUp: createGivenUpStore(base),
    pendingSignUps: createPendingSignUpStore(base),
    links: createOneTimeLinkStore(base),
    passkeys: createPasskeyStore(base),
    leaving: createLeavingStore(base),
    accounts: createAccountStore(base),
    audit: createAuditStore(base),
    events: createEventStore(base),
    factors: createFactorStore(base),
    passwordKinds: createPasswordKindStore(base),
    pictures: createPictureStore(base),
    apiTokens: createApiTokenStore(base),
    machineTokens: createMachineTokenStore(base),
    policy: createPolicyStore(base),
    sessionClients: createSessionClientStore(base),
    oneTimeDisplays: createOneTimeDisplayStore(base),
    logos: createLogoStore(base),
    agreements: createAgreementStore(base),
    activities: createActivityStore(base),
    receipts: createReceiptStore(base),
    accountData: createAccountDataStore(base),
    keys: createSigningKeyStore(base),
    sealedValues: createSealedValueStore(base),
    statistics: createStatisticsStore(base),
    resetRequests: createResetRequestStore(base),
    emailChanges: createEmailChangeStore(base),
    groups: createGroupStore(base),
    apis: createApiStore(base),
    members: createMemberStore(base),
    invitations: createInvitationStore(base),
    emailProofs: createEmailProofStore(base),
    usernames: createUsernameStore(base),
    mails: createMailStore(base),
  }) satisfies Partial<Stores>;
