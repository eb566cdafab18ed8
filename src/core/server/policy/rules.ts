// What use cases follow of the settings (contract 1, 10) and of the policy (contract 29).

import type { Document } from '../../ground/document.ts';
import type { SecondFactorPolicy } from '../../ground/factor-policy.ts';
import type { MailDelivery } from '../mail/mail-sender.ts';
import type { AdmittedDocuments } from './admitted-documents.ts';

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
