// What the server needs from outside, besides what the ground needs.
import type { Ports as Below, Stores as StoresBelow } from '../ground/ports.ts';
import type { AuditStore } from './audit/audit-store.ts';
import type { JwtCrypto } from './keys/jwt-crypto.ts';
import type { SealedValueStore } from './keys/sealed-value-store.ts';
import type { SigningKeyStore } from './keys/signing-key-store.ts';
import type { SigningKeys } from './keys/signing-keys.ts';
import type { MailStore } from './mail/mail-store.ts';
import type { LivePolicy } from './policy/live-policy.ts';
import type { PolicyStore } from './policy/policy-store.ts';
import type { Rules } from './policy/rules.ts';

export type Stores = StoresBelow & {
  policy: PolicyStore;
  keys: SigningKeyStore;
  sealedValues: SealedValueStore;
  mails: MailStore;
  audit: AuditStore;
};

export type Ports = Below &
  Stores & {
    jwtCrypto: JwtCrypto;
    signingKeys: SigningKeys;
    /** Those of the policy change while the server runs. */
    rules: Readonly<Rules>;
    livePolicy: LivePolicy;
  };
